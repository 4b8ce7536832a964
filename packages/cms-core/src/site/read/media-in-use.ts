import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";

const RECORD = /^media\/.+\.yml$/;
const SHA256 = /\b[0-9a-f]{64}\b/g;

/**
 * The `sha256` of every media record on any branch of a site: `main`, `published`, changes that are under
 * review. Records are not parsed: what a damaged one speaks of is in use, too.
 *
 * @throws CmsError when anything cannot be read; then nothing may be taken for unused
 */
export async function mediaInUse(
  repository: Pick<GitRepository, "listRefs" | "listFiles" | "readBlobs">,
): Promise<Set<string>> {
  const records = new Set<string>();
  for (const commit of new Set((await repository.listRefs()).values())) {
    for (const { path, oid } of await repository.listFiles(commit)) {
      if (RECORD.test(path)) records.add(oid);
    }
  }
  const used = new Set<string>();
  for await (const [, bytes] of eachFile(repository, [...records], (oid) => oid)) {
    for (const [sha256] of Buffer.from(bytes).toString("latin1").matchAll(SHA256)) used.add(sha256);
  }
  return used;
}
