import type { ListSources } from "./list-files.ts";
import { parseOid, type Oid } from "./object-id.ts";
import type { GitObject } from "./object-reader.ts";
import { listEntries, readTree, type TreeEntry } from "./tree.ts";

/** What a commit has and an older one has not. */
export interface NewFiles {
  /** Paths of files that are new or were changed. */
  readonly files: readonly string[];
  /** Paths of folders of which everything is new, with a slash at their end; `""` is all there is. */
  readonly folders: readonly string[];
}

const FOLDER_MODE = "40000";
/** Of the lists that are compared: about 1,000 names. */
const MOST_BYTES = 64 * 1024;
const MOST_FOLDERS = 16;

/**
 * What is new from one commit to another, found without listing the folders that are new as a whole: of an import
 * that is nearly everything. Undefined where long lists differ, which git compares faster.
 */
export async function newSince(
  { trees, objects }: ListSources,
  from: Oid | undefined,
  to: Oid,
): Promise<NewFiles | undefined> {
  if (from === undefined) return { files: [], folders: [""] };
  const [before, after] = await Promise.all([
    trees.rootOf(parseOid(from)),
    trees.rootOf(parseOid(to)),
  ]);
  const files: string[] = [];
  const folders: string[] = [];
  let pairs: readonly FolderPair[] = [{ path: "", before, after }];
  while (pairs.length > 0) {
    const lists = await objects.read(pairs.flatMap((pair) => [pair.before, pair.after]));
    if (!lists.every(isList) || byteSize(lists) > MOST_BYTES) return undefined;
    pairs = pairs.flatMap((pair, index) => {
      const found = compareLists(pair.path, entriesOf(lists[index * 2]), lists[index * 2 + 1]);
      files.push(...found.files);
      folders.push(...found.folders);
      return found.pairs;
    });
    if (pairs.length + folders.length > MOST_FOLDERS) return undefined;
  }
  return { files, folders };
}

/** A folder that both commits have, and that differs. */
interface FolderPair {
  readonly path: string;
  readonly before: Oid;
  readonly after: Oid;
}

function compareLists(
  path: string,
  before: readonly TreeEntry[],
  after: GitObject | undefined,
): NewFiles & { readonly pairs: readonly FolderPair[] } {
  const old = new Map(before.map((entry) => [entry.name, entry]));
  const [files, folders, pairs]: [string[], string[], FolderPair[]] = [[], [], []];
  for (const { name, mode, oid } of entriesOf(after)) {
    const was = old.get(name);
    if (was?.oid === oid && was.mode === mode) continue;
    const at = path + name;
    if (mode !== FOLDER_MODE) files.push(at);
    else if (was?.mode !== FOLDER_MODE) folders.push(`${at}/`);
    else pairs.push({ path: `${at}/`, before: was.oid, after: oid });
  }
  return { files, folders, pairs };
}

function isList(object: GitObject | undefined): object is GitObject {
  return object?.type === "tree";
}

function byteSize(lists: readonly GitObject[]): number {
  return lists.reduce((size, { bytes }) => size + bytes.length, 0);
}

function entriesOf(list: GitObject | undefined): TreeEntry[] {
  return list === undefined ? [] : listEntries(readTree(list.bytes));
}
