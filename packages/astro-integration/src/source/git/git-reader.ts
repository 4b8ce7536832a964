import type { SnapshotReader } from "@loam/cms-core/snapshot";
import type { TreeEntry } from "isomorphic-git";
import { type GitObjects, openGitObjects } from "./git-objects.ts";

/** Number of parallel reads. */
const AT_ONCE = 64;
/** Maximum number of commits searched for save times. Older files get the time of the oldest one. */
const MAX_COMMITS = 2000;
/** Folder at the root of `published`. */
const LEDGER_FOLDER = "ledger";

export interface GitReader extends SnapshotReader {
  /** Resolves a branch, tag, full ref, or id; undefined if the commit doesn't exist. */
  readonly findCommit: (name: string) => Promise<string | undefined>;
  /** Returns the local branches, followed by those of `origin`. */
  readonly branches: () => Promise<readonly string[]>;
  /** Returns whether it is a commit of `published`: only those have a ledger. */
  readonly isPublished: (commit: string) => Promise<boolean>;
}

export function openGitReader(gitdir: string): GitReader {
  const objects = openGitObjects(gitdir);
  const changedFiles: SnapshotReader["changedFiles"] = async (from, to) => {
    const before = from && (await objects.commit(from))?.tree;
    return compareTrees(objects, { path: "", before, after: (await objects.commit(to))?.tree });
  };
  return {
    changedFiles,
    branches: () => objects.branches(),
    findCommit: (name) => findCommit(objects, name),
    resolveRef: (ref) => findCommit(objects, ref),
    async isPublished(commit) {
      const root = (await objects.commit(commit))?.tree;
      const tree = root === undefined ? [] : await objects.tree(root);
      return tree.some(({ path, type }) => path === LEDGER_FOLDER && type === "tree");
    },
    readBlobs: (oids) => mapInBatches(oids, (oid) => objects.blob(oid)),
    readPath: (commit, path) => objects.blobAt(commit, path),
    async lastChanges(commit, { paths }) {
      const times = new Map<string, number>();
      let step = await objects.commit(commit);
      for (let searched = 1; step !== undefined && times.size < paths.size; searched += 1) {
        const { parent } = step;
        const isLast = parent === undefined || searched === MAX_COMMITS;
        const before = isLast ? undefined : await objects.commit(parent);
        for (const { path } of await changedFiles(before?.oid, step.oid)) {
          if (paths.has(path) && !times.has(path)) times.set(path, step.timeMs);
        }
        step = before;
      }
      return times;
    },
  };
}

/** Resolves a name. A clone has most branches only as remote branches of its origin. */
async function findCommit(objects: GitObjects, name: string): Promise<string | undefined> {
  const branch = name.replace(/^refs\/heads\//, "");
  const refs = name.startsWith("refs/")
    ? [name, `refs/remotes/origin/${branch}`]
    : [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/origin/${name}`, name];
  for (const ref of refs) {
    const oid = await objects.resolve(ref);
    const commit = oid === undefined ? undefined : await objects.commit(oid);
    if (commit !== undefined) return commit.oid;
  }
  return undefined;
}

type Change = Awaited<ReturnType<SnapshotReader["changedFiles"]>>[number];

/** A folder at two commits, with the ids of its trees. */
interface TwoTrees {
  /** Path with a trailing slash; empty for the root. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Compares a folder recursively. Equal subfolders are skipped. */
async function compareTrees(
  objects: GitObjects,
  { path, before, after }: TwoTrees,
): Promise<Change[]> {
  if (before === after) return [];
  const read = async (oid: string | undefined): Promise<readonly TreeEntry[]> =>
    oid === undefined ? [] : objects.tree(oid);
  const [old, now] = await Promise.all([read(before), read(after)]);
  const were = new Map(old.map((item) => [item.path, item]));
  const are = new Map(now.map((item) => [item.path, item]));
  const pairs = [...new Set([...are.keys(), ...were.keys()])]
    .map((name) => ({ path: path + name, was: were.get(name), is: are.get(name) }))
    .filter(({ was, is }) => was?.oid !== is?.oid || was?.mode !== is?.mode);
  const folders = pairs
    .map((pair) => ({
      path: `${pair.path}/`,
      before: folderOf(pair.was),
      after: folderOf(pair.is),
    }))
    .filter((folder) => folder.before !== folder.after);
  const inside = await mapInBatches(folders, (folder) => compareTrees(objects, folder));
  return [...pairs.flatMap(changeOf), ...inside.flat()];
}

interface Pair {
  readonly path: string;
  readonly was: TreeEntry | undefined;
  readonly is: TreeEntry | undefined;
}

function changeOf({ path, was, is }: Pair): readonly Change[] {
  const [before, after] = [fileOf(was), fileOf(is)];
  if (before === undefined && after === undefined) return [];
  const removed = { path, ...(before !== undefined && { before }) };
  return [after === undefined ? removed : { ...removed, after, mode: is?.mode ?? "" }];
}

function fileOf(item: TreeEntry | undefined): string | undefined {
  return item === undefined || item.type === "tree" ? undefined : item.oid;
}

function folderOf(item: TreeEntry | undefined): string | undefined {
  return item?.type === "tree" ? item.oid : undefined;
}

async function mapInBatches<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> {
  const all: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    for (const one of await Promise.all(items.slice(from, from + AT_ONCE).map(read))) all.push(one);
  }
  return all;
}
