import { CmsError } from "../../base/errors.ts";

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
    "The cursor is not one of this list; begin at the first page.",
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
