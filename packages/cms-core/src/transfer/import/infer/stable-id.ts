import { createHash } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** An entry id that the same file of the same collection always gets on a site. */
export function stableEntryId(siteId: string, collection: string, path: string): string {
  return `e${base32(["entry", siteId, collection, path])}`;
}

/** A media id that the same bytes always get on a site. */
export function stableMediaId(siteId: string, sha256: string): string {
  return `m${base32(["media", siteId, sha256])}`;
}

/** A row id that follows from the row's content, so that other rows keep theirs when one is added. */
export function stableRowId(content: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = `r${base32(["row", content, String(attempt)]).slice(0, 6)}`;
    if (!taken.has(id)) return id;
  }
}

function base32(parts: readonly string[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest();
  let text = "";
  for (const byte of hash.subarray(0, 19)) text += ALPHABET.charAt(byte % ALPHABET.length);
  return text;
}
