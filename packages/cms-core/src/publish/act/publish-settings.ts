import { classifyPath, SITE_PATH, versionPath } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import { parseSiteFile, printSiteFile } from "../../content/site/site-file.ts";
import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished } from "../branch/commit-published.ts";
import { enqueueChange } from "../branch/publish-queue.ts";
import { type PublishedTree, readPublishedTree } from "../branch/published-tree.ts";

export interface PublishSettingsOptions {
  readonly actor: Actor;
  /** @default the system clock */
  readonly now?: () => Date;
}

/**
 * Publishes site settings that the live site lacks, in one commit on `published`: the site's name, and new content
 * types, so that a type without entries has an empty list. Removes types that `main` no longer has and that have no
 * live entries. Entries and schemas of known types stay unchanged until the next publish. Creates no commit if nothing
 * would change.
 *
 * @returns the resulting commit of `published`; undefined if the branch is empty
 */
export async function publishSettings(
  store: SiteStore,
  { actor, now = () => new Date() }: PublishSettingsOptions,
): Promise<string | undefined> {
  const { repository } = store;
  return enqueueChange(repository, async () => {
    const tree = await readPublishedTree(repository);
    const files = await planSettings(store, tree);
    const change = { files, records: [], action: "publish", actor, when: now() } as const;
    return commitPublished(repository, tree, { ...change, siteId: store.site().id });
  });
}

type Edits = Map<string, FileEdit>;

async function planSettings(store: SiteStore, tree: PublishedTree): Promise<Edits> {
  const { repository } = store;
  const newest = store.types().flatMap(({ latest }) => latest ?? []);
  const { commit } = tree;
  if (commit === undefined) {
    const paths = newest.map(({ apiId, version }) => versionPath(apiId, version));
    const versions = await readFileEdits(repository, store.head(), paths);
    return new Map([...versions, [SITE_PATH, { oid: store.siteBlob() }]]);
  }
  const live = [...(await repository.folderIds(commit, "types")).keys()];
  const unknown = newest.filter(({ apiId }) => !live.includes(apiId));
  const paths = unknown.map(({ apiId, version }) => versionPath(apiId, version));
  const removedTypes = live.filter((apiId) => store.type(apiId) === undefined);
  return new Map([
    ...(await siteNameEdits(store, commit)),
    ...(await readFileEdits(repository, store.head(), paths)),
    ...(removedTypes.length === 0
      ? []
      : await typeRemovalEdits(store, { commit, gone: removedTypes })),
  ]);
}

/** Reads files from a commit of `main`. */
async function readFileEdits(
  repository: GitRepository,
  head: string,
  paths: readonly string[],
): Promise<Edits> {
  const blobs = await repository.findFiles(head, paths);
  return new Map([...blobs].map(([path, oid]) => [path, { oid }]));
}

/** Changes only the name: the rest of `site.yml` goes live with the next publish. */
async function siteNameEdits(store: SiteStore, commit: string): Promise<Edits> {
  const file = await store.repository.readPath(commit, SITE_PATH);
  if (file === undefined) return new Map();
  const live = parseSiteFile(file.bytes);
  const { name } = store.site();
  if (live.name === name) return new Map();
  return new Map([[SITE_PATH, printSiteFile({ ...live, name }, file.bytes)]]);
}

/** Removes the schema versions of deleted types, except those that live entries still use. */
async function typeRemovalEdits(
  { repository, site }: SiteStore,
  { commit, gone }: { readonly commit: string; readonly gone: readonly string[] },
): Promise<Edits> {
  const versions = new Map<string, string[]>(gone.map((apiId) => [apiId, []]));
  const shown = new Set<string>();
  for (const { path, oid } of await repository.listFiles(commit)) {
    const file = classifyPath(path, site());
    if (file.kind === "version") versions.get(file.apiId)?.push(path);
    if (file.kind !== "ledger" || !versions.has(file.apiId)) continue;
    const place = { path, type: file.apiId, id: file.id };
    if (parseLedgerFile(await repository.readBlob(oid), place).state === "published") {
      shown.add(file.apiId);
    }
  }
  const paths = [...versions].flatMap(([apiId, list]) => (shown.has(apiId) ? [] : list));
  return new Map(paths.map((path) => [path, null]));
}
