import { type Oid, parseOid } from "../objects/object-id.ts";
import { type ByteQueue, GitPipe } from "../program/git-pipe.ts";
import { streamGit } from "../program/git-program.ts";

const NO_OID = "0".repeat(40);
const NEWLINE = 10;
const COLON = 58;
/** Of what `rawChange` takes, with the NUL behind it. */
const HEADER_BYTES = 99;

/** A file that differs between two commits; `before` and `after` are blob ids. */
export interface FileChange {
  readonly path: string;
  /** Absent when the file is new. */
  readonly before?: Oid;
  /** Absent when the file was removed. */
  readonly after?: Oid;
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule) after the change. */
  readonly mode?: string;
}

interface DiffReader {
  readonly read: (from: Oid, to: Oid) => Promise<FileChange[]>;
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

/** Compares commits through one long-lived `git diff-tree`. */
export function createDiffReader(gitDir: string): DiffReader {
  const options = ["-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-commit-id"];
  const pipe = new GitPipe(gitDir, ["diff-tree", "--stdin", "--no-ext-diff", ...options]);
  return {
    read: async (from, to) => {
      const changes: FileChange[] = [];
      // A line that is no object id is echoed and flushes what precedes it.
      await pipe.ask({
        question: `${parseOid(to)} ${parseOid(from)}\nend\n`,
        read: changeParser(changes),
      });
      return changes;
    },
    restart: () => pipe.restart(),
    close: async () => pipe.close(),
  };
}

function changeParser(changes: FileChange[]): (arrived: ByteQueue) => boolean {
  let header: string | undefined;
  return (arrived) => {
    for (;;) {
      if (header === undefined) {
        arrived.drop(takeWhole(arrived.first(), changes));
        const first = arrived.peek();
        if (first === undefined) return false;
        if (first !== COLON) return arrived.takeUntil(NEWLINE) !== undefined;
        header = arrived.takeUntil(0)?.toString();
        if (header === undefined) return false;
      }
      const path = arrived.takeUntil(0)?.toString();
      if (path === undefined) return false;
      changes.push(rawChange(header, path));
      header = undefined;
    }
  };
}

/** Takes the changes that are in one piece: nearly all, in half of the time. @returns how long they are */
function takeWhole(bytes: Buffer, changes: FileChange[]): number {
  let at = 0;
  while (bytes[at] === COLON) {
    const path = at + HEADER_BYTES;
    const end = bytes[path - 1] === 0 ? bytes.indexOf(0, path) : -1;
    if (end === -1) break;
    const header = bytes.toString("latin1", at, path - 1);
    changes.push(rawChange(header, bytes.toString("utf8", path, end)));
    at = end + 1;
  }
  return at;
}

/**
 * A change of a file as `--raw -z --no-abbrev` prints it: a header, then the path. The header is
 * `:100644 100644 <before> <after> M`, always as wide.
 */
export function rawChange(header: string, path: string): FileChange {
  const mode = header.slice(8, 14);
  const before = header.slice(15, 55);
  const after = header.slice(56, 96);
  if (before === NO_OID) return { path, after, mode };
  return after === NO_OID ? { path, before } : { path, before, after, mode };
}

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
