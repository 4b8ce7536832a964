import { CmsError } from "../base/errors.ts";

export interface FilterPlace {
  /** UTF-16 code units into the decoded text of `filters`. */
  readonly position: number;
  readonly field?: string;
  readonly allowed?: readonly string[];
}

/** The error for something at a place of `filters` (contracts, section 4). */
export function invalidFilters(message: string, place: FilterPlace): CmsError {
  return new CmsError("invalid_filters", message, { details: { param: "filters", ...place } });
}

/** A name as an error shows it: what was sent may be long. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
