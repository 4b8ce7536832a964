import { CmsError, parseNumber } from "@loam/cms-core";
import { findPlace } from "../platform/http/find-broken-text.ts";

/** Stands in for a number that would become another one. */
const INEXACT = Symbol("inexact number");

/** A number that may not be kept: longer than 15 digits, or with an exponent; also in a text, which does no harm. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][-+]?\d/;

/**
 * What a JSON text says. `JSON.parse` alone would take `9007199254740993` for 9007199254740992, and `1e400` for no
 * number at all.
 *
 * @throws CmsError `invalid_request` for what is no JSON, `invalid` with the path of a number that cannot be kept as
 * it is written; in an entry it is told by its field, as all that is wrong with one
 */
export function parseExactJson(text: string): unknown {
  try {
    if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
  const value = parseMarked(text);
  const place = findPlace(value, (at) => at.value === INEXACT);
  if (place === undefined) return value;
  const field = (place[0] === "fields" ? place.slice(1) : place).join(".");
  const message =
    "It is a number that cannot be kept with all its digits; a text field keeps them.";
  throw new CmsError("invalid", `${field}: ${message}`, {
    issues: [{ code: "invalid", message, field }],
  });
}

function parseMarked(text: string): unknown {
  try {
    return JSON.parse(text, markInexact);
  } catch (cause) {
    throw notJson(cause);
  }
}

/** @param context given by Node, with what stands in the text */
function markInexact(_key: string, value: unknown, context?: { readonly source?: string }) {
  const isKept = typeof value !== "number" || parseNumber(context?.source ?? "") !== undefined;
  return isKept ? value : INEXACT;
}

function notJson(cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : "";
  return new CmsError("invalid_request", `The body is not JSON: ${reason}`, { cause });
}
