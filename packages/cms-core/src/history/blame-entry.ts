import { CmsError, isCmsError } from "../base/errors.ts";
import { splitMarkdown } from "../markdown/split-markdown.ts";
import { sameValue } from "../merge/sequence/conflict.ts";
import type { Field } from "../model/content-type.ts";
import type { FieldValue, Row } from "../model/entry.ts";
import { rowsOf } from "../model/walk-values.ts";
import type { SiteStore } from "../site/site-store.ts";
import { placeKey, type EntryPlace } from "./entry-place.ts";
import { readPlace, type EntryVersion } from "./read-version.ts";
import { saveEvent, type SaveEvent } from "./timeline-events.ts";
import { type EntryStep, walkEntry } from "./walk-entry.ts";

/** Who last changed something. */
export type Blame = Pick<SaveEvent, "commit" | "when" | "author" | "message">;

export interface FieldBlame {
  /** Internal id. */
  readonly field: string;
  readonly apiId: string;
  /** Who gave the field the value that it has. */
  readonly by: Blame;
  /** Of a repeat, by row id. */
  readonly rows?: ReadonlyMap<string, Blame>;
  /** Of a rich text, in order: each block (paragraph, list item, heading …) as it stands. */
  readonly blocks?: readonly { readonly text: string; readonly by: Blame }[];
}

/**
 * Who last changed each field of an entry that has a value, and when: reads versions from the newest on
 * until that is known for every one. Through a merge it follows the side that a value came from. A version
 * that could not be read says nothing, and one that was restored is its restorer's.
 *
 * @throws CmsError `content_not_found` when there is no such entry now, or as `readVersion`
 */
export async function blameEntry(store: SiteStore, id: string): Promise<FieldBlame[]> {
  const ref = store.entryById(id);
  const start = { commit: store.head(), path: ref?.path ?? "" };
  const now = ref && (await readPlace(store, id, start));
  if (now === undefined) throw new CmsError("content_not_found", `There is no entry ${id}.`);
  const { schema, entry } = now;
  const parts = schema.fields.flatMap((field) => partsOf(field, entry.values.get(field.id)));
  const found = await findAuthors(store, { id, start, parts });
  const byField = Map.groupBy(parts, ({ field }) => field);
  return schema.fields.flatMap((field) => fieldBlame(field, byField.get(field.id) ?? [], found));
}

/** A part that stood in a version as it does now; when only seen through broken ones, who mended them. */
interface Traced {
  readonly part: Part;
  readonly since?: Blame;
}

async function findAuthors(
  store: SiteStore,
  { id, start, parts }: { readonly id: string; readonly start: EntryPlace; readonly parts: Part[] },
): Promise<Map<string, Blame>> {
  const found = new Map<string, Blame>();
  const open = new Map<string, Traced[]>([[placeKey(start), parts.map((part) => ({ part }))]]);
  for await (const step of walkEntry(store.repository, id, [start])) {
    const here = step.reached.flatMap((place) => takeFrom(open, placeKey(place)));
    const by = blameOf(saveEvent(step));
    for (const { part, since } of await passOn(store, { id, step, open, here, by })) {
      found.set(part.key, since ?? by);
    }
    if (open.size === 0) break;
  }
  return found;
}

interface PassOn {
  readonly id: string;
  readonly step: EntryStep;
  readonly open: Map<string, Traced[]>;
  readonly here: readonly Traced[];
  readonly by: Blame;
}

/** Hands each part to a version before that has it too; what none has is left. */
async function passOn(
  store: SiteStore,
  { id, step, open, here, by }: PassOn,
): Promise<readonly Traced[]> {
  let left = here;
  for (const place of left.length === 0 ? [] : step.previous) {
    const older = await readOlder(store, id, place);
    const goes = ({ part }: Traced): boolean =>
      older === "unreadable" || (older !== undefined && sameValue(part.read(older), part.value));
    const gone = left.filter(goes).map(({ part, since }): Traced => {
      return older === "unreadable" ? { part, since: since ?? by } : { part };
    });
    left = left.filter((traced) => !goes(traced));
    const key = placeKey(place);
    if (gone.length > 0) open.set(key, [...(open.get(key) ?? []), ...gone]);
  }
  return left;
}

