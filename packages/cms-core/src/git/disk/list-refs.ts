import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { CmsError } from "../../base/errors.ts";
import type { Oid } from "../objects/object-id.ts";
import { readPackedRefs, readRef } from "./refs.ts";

/**
 * Every ref and where it stands, by its full name.
 *
 * @throws CmsError `repository_broken`, `storage_failed`
 */
export function listRefs(gitDir: string): Map<string, Oid> {
  const refs = new Map(readPackedRefs(gitDir));
  for (const ref of looseRefs(gitDir)) {
    const oid = readRef(gitDir, ref);
    // One that is just removed.
    if (oid !== undefined) refs.set(ref, oid);
  }
  return refs;
}

function looseRefs(gitDir: string): string[] {
  try {
    return readdirSync(join(gitDir, "refs"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
      .map(({ parentPath, name }) => relative(gitDir, join(parentPath, name)))
      .map((path) => path.split(sep).join("/"));
  } catch (cause) {
    throw new CmsError("storage_failed", "The refs of the repository cannot be listed.", { cause });
  }
}
