import type { IndexSession } from "./index-session.ts";
import { indexedMedia, type IndexedMedia } from "./list-media.ts";
import { prepared } from "./prepared.ts";

/** The records of a site that stand for one binary, the oldest first. */
export function findMediaOf({ database }: IndexSession, sha256: string): readonly IndexedMedia[] {
  const found = prepared(
    database,
    "SELECT * FROM media WHERE sha256 = ? ORDER BY created_at, id",
  ).all(sha256);
  return found.map(indexedMedia);
}
