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

/** What a commit did that moved records and changed nothing that is live. */
export const FORMAT_ACTION = "format";

/** Repositories that are known to name their format. */
const current = new WeakSet<GitRepository>();

/**
 * Brings the files of `published` to the layout that this version writes, in a commit of its own, before the first
 * change of what is live. Where nothing has to move there is no commit, and the next change brings the number along.
 *
 * @throws CmsError `repository_format_unknown` when a newer version wrote the branch
 */
export async function bringToFormat(repository: GitRepository): Promise<void> {
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

/** What a commit on `published` writes besides, while the branch does not name its format. */
export function formatEdits(repository: GitRepository): readonly (readonly [string, FileEdit])[] {
  return current.has(repository) ? [] : [[FORMAT_PATH, printFormatFile()]];
}

/** To be called when a commit with `formatEdits` was made. */
export function formatIsNoted(repository: GitRepository): void {
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

/** Records that lie where an older version put them. */
function movesOf(files: readonly FileChange[]): ReadonlyMap<string, FileEdit> {
  const moves = new Map<string, FileEdit>();
  for (const { path, after } of files) {
    const to = placeInFormat(path);
    if (after === undefined || to === path) continue;
    moves.set(path, null);
    moves.set(to, { oid: after });
  }
  return moves;
}

/** Where a file of `published` belongs. */
export function placeInFormat(path: string): string {
  if (isPin(path)) return path;
  const identity = classifyPath(path, NO_PATHS);
  if (identity.kind === "ledger") return ledgerPath(identity.apiId, identity.id);
  return identity.kind === "media" ? mediaPath(identity.id) : path;
}

/**
 * Refuses files of `published` that this version cannot place: who takes no notice of them takes what is live for
 * nothing.
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
