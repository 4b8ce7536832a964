import { foldSlug } from "../base/slug.ts";
import type { GitRepository } from "../git/repository.ts";
import { PUBLISHED_REF, sortPublishedChanges } from "./published-paths.ts";

/** The files of `published` at one commit, by what a publish asks of them. */
export interface PublishedTree {
  /** Undefined while nothing was ever published. */
  readonly commit: string | undefined;
  /** Blob by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Ledger file by entry id. */
  readonly ledgers: ReadonlyMap<string, string>;
  /** Pinned entry files by the folded slug that their names give. */
  readonly pinsBySlug: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Cached {
  commit: string | undefined;
  readonly files: Map<string, string>;
  readonly ledgers: Map<string, string>;
  readonly pinsBySlug: Map<string, Set<string>>;
}

/** One per open repository: listing 10,000 entries takes 30 ms, following one publish almost nothing. */
const cache = new WeakMap<GitRepository, Cached>();

/** Reads where `published` stands. The result is valid until the next call. */
export async function readPublishedTree(repository: GitRepository): Promise<PublishedTree> {
  const commit = await repository.resolveRef(PUBLISHED_REF);
  const known = cache.get(repository);
  if (known !== undefined && known.commit === commit) return known;
  const usable = commit === undefined ? undefined : known;
  const tree = usable ?? emptyTree();
  if (commit !== undefined) {
    const changes = await repository.changedFiles(tree.commit, commit);
    for (const { path } of changes) forget(tree, path);
    for (const { path, after } of changes) if (after !== undefined) remember(tree, path, after);
    const { ledger } = sortPublishedChanges(changes);
    for (const { id, path, after } of ledger) {
      if (after === undefined) tree.ledgers.delete(id);
      else tree.ledgers.set(id, path);
    }
  }
  tree.commit = commit;
  cache.set(repository, tree);
  return tree;
}

function emptyTree(): Cached {
  return { commit: undefined, files: new Map(), ledgers: new Map(), pinsBySlug: new Map() };
}

function forget(tree: Cached, path: string): void {
  tree.files.delete(path);
  tree.pinsBySlug.get(slugOf(path))?.delete(path);
}

function remember(tree: Cached, path: string, oid: string): void {
  tree.files.set(path, oid);
  if (!isPin(path)) return;
  const slug = slugOf(path);
  const paths = tree.pinsBySlug.get(slug);
  if (paths === undefined) tree.pinsBySlug.set(slug, new Set([path]));
  else paths.add(path);
}

/** Whether a path of `published` is that of an entry's file. */
export function isPin(path: string): boolean {
  return path !== "site.yml" && !/^(?:ledger|types|media)\//.test(path);
}

function slugOf(path: string): string {
  return foldSlug(path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, ""));
}
