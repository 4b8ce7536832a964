import { CmsError } from "../../base/errors.ts";
import type { Field } from "../../model/content-type.ts";
import { fieldsOf, type IndexSession } from "../follow/index-session.ts";
import { ORDER_COLUMNS } from "../schema/tables.ts";
import type { RowConditions } from "./match-rows.ts";

/** `-` stands for the newest, or the last by the alphabet, first. */
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

/** By a field of the one type that a list is of. */
type FieldOrder = `fields.${string}` | `-fields.${string}`;

export type EntryOrder = (typeof ENTRY_ORDERS)[number] | FieldOrder;

/** What a list is ordered by, and whether it is read from the end. */
export interface ListOrder {
  /** SQL of the values of a place. */
  readonly keys: readonly string[];
  /** What is to be bound in these. */
  readonly given: readonly string[];
  readonly backwards: boolean;
}

/** Times are kept negative, so that the newest come first when a list is read forwards. */
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

/** By a value that no index is kept of; what has none comes last both ways. */
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

/** @throws CmsError `invalid_orders` for a field that there is not, or that has no order */
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

/** A search shows first what has all its words in the title, unless it asks for an order by a value. */
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
  // An id that a push made may hold anything; none of Loam's own has more than these.
  return SORTABLE.has(type) && !multiple && /^[\w-]+$/.test(id);
}

/** A place in a list: the values that the last entry of a page is ordered by. */
export type Place = readonly (string | number)[];

/** Opaque to who gets it, and safe in an address. `list` says what the cursor may continue. */
export function printCursor(list: string, place: Place): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString("base64url");
}

/** @throws CmsError `invalid_cursor` when it is none, or continues another list */
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
