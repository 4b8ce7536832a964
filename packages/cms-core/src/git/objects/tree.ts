import { CmsError } from "../../base/errors.ts";
import { foldName } from "../../base/reserved-names.ts";
import type { Author } from "./commit-object.ts";
import type { Oid } from "./object-id.ts";

const SPACE = 32;
const OID_BYTES = 20;

/** Git's mode of a folder in a tree. */
export const FOLDER_MODE = "40000";

/** One entry of a tree. */
export interface TreeEntry {
  readonly name: string;
  /** Mode as Git stores it; `FOLDER_MODE` is a folder. */
  readonly mode: string;
  readonly oid: Oid;
}

/** Entries of a folder, by `nameKey`. */
export type Tree = ReadonlyMap<string, TreeEntry>;

/** Converts the bytes of a name to one character each: names need not be UTF-8, and Git sorts by bytes. */
export function nameKey(name: string): string {
  return Buffer.from(name).toString("latin1");
}

/** Parses a tree object, in Git's order. @throws CmsError `repository_broken` */
export function parseTree(bytes: Buffer): Map<string, TreeEntry> {
  const tree = new Map<string, TreeEntry>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(SPACE, at);
    const nul = bytes.indexOf(0, at);
    const end = nul + 1 + OID_BYTES;
    if (space < 0 || nul < space || end > bytes.length) {
      throw new CmsError("repository_broken", "A tree object in the repository cannot be read.");
    }
    tree.set(bytes.toString("latin1", space + 1, nul), {
      name: bytes.toString("utf8", space + 1, nul),
      mode: modeOf(bytes.toString("latin1", at, space)),
      oid: bytes.toString("hex", nul + 1, end),
    });
    at = end;
  }
  return tree;
}

/** Normalizes a mode like Git: old tools wrote other file bits, and a leading zero for folders. */
function modeOf(written: string): string {
  const mode = written.replace(/^0+/, "");
  if (!mode.startsWith("100")) return mode;
  return Number.parseInt(mode, 8) & 0o100 ? "100755" : "100644";
}

/** Returns the tree object of a folder. */
export function printTree(tree: Tree): Buffer {
  const sorted = [...tree].toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const parts = sorted.flatMap(([key, { mode, oid }]) => [
    Buffer.from(`${mode} ${key}\0`, "latin1"),
    Buffer.from(oid, "hex"),
  ]);
  return Buffer.concat(parts);
}

/** A folder sorts as if its name ended with `/`. */
function sortKey([key, { mode }]: readonly [string, TreeEntry]): string {
  return mode === FOLDER_MODE ? `${key}/` : key;
}

const MAX_PATH_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f\\]/;

/**
 * Validates a path that any system can check out: relative, `/` between parts, no `.`, `..`, or empty part, nothing
 * that is or looks like `.git`, no backslash or control character.
 *
 * @throws CmsError `invalid_path`
 */
export function parseTreePath(path: string): string {
  const parts = path.split("/");
  const bad =
    UNSAFE.test(path) ||
    !path.isWellFormed() ||
    Buffer.byteLength(path) > MAX_PATH_BYTES ||
    parts.some(isUnsafePart);
  if (!bad) return path;
  throw new CmsError("invalid_path", "This path is not allowed in a site repository.", {
    details: { path: path.slice(0, MAX_PATH_BYTES).toWellFormed() },
  });
}

function isUnsafePart(part: string): boolean {
  if (part === "" || part === "." || part === "..") return true;
  if (Buffer.byteLength(part) > MAX_SEGMENT_BYTES) return true;
  const plain = foldName(part);
  // Windows drops trailing dots and spaces, and accepts `git~1` for `.git`.
  const name = plain.replace(/[. ]+$/, "").split(":")[0] ?? "";
  return name === ".git" || name === "git~1" || plain === ".gitmodules";
}

/** New content of a file, an existing blob, or null to remove the file. */
export type FileEdit = Uint8Array | { readonly oid: Oid } | null;

export type FileMode = "100644" | "100755";

/** Content of one commit, and its author. */
export interface Change {
  /** By path. */
  readonly files: ReadonlyMap<string, FileEdit>;
  /** Files that become executable or stop being so. @default the mode of the existing file */
  readonly modes?: ReadonlyMap<string, FileMode>;
  readonly author: Author;
  readonly message: string;
  /** `Key: value` lines after the message: `Loam-Site`, `Loam-Entry`, `Loam-Action`. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** @default now */
  readonly when?: Date;
  /** Additional parents of a merge commit. */
  readonly mergeOf?: readonly Oid[];
}
