import { flushPendingInput } from "./pending-input.ts";
import { sameValue } from "./same-value.ts";

/** Values by API ID, as in API requests and responses. Null removes a value. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface SavedVersion {
  readonly version: string;
  readonly fields: FieldValues;
}

/** The stored form of a draft: its edits and their base version. */
export interface UnsavedEdits {
  /** Absent for a new entry. */
  readonly base?: string;
  readonly fields: FieldValues;
}

/** An entry being edited. */
export interface DraftState {
  /** The version the edits are based on; undefined for a new entry. */
  readonly base: SavedVersion | undefined;
  /** A newer version saved by someone else, while there are unsaved edits. */
  readonly theirs: SavedVersion | undefined;
  /** Edited values by API ID, in form representation. */
  readonly edits: FieldValues;
}

const NONE: FieldValues = {};

/** Creates a draft from the saved version and any stored edits. */
export function createDraft(
  saved: SavedVersion | undefined,
  unsaved: UnsavedEdits | undefined,
): DraftState {
  if (unsaved === undefined) return { base: saved, theirs: undefined, edits: NONE };
  const { base, fields: edits } = unsaved;
  if (saved === undefined || base === undefined || base === saved.version) {
    return { base: saved, theirs: undefined, edits };
  }
  // The base fields aren't known here. HQ knows them and merges the edits on save.
  return { base: { version: base, fields: saved.fields }, theirs: saved, edits };
}

/** Returns the edits that differ from the base version, in the form HQ accepts. */
export function changesOf({ base, edits }: DraftState): FieldValues {
  const before = base?.fields ?? NONE;
  const changes = Object.entries(edits)
    .map(([apiId, value]) => [apiId, valueToSend(value)] as const)
    .filter(([apiId, value]) => !sameValue(value, before[apiId] ?? null));
  return Object.fromEntries(changes);
}

/** Converts a value for saving: null removes it, and empty list items are dropped. */
function valueToSend(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  const items: readonly unknown[] = value.filter((item) => item !== "" && item !== undefined);
  return items.length === 0 ? null : items;
}

/** Returns the values to display: the latest saved ones, overlaid with the edits. */
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

/** Returns the edits to store; undefined if there are none. */
export function unsavedEditsOf(state: DraftState): UnsavedEdits | undefined {
  const fields = changesOf(state);
  if (Object.keys(fields).length === 0) return undefined;
  return { ...(state.base !== undefined && { base: state.base.version }), fields };
}

/** Returns the API IDs of the fields that differ between two versions. */
export function changedFields(
  before: SavedVersion | undefined,
  after: SavedVersion,
): readonly string[] {
  const old = before?.fields ?? NONE;
  const names = new Set([...Object.keys(old), ...Object.keys(after.fields)]);
  return [...names].filter((apiId) => !sameValue(old[apiId], after.fields[apiId]));
}

/** A field's value before a change. */
interface Step {
  readonly apiId: string;
  readonly value: unknown;
}

/** Maximum undo steps. */
const MOST_STEPS = 100;

/** An observable draft. It outlives changes to the saved entry. */
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

  /** Sets a field to a new value entered by the user. */
  set(apiId: string, value: unknown): void {
    const before = this.#stepOf(apiId);
    const last = this.#past.at(-1);
    // Consecutive typing in one field is one undo step.
    const goesOn = last?.apiId === apiId && isTyped(before.value) && isTyped(value);
    if (!goesOn) this.#past = [...this.#past, before].slice(-MOST_STEPS);
    this.#future = [];
    this.#put({ apiId, value });
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Undoes the last change, in whichever field. Returns the API ID of that field. */
  undo(): string | undefined {
    const step = this.#past.at(-1);
    if (step === undefined) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#stepOf(step.apiId)];
    this.#put(step);
    return step.apiId;
  }

  /** Redoes the last undone change. */
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

  /**
   * Receives a newly loaded version. Without edits it becomes the base; otherwise it waits to be merged by the next
   * save.
   */
  arrive(saved: SavedVersion): void {
    flushPendingInput();
    const { base, theirs, edits } = this.#state;
    const known = theirs ?? base;
    // A version identifies the file's content, so renaming an entry keeps it.
    if (saved.version === known?.version && sameValue(saved.fields, known.fields)) return;
    if (unsavedEditsOf(this.#state) !== undefined) {
      this.#become({ base, theirs: saved.version === base?.version ? undefined : saved, edits });
      return;
    }
    const changedByOthers = new Set(changedFields(base, saved));
    this.#become({ base: saved, theirs: undefined, edits: without(edits, changedByOthers) });
  }

  /**
   * Marks the sent edits as saved; later edits stay unsaved. `fromOthers` lists fields that also contain changes by
   * others: later edits of these fields were made without seeing them, so they must not overwrite them.
   */
  settle(sent: FieldValues, saved: SavedVersion, fromOthers: readonly string[] = []): void {
    flushPendingInput();
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

  /** Applies the resolved values of all conflicts on top of the other version. */
  decide(theirs: SavedVersion, values: FieldValues): void {
    const names = new Set([...Object.keys(theirs.fields), ...Object.keys(values)]);
    const edits = Object.fromEntries([...names].map((name) => [name, values[name] ?? null]));
    this.#forgetSteps();
    this.#become({ base: theirs, theirs: undefined, edits });
  }

  /** Replaces the edits, for example with those stored from another device. */
  replace(unsaved: UnsavedEdits | undefined): void {
    const { base, theirs } = this.#state;
    this.#forgetSteps();
    this.#become(createDraft(theirs ?? base, unsaved));
  }

  /** Discards the edits of some fields. */
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

/** Returns whether a value is typically edited keystroke by keystroke. */
function isTyped(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || value === undefined;
}

function without(values: FieldValues, names: ReadonlySet<string>): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
