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

/** Last change of something. */
export type Blame = Pick<SaveEvent, "commit" | "when" | "author" | "message">;

export interface FieldBlame {
  /** Internal id. */
  readonly field: string;
  readonly apiId: string;
  /** The change that gave the field its current value. */
  readonly by: Blame;
  /** For a repeat: the last change of each row, by row id. */
  readonly rows?: ReadonlyMap<string, Blame>;
  /** For rich text: each current block (paragraph, list item, heading …), in order. */
  readonly blocks?: readonly { readonly text: string; readonly by: Blame }[];
}

/**
 * Returns who last changed each field of an entry with a value, and when. Reads versions from the newest backwards
 * until all are known. At a merge, follows the side that a value came from. Skips unreadable versions and attributes
 * restored values to the person who restored them.
 *
 * @throws CmsError `content_not_found` if the entry doesn't exist now, or as `readVersion`
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

/** A part with its current value in a version; if seen only past broken versions, who repaired them. */
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
    const reachedParts = step.reached.flatMap((place) => takeFrom(open, placeKey(place)));
    const by = blameOf(saveEvent(step));
    for (const { part, since } of await passToOlder(store, {
      id,
      step,
      open,
      here: reachedParts,
      by,
    })) {
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

/** Passes each part on to an earlier version that also has it. Returns the parts that no earlier version has. */
async function passToOlder(
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

/** A value to search for in older versions. */
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

/** Values of the rows of a version's field, by row id. */
const knownRows = onceForEach((value) => new Map(rowsOf(value).map((row) => [row.id, row.values])));

/** Caches a value derived from a version's field. */
function onceForEach<T>(
  make: (value: FieldValue) => T,
): (version: EntryVersion, field: string) => T {
  const cache = new WeakMap<EntryVersion, Map<string, T>>();
  return (version, field) => {
    const known = cache.get(version) ?? new Map<string, T>();
    cache.set(version, known);
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
