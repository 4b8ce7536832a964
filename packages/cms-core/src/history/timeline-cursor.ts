import { CmsError } from "../base/errors.ts";
import { isOid } from "../git/object-id.ts";
import { parseTreePath } from "../git/tree-path.ts";
import type { EntryPlace } from "./entry-place.ts";

/** From where on backwards the two branches are read. */
export interface TimelineStart {
  /** Several on both sides of a merge. */
  readonly main: readonly EntryPlace[];
  /** Commit of `published`, and the path of the entry's ledger file. */
  readonly published: EntryPlace | undefined;
}

// As many as branches that changed one entry at once and are not followed to their ends yet.
const MAX_PLACES = 64;

/** A start as one opaque text. */
export function printTimelineCursor({ main, published }: TimelineStart): string {
  const parts = [published, ...main].map((place) => place && [place.commit, place.path]);
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** @throws CmsError `invalid_cursor` */
export function parseTimelineCursor(cursor: string): TimelineStart {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  const isOurs = Array.isArray(parts) && parts.length > 0 && parts.length <= MAX_PLACES + 1;
  if (!isOurs) throw badTimelineCursor();
  const [published, ...main]: unknown[] = parts;
  return {
    main: main.map(parsePlace),
    published: published === null ? undefined : parsePlace(published),
  };
}

/** @returns CmsError `invalid_cursor` */
export function badTimelineCursor(): CmsError {
  return new CmsError("invalid_cursor", "The cursor is not one that this timeline gave.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parsePlace(part: unknown): EntryPlace {
  const [commit, path]: unknown[] = Array.isArray(part) ? part : [];
  if (typeof commit !== "string" || !isOid(commit) || typeof path !== "string") {
    throw badTimelineCursor();
  }
  try {
    return { commit, path: parseTreePath(path) };
  } catch {
    throw badTimelineCursor();
  }
}
