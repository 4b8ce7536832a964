import {
  FORMAT_PATH,
  checkFormatFile,
  printFormatFile,
  unknownFormat,
} from "../../content/site/format-file.ts";
import { classifyPath, ledgerPath, mediaPath } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import { publishedHead } from "../../site/read/branches.ts";
import { isPin, NO_PATHS, PUBLISHED_REF, type PublishedFileChanges } from "./published-tree.ts";

/** Action of a commit that moved records without changing live content. */
export const FORMAT_ACTION = "format";

/** Repositories known to contain their format number. */
const current = new WeakSet<GitRepository>();

/**
 * Migrates the files of `published` to the current layout, in a separate commit before the first change of live
 * content. Creates no commit if nothing must move; the next change then adds the format number.
 *
 * @throws CmsError `repository_format_unknown` if a newer version wrote the branch
 */
export async function migrateToFormat(repository: GitRepository): Promise<void> {
  if (current.has(repository)) return;
  const commit = await publishedHead(repository);
  if (commit === undefined) return;
  const found = await repository.readPath(commit, FORMAT_PATH);
  checkFormatFile(found?.bytes);
  if (found === undefined) {
    const moves = movesOf(await repository.changedFiles(undefined, commit));
    if (moves.size === 0) return;
    await commitMoves(repository, { commit, moves });
  }
  current.add(repository);
}

/** Returns additional edits for a commit on `published` while the branch has no format number. */
export function formatEdits(repository: GitRepository): readonly (readonly [string, FileEdit])[] {
  return current.has(repository) ? [] : [[FORMAT_PATH, printFormatFile()]];
}

/** Must be called once a commit with `formatEdits` was created. */
export function markFormatWritten(repository: GitRepository): void {
  current.add(repository);
}

async function commitMoves(
  repository: GitRepository,
  { commit, moves }: { readonly commit: string; readonly moves: ReadonlyMap<string, FileEdit> },
): Promise<void> {
  const steps = await repository.readCommit(commit);
  await repository.commit(
    PUBLISHED_REF,
    {
      files: new Map([...moves, [FORMAT_PATH, printFormatFile()]]),
      author: steps.author,
      when: new Date(),
      message: "Move records into folders",
      trailers: { "Loam-Action": FORMAT_ACTION },
    },
    { expected: commit },
  );
}

/** Returns edits that move records from the locations of older versions. */
function movesOf(files: readonly FileChange[]): ReadonlyMap<string, FileEdit> {
  const moves = new Map<string, FileEdit>();
  for (const { path, after } of files) {
    const to = currentPath(path);
    if (after === undefined || to === path) continue;
    moves.set(path, null);
    moves.set(to, { oid: after });
  }
  return moves;
}

/** Returns the current location of a file of `published`. */
export function currentPath(path: string): string {
  if (isPin(path)) return path;
  const identity = classifyPath(path, NO_PATHS);
  if (identity.kind === "ledger") return ledgerPath(identity.apiId, identity.id);
  return identity.kind === "media" ? mediaPath(identity.id) : path;
}

/**
 * Rejects files of `published` that this version doesn't recognize. Ignoring them could make live content disappear.
 *
 * @throws CmsError `repository_format_unknown`
 */
export function refuseUnknown({ unknown }: Pick<PublishedFileChanges, "unknown">): void {
  const [first] = unknown;
  if (first === undefined) return;
  throw unknownFormat(
    `The published branch contains ${first}, which this version of Loam does not know. Nothing live was changed. Use the version of Loam that wrote the file, or restore the repository from a backup.`,
  );
}