function takeFrom(open: Map<string, Traced[]>, key: string): Traced[] {
  const traced = open.get(key) ?? [];
  open.delete(key);
  return traced;
}

/** A value that is looked for in older versions. */
interface Part {
  readonly key: string;
  readonly field: string;
  readonly value: unknown;
  readonly read: (version: EntryVersion) => unknown;
  readonly row?: string;
  readonly block?: string;
}

function partsOf(field: Field, value: FieldValue | undefined): Part[] {
  if (value === undefined) return [];
  const { id } = field;
  const whole = {
    key: id,
    field: id,
    value,
    read: (old: EntryVersion) => old.entry.values.get(id),
  };
  if (field.type === "repeat") return [whole, ...rowsOf(value).map((row) => rowPart(id, row))];
  if (field.type !== "richtext" || typeof value !== "string") return [whole];
  return [whole, ...blocksOf(value).map((block, place) => blockPart(id, block, place))];
}

function rowPart(field: string, row: Row): Part {
  return {
    key: `${field}\0${row.id}`,
    field,
    row: row.id,
    value: row.values,
    read: (old) => knownRows(old, field).get(row.id),
  };
}

function blockPart(field: string, block: string, place: number): Part {
  return {
    key: `${field}\0${place}`,
    field,
    block,
    value: true,
    read: (old) => knownBlocks(old, field).has(block),
  };
}

function blocksOf(value: FieldValue): readonly string[] {
  return typeof value === "string" ? splitMarkdown(value).blocks.map(({ text }) => text) : [];
}

/** The blocks of a version's field. */
const knownBlocks = onceForEach((value) => new Set(blocksOf(value)));

/** What the rows of a version's field hold, by id. */
const knownRows = onceForEach((value) => new Map(rowsOf(value).map((row) => [row.id, row.values])));

/** What is made of a version's field, once for all that ask. */
function onceForEach<T>(
  make: (value: FieldValue) => T,
): (version: EntryVersion, field: string) => T {
  const made = new WeakMap<EntryVersion, Map<string, T>>();
  return (version, field) => {
    const known = made.get(version) ?? new Map<string, T>();
    made.set(version, known);
    const found = known.get(field) ?? make(version.entry.values.get(field) ?? "");
    known.set(field, found);
    return found;
  };
}

async function readOlder(
  store: SiteStore,
  id: string,
  place: EntryPlace,
): Promise<EntryVersion | "unreadable" | undefined> {
  try {
    return await readPlace(store, id, place);
  } catch (error) {
    if (isCmsError(error)) return "unreadable";
    throw error;
  }
}

function fieldBlame(
  field: Field,
  parts: readonly Part[],
  found: ReadonlyMap<string, Blame>,
): FieldBlame[] {
  const by = found.get(field.id);
  if (by === undefined) return [];
  const own = parts.flatMap((part) => {
    const blame = found.get(part.key);
    return blame === undefined ? [] : [{ ...part, by: blame }];
  });
  const rows = own.flatMap((part) =>
    part.row === undefined ? [] : [[part.row, part.by] as const],
  );
  const blocks = own.flatMap((part) =>
    part.block === undefined ? [] : [{ text: part.block, by: part.by }],
  );
  return [
    {
      field: field.id,
      apiId: field.apiId,
      by,
      ...(field.type === "repeat" ? { rows: new Map(rows) } : {}),
      ...(field.type === "richtext" ? { blocks } : {}),
    },
  ];
}

function blameOf({ commit, when, author, message }: Blame): Blame {
  return { commit, when, author, message };
}
