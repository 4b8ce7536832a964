import { parseOid, type Oid } from "../objects/object-id.ts";
import { streamGit } from "../program/git-program.ts";

const MAX_BYTES = 1024 * 1024;
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const OPTIONS = [
  "-r",
  "--patch",
  "--unified=3",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--full-index",
];

/**
 * How one folder becomes another, as `git diff` prints it; at most a megabyte of it. Undefined stands for a folder of
 * nothing.
 *
 * @throws CmsError `git_failed`
 */
export async function diffFolders(
  gitDir: string,
  from: Oid | undefined,
  to: Oid | undefined,
): Promise<string> {
  const trees = [parseOid(from ?? EMPTY_TREE), parseOid(to ?? EMPTY_TREE)];
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  for await (const chunk of streamGit(gitDir, ["diff-tree", ...OPTIONS, ...trees])) {
    chunks.push(chunk);
    byteSize += chunk.length;
    if (byteSize >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString("utf8").toWellFormed();
}
