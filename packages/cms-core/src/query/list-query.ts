import { CmsError, type ErrorCode } from "../base/errors.ts";
import { characterCount, composeText, parseWholeNumber } from "../base/text.ts";
import { type FieldPick, parseFields } from "./answer/pick-fields.ts";
import { type CheckedFilter, checkFilters } from "./ask/check-filters.ts";
import { parseFilters } from "./ask/parse-filters.ts";
import {
  type OrderTerm,
  parseOrders,
  type QueryParameters,
  type QuerySchema,
} from "./ask/query-parameters.ts";
import { searchWords } from "./table/search-rows.ts";

/** How one entry is shown. */
export interface EntryQuery {
  /** How many levels of references are expanded. */
  readonly depth: number;
  /** Absent: every field. */
  readonly fields?: FieldPick;
}

/** Which entries to return, in which order and form. */
export interface ListQuery extends EntryQuery {
  readonly limit: number;
  readonly offset: number;
  /** Empty: default order. */
  readonly orders: readonly OrderTerm[];
  /** Absent: every entry. */
  readonly filter?: CheckedFilter;
  /** Words that must all occur, as normalized by `toSearchText`. */
  readonly words?: readonly string[];
  /** Ids or slugs. */
  readonly ids?: readonly string[];
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_OFFSET = 1_000_000_000;
const MAX_DEPTH = 3;
const DEFAULT_DEPTH = 1;
const MAX_SEARCH_CHARACTERS = 200;

/**
 * Parses the parameters of a list (contracts, section 4) and checks them against the published schema.
 *
 * @throws CmsError `invalid_limit`, `invalid_offset`, `invalid_orders`, `invalid_depth`, `invalid_filters`,
 * `unknown_field`, `invalid_q`; `details` contain `param` and, if known, the position
 */
export function parseListQuery(parameters: QueryParameters, schema: QuerySchema): ListQuery {
  const orders = parameters.get("orders");
  const filters = parameters.get("filters");
  const words = searchedWords(parameters.get("q") ?? "");
  const ids = parameters.get("ids");
  return {
    ...parseEntryQuery(parameters),
    limit: wholeNumber(parameters, "limit", MAX_LIMIT, "invalid_limit") ?? DEFAULT_LIMIT,
    offset: wholeNumber(parameters, "offset", MAX_OFFSET, "invalid_offset") ?? 0,
    orders: orders === undefined ? [] : parseOrders(orders, schema.fields),
    ...(filters !== undefined && { filter: checkFilters(parseFilters(filters), schema) }),
    ...(words.length > 0 && { words }),
    ...(ids !== undefined && { ids: ids.split(",").map((id) => composeText(id.trim())) }),
  };
}

/** Returns the words of `q`; empty if it contains only spaces, which means no search. */
function searchedWords(q: string): readonly string[] {
  if (characterCount(q) <= MAX_SEARCH_CHARACTERS) return searchWords(q);
  throw new CmsError("invalid_q", `q can have up to ${MAX_SEARCH_CHARACTERS} characters.`, {
    details: { param: "q" },
  });
}

/**
 * Parses the parameters of a single entry; those of lists are ignored.
 *
 * @throws CmsError `invalid_depth`
 */
export function parseEntryQuery(parameters: QueryParameters): EntryQuery {
  const depth = wholeNumber(parameters, "depth", MAX_DEPTH, "invalid_depth") ?? DEFAULT_DEPTH;
  const fields = parameters.get("fields");
  return { depth, ...(fields !== undefined && { fields: parseFields(fields) }) };
}

function wholeNumber(
  parameters: QueryParameters,
  name: string,
  max: number,
  code: ErrorCode,
): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const value = parseWholeNumber(text, max);
  if (value !== undefined) return value;
  throw new CmsError(code, `${name} must be a whole number from 0 to ${max}.`, {
    details: { param: name },
  });
}
