import { classifyPath, SITE_PATH, versionPath } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import { parseSiteFile, printSiteFile } from "../../content/site/site-file.ts";
import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { changingPublished, commitPublished } from "../branch/commit-published.ts";
import { type PublishedTree, readPublishedTree } from "../branch/published-tree.ts";

export interface PublishSettingsOptions {
  readonly actor: Actor;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/**
 * Brings what the live site lacks besides entries to it, in one commit on `published`: the site's name, and content
 * types that it does not know yet, so that one without entries has its empty list. Types that `main` has no
 * more, and of which nothing is live, are taken off. Entries, and the schemas of types that it knows, stay as they
 * are until the next publish. When nothing would change, there is no commit.
 *
 * @returns where `published` then stands; undefined when there is nothing on it
 */
export async function publishSettings(
  store: SiteStore,
  { actor, now = () => new Date() }: PublishSettingsOptions,
): Promise<string | undefined> {
  const { repository } = store;
  return changingPublished(repository, async () => {
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
    const versions = await taken(repository, store.head(), paths);
    return new Map([...versions, [SITE_PATH, { oid: store.siteBlob() }]]);
  }
  const live = [...(await repository.folderIds(commit, "types")).keys()];
  const unknown = newest.filter(({ apiId }) => !live.includes(apiId));
  const paths = unknown.map(({ apiId, version }) => versionPath(apiId, version));
  const gone = live.filter((apiId) => store.type(apiId) === undefined);
  return new Map([
    ...(await renamed(store, commit)),
    ...(await taken(repository, store.head(), paths)),
    ...(gone.length === 0 ? [] : await takenOff(store, { commit, gone })),
  ]);
}

/** Files as they stand in a commit of `main`. */
async function taken(
  repository: GitRepository,
  head: string,
  paths: readonly string[],
): Promise<Edits> {
  const blobs = await repository.findFiles(head, paths);
  return new Map([...blobs].map(([path, oid]) => [path, { oid }]));
}

/** Only the name: whatever else of `site.yml` differs goes live with the next publish. */
async function renamed(store: SiteStore, commit: string): Promise<Edits> {
  const file = await store.repository.readPath(commit, SITE_PATH);
  if (file === undefined) return new Map();
  const live = parseSiteFile(file.bytes);
  const { name } = store.site();
  if (live.name === name) return new Map();
  return new Map([[SITE_PATH, printSiteFile({ ...live, name }, file.bytes)]]);
}

/** The versions of types that are gone, but for those that entries are still shown by. */
async function takenOff(
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
