import { CmsError, type ErrorCode } from "../base/errors.ts";
import { type OrderTerm, parseOrders } from "./parse-orders.ts";
import { type FieldPick, parseFields } from "./pick-fields.ts";
import type { QueryField } from "./query-field.ts";
import type { QueryParameters } from "./query-parameters.ts";

/** How one entry is shown. */
export interface EntryQuery {
  /** Absent: every field. */
  readonly fields?: FieldPick;
}

/** Which entries are shown, in which order, and how. */
export interface ListQuery extends EntryQuery {
  readonly limit: number;
  readonly offset: number;
  /** Empty: default order. */
  readonly orders: readonly OrderTerm[];
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_OFFSET = 1_000_000_000;
const MAX_DEPTH = 3;

/** Known, but answered by a later version: to ignore them would answer another question. */
const UNSUPPORTED_LIST = ["filters", "q", "ids"] as const;
const UNSUPPORTED_EVERYWHERE = ["at", "profile"] as const;

/**
 * Reads the parameters of a list (contracts, section 4).
 *
 * @throws CmsError `invalid_limit`, `invalid_offset`, `invalid_orders`, `invalid_depth`, or
 * `not_supported` for a parameter that this version does not answer.
 */
export function parseListQuery(
  parameters: QueryParameters,
  fields: readonly QueryField[],
): ListQuery {
  for (const name of UNSUPPORTED_LIST) if (parameters.has(name)) throw notSupported(name);
  const orders = parameters.get("orders");
  return {
    ...parseEntryQuery(parameters),
    limit: wholeNumber(parameters, "limit", MAX_LIMIT, "invalid_limit") ?? DEFAULT_LIMIT,
    offset: wholeNumber(parameters, "offset", MAX_OFFSET, "invalid_offset") ?? 0,
    orders: orders === undefined ? [] : parseOrders(orders, fields),
  };
}

/**
 * Reads the parameters of one entry; those of lists are ignored.
 *
 * @throws CmsError `invalid_depth`, or `not_supported` as for lists.
 */
export function parseEntryQuery(parameters: QueryParameters): EntryQuery {
  for (const name of UNSUPPORTED_EVERYWHERE) if (parameters.has(name)) throw notSupported(name);
  if (hasDraftKey(parameters)) throw notSupported("draftKey");
  const depth = wholeNumber(parameters, "depth", MAX_DEPTH, "invalid_depth") ?? 1;
  if (depth !== 1) throw notSupported("depth");
  const fields = parameters.get("fields");
  return fields === undefined ? {} : { fields: parseFields(fields) };
}

/** Clients print an unset key as `null` or `undefined`; both mean that there is none. */
function hasDraftKey(parameters: QueryParameters): boolean {
  const key = parameters.get("draftKey");
  return key !== undefined && key !== "null" && key !== "undefined";
}

function wholeNumber(
  parameters: QueryParameters,
  name: string,
  max: number,
  code: ErrorCode,
): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new CmsError(code, `${name} must be a whole number from 0 to ${max}.`, {
    details: { param: name },
  });
}

function notSupported(name: string): CmsError {
  return new CmsError(
    "not_supported",
    `This version does not answer ${name} yet; it is refused rather than ignored.`,
    { details: { param: name } },
  );
}
