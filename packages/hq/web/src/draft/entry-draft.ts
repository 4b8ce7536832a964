import { givePendingKeys } from "./pending-keys.ts";
import { sameValue } from "./same-value.ts";

/** Values by API id, as the API answers and takes them; null takes one away. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface SavedVersion {
  readonly version: string;
  readonly fields: FieldValues;
}

/** What is kept of a draft: what was typed, and over which version. */
export interface TypedWords {
  /** Absent of an entry that is not there yet. */
  readonly base?: string;
  readonly fields: FieldValues;
}

/** An entry that is being written. */
export interface DraftState {
  /** The version that the changes were begun on; undefined for an entry that is not there yet. */
  readonly base: SavedVersion | undefined;
  /** What somebody else saved since, while there are changes. */
  readonly theirs: SavedVersion | undefined;
  /** What was typed, by API id, as it stands in the form. */
  readonly edits: FieldValues;
}

const NONE: FieldValues = {};

/** A draft of what is saved, with the words that were kept of it. */
export function beginDraft(
  saved: SavedVersion | undefined,
  words: TypedWords | undefined,
): DraftState {
  if (words === undefined) return { base: saved, theirs: undefined, edits: NONE };
  const { base, fields: edits } = words;
  if (saved === undefined || base === undefined || base === saved.version) {
    return { base: saved, theirs: undefined, edits };
  }
  // What the fields were then is not known here; HQ knows, and puts the two together.
  return { base: { version: base, fields: saved.fields }, theirs: saved, edits };
}

/** What differs from the version that was begun on, as it is sent. */
export function changesOf({ base, edits }: DraftState): FieldValues {
  const before = base?.fields ?? NONE;
  const changes = Object.entries(edits)
    .map(([apiId, value]) => [apiId, valueToSend(value)] as const)
    .filter(([apiId, value]) => !sameValue(value, before[apiId] ?? null));
  return Object.fromEntries(changes);
}

/** Null takes a value away; a place in a list that was added and not filled is none. */
function valueToSend(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  const items: readonly unknown[] = value.filter((item) => item !== "" && item !== undefined);
  return items.length === 0 ? null : items;
}

/** What the form shows: the newest that is saved, and over it what was typed. */
export function valuesOf(state: DraftState): FieldValues {
  const { base, theirs, edits } = state;
  if (theirs === undefined) return { ...base?.fields, ...edits };
  const changes = changesOf(state);
  const fromOthers = new Set(changedFields(base, theirs));
  const mine = Object.entries(edits).filter(
    ([apiId]) => apiId in changes || !fromOthers.has(apiId),
  );
  return { ...theirs.fields, ...Object.fromEntries(mine) };
}

/** What is to be kept; undefined where nothing is unsaved. */
export function wordsOf(state: DraftState): TypedWords | undefined {
  const fields = changesOf(state);
  if (Object.keys(fields).length === 0) return undefined;
  return { ...(state.base !== undefined && { base: state.base.version }), fields };
}

/** API ids of the fields in which two versions differ. */
export function changedFields(
  before: SavedVersion | undefined,
  after: SavedVersion,
): readonly string[] {
  const old = before?.fields ?? NONE;
  const names = new Set([...Object.keys(old), ...Object.keys(after.fields)]);
  return [...names].filter((apiId) => !sameValue(old[apiId], after.fields[apiId]));
}

/** What a field had before somebody changed it. */
interface Step {
  readonly apiId: string;
  readonly value: unknown;
}

/** More are not taken back one by one. */
const MOST_STEPS = 100;

/** A draft with its listeners: it stays whatever else becomes of the entry meanwhile. */
export class EntryDraft {
  #state: DraftState;
  readonly #listeners = new Set<() => void>();
  #past: readonly Step[] = [];
  #future: readonly Step[] = [];

  constructor(state: DraftState) {
    this.#state = state;
  }

