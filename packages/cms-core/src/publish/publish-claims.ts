import { foldSlug } from "../base/slug.ts";
import type { FileEdit } from "../git/repository.ts";
import type { DraftEntry } from "./publish-draft.ts";

/**
 * What a publish keeps for itself while others are decided beside it: its entries and their slugs. A file that
 * several bring along, as a schema, is the same to all of them.
 */
export function claimsOf(
  entries: readonly Pick<DraftEntry, "ref">[],
  files: ReadonlyMap<string, FileEdit>,
): ReadonlyMap<string, string | undefined> {
  const claims = new Map<string, string | undefined>();
  for (const { ref } of entries) {
    claims.set(`entry ${ref.id}`, undefined);
    claims.set(`slug ${ref.type}/${foldSlug(ref.slug)}`, undefined);
  }
  for (const [path, edit] of files) claims.set(`file ${path}`, oidOf(edit));
  return claims;
}

function oidOf(edit: FileEdit): string | undefined {
  return edit !== null && "oid" in edit ? edit.oid : undefined;
}
