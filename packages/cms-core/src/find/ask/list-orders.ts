import { CmsError } from "../../base/errors.ts";
import type { Field } from "../../model/content-type.ts";
import { fieldsOf, type IndexSession } from "../follow/index-session.ts";
import { ORDER_COLUMNS } from "../schema/tables.ts";
import type { RowConditions } from "./match-rows.ts";

/** `-` means newest first, or reverse alphabetical order. */
export const ENTRY_ORDERS = [
  "default",
  "updatedAt",
  "-updatedAt",
  "title",
  "-title",
  "slug",
  "-slug",
  "publishedAt",
  "-publishedAt",
  "createdAt",
  "-createdAt",
  "type",
  "-type",
  "state",
  "-state",
  "author",
  "-author",
] as const;

/** A field of the list's only type. */
type FieldOrder = `fields.${string}` | `-fields.${string}`;

export type EntryOrder = (typeof ENTRY_ORDERS)[number] | FieldOrder;

/** Sort keys of a list, and whether it is read backwards. */
export interface ListOrder {
  /** SQL expressions of the sort keys. */
  readonly keys: readonly string[];
  /** Values to bind in the expressions. */
  readonly given: readonly string[];
  readonly backwards: boolean;
}

/** Times are stored negated, so that reading forwards gives the newest first. */
const INDEXED: Readonly<Record<string, ListOrder>> = {
  default: indexed("default"),
  updatedAt: indexed("updated", true),
  "-updatedAt": indexed("updated"),
  title: indexed("title"),
  "-title": indexed("title", true),
  slug: indexed("slug"),
  "-slug": indexed("slug", true),
  publishedAt: indexed("published", true),
  "-publishedAt": indexed("published"),
};

function indexed(name: keyof typeof ORDER_COLUMNS, backwards: boolean = false): ListOrder {
  const keys = ORDER_COLUMNS[name].map((column) => `e.${column}`);
  return { keys, given: [], backwards };
}

/** Sorts by a value without an index; entries without a value come last in both directions. */
function byValue(value: string, backwards: boolean): ListOrder {
  const place = backwards ? `${value} IS NOT NULL` : `${value} IS NULL`;
  return { keys: [place, `coalesce(${value}, 0)`, "e.folded", "e.tie"], given: [], backwards };
}

const VALUES: Readonly<Record<string, string>> = {
  createdAt: "e.created_at",
  type: "e.type",
  state: "e.state",
  author: "nullif(e.author, '')",
};

/** @throws CmsError `invalid_orders` for an unknown field, or one that cannot be sorted */
export function orderOf(
  session: IndexSession,
  orderBy: EntryOrder,
  { types, words }: Pick<RowConditions, "types" | "words">,
): ListOrder {
  const known = INDEXED[orderBy];
  if (known !== undefined) return words.length === 0 ? known : titledFirst(known, words);
  const backwards = orderBy.startsWith("-");
  const name = backwards ? orderBy.slice(1) : orderBy;
  const value = VALUES[name];
  if (value !== undefined) return byValue(value, backwards);
  const [only = "", ...others] = types ?? [];
  const fields = others.length > 0 ? [] : (fieldsOf(session, only) ?? []);
  const sortable = fields.filter(isSortable);
  const field = sortable.find(({ apiId }) => `fields.${apiId}` === name);
  if (field === undefined) {
    const message = `A list cannot be ordered by "${name}". Ordering by a field requires a list of one content type.`;
    const allowed = sortable.map(({ apiId }) => `fields.${apiId}`);
    throw new CmsError("invalid_orders", message, { details: { param: "orderBy", allowed } });
  }
  return byValue(`nullif(json_extract(e.fields, '$."${field.id}"'), '')`, backwards);
}

/** A search returns entries with all its words in the title first, unless it sorts by a value. */
function titledFirst({ keys, backwards }: ListOrder, words: readonly string[]): ListOrder {
  const titled = words.map(() => "instr(e.search_title, ?) > 0").join(" AND ");
  return { keys: [backwards ? titled : `NOT (${titled})`, ...keys], given: words, backwards };
}

const SORTABLE: ReadonlySet<Field["type"]> = new Set([
  "text",
  "textarea",
  "number",
  "boolean",
  "date",
  "select",
]);

function isSortable({ type, multiple, id }: Field): boolean {
  // A pushed id can contain anything; Loam's own ids use only these characters.
  return SORTABLE.has(type) && !multiple && /^[\w-]+$/.test(id);
}

/** A position in a list: the sort keys of the last entry of a page. */
export type Place = readonly (string | number)[];

/** Returns an opaque, URL-safe cursor. `list` identifies the query that it belongs to. */
export function printCursor(list: string, place: Place): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString("base64url");
}

/** @throws CmsError `invalid_cursor` if it is invalid, or belongs to another query */
export function parseCursor(list: string, cursor: string, length: number): Place {
  const [own, ...place]: readonly unknown[] = readList(cursor);
  if (own === list && place.length === length && place.every(isValue)) return place;
  throw new CmsError(
    "invalid_cursor",
    "The cursor does not belong to this list. Start again from the first page.",
  );
}

function readList(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isValue(value: unknown): value is string | number {
  return typeof value === "string" || Number.isFinite(value);
}