  get state(): DraftState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Somebody types. */
  set(apiId: string, value: unknown): void {
    const before = this.#stepOf(apiId);
    const last = this.#past.at(-1);
    // What is typed into a field one letter after the other is one step.
    const goesOn = last?.apiId === apiId && isTyped(before.value) && isTyped(value);
    if (!goesOn) this.#past = [...this.#past, before].slice(-MOST_STEPS);
    this.#future = [];
    this.#put({ apiId, value });
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Takes back the last change of a field, whichever it was; the answer is its API id. */
  undo(): string | undefined {
    const step = this.#past.at(-1);
    if (step === undefined) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#stepOf(step.apiId)];
    this.#put(step);
    return step.apiId;
  }

  /** Makes again what was taken back last. */
  redo(): string | undefined {
    const step = this.#future.at(-1);
    if (step === undefined) return undefined;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#stepOf(step.apiId)];
    this.#put(step);
    return step.apiId;
  }

  #stepOf(apiId: string): Step {
    return { apiId, value: valuesOf(this.#state)[apiId] };
  }

  #put({ apiId, value }: Step): void {
    this.#become({ ...this.#state, edits: { ...this.#state.edits, [apiId]: value } });
  }

  #forgetSteps(): void {
    this.#past = [];
    this.#future = [];
  }

  /** A version was read: with nothing unsaved it is shown, otherwise it waits for the save that it is put together with. */
  arrive(saved: SavedVersion): void {
    givePendingKeys();
    const { base, theirs, edits } = this.#state;
    const known = theirs ?? base;
    // A version is that of its file: one that was only renamed has the same.
    if (saved.version === known?.version && sameValue(saved.fields, known.fields)) return;
    if (wordsOf(this.#state) !== undefined) {
      this.#become({ base, theirs: saved.version === base?.version ? undefined : saved, edits });
      return;
    }
    const gone = new Set(changedFields(base, saved));
    this.#become({ base: saved, theirs: undefined, edits: without(edits, gone) });
  }

  /**
   * These changes are saved now; what was typed since stays to be saved. `fromOthers` names the fields that have
   * changes of others besides: whoever typed on in one of those has not seen them, and must not take them back.
   */
  settle(sent: FieldValues, saved: SavedVersion, fromOthers: readonly string[] = []): void {
    givePendingKeys();
    const { base, edits } = this.#state;
    const stays = Object.entries(edits).filter(
      ([apiId, value]) => !(apiId in sent && sameValue(valueToSend(value), sent[apiId])),
    );
    if (stays.some(([apiId]) => apiId in sent && fromOthers.includes(apiId))) {
      this.#become({ base, theirs: saved, edits });
      return;
    }
    this.#become({ base: saved, theirs: undefined, edits: Object.fromEntries(stays) });
  }

  /** It was decided what stands where others changed the same: all values, over the version of theirs. */
  decide(theirs: SavedVersion, values: FieldValues): void {
    const names = new Set([...Object.keys(theirs.fields), ...Object.keys(values)]);
    const edits = Object.fromEntries([...names].map((name) => [name, values[name] ?? null]));
    this.#forgetSteps();
    this.#become({ base: theirs, theirs: undefined, edits });
  }

  /** Goes on with other words, such as those that were kept on another device. */
  replace(words: TypedWords | undefined): void {
    const { base, theirs } = this.#state;
    this.#forgetSteps();
    this.#become(beginDraft(theirs ?? base, words));
  }

  /** Forgets what was typed into some fields. */
  drop(apiIds: readonly string[]): void {
    const steps = apiIds.map((apiId) => this.#stepOf(apiId));
    this.#past = [...this.#past, ...steps].slice(-MOST_STEPS);
    this.#become({ ...this.#state, edits: without(this.#state.edits, new Set(apiIds)) });
  }

  #become(state: DraftState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a value is one that keys change bit by bit. */
function isTyped(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || value === undefined;
}

function without(values: FieldValues, names: ReadonlySet<string>): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
