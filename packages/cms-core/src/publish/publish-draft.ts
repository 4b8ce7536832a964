import type { Issue } from "../base/errors.ts";
import { mediaPath, SITE_PATH, versionPath } from "../content/layout.ts";
import { isSameVersion, parseVersionFile, printVersionFile } from "../content/version-file.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import { collectLinks, type ValueLink } from "../render/collect-links.ts";
import type { SiteStore } from "../store/site-store.ts";
import { readCandidates, type Candidate } from "./publish-candidates.ts";
import { readPublishedTree, type PublishedTree } from "./published-tree.ts";

/** A candidate and what it points to. */
export interface DraftEntry extends Candidate {
  readonly links: readonly ValueLink[];
}

/** Everything that deciding about a publish needs, read from one commit of `main`. */
export interface PublishDraft {
  /** Commit of `main`. */
  readonly source: string;
  readonly entries: readonly DraftEntry[];
  /** Why an id has no entry here, by id. */
  readonly unreadable: ReadonlyMap<string, readonly Issue[]>;
  /**
   * Blobs of `main` of what the live site needs besides entries, by their path on `published`: `site.yml`, the
   * newest schema of every type, the versions that the entries are written against, and the media records that
   * they show, as far as they exist.
   */
  readonly shared: ReadonlyMap<string, string>;
  readonly tree: PublishedTree;
  /** Paths of versions that say something else on `published`: their files on `main` were replaced. */
  readonly replaced: ReadonlySet<string>;
}

export async function readDraft(store: SiteStore, ids: readonly string[]): Promise<PublishDraft> {
  const source = store.head();
  const schemas = store.types().flatMap(({ latest }) => latest ?? []);
  const candidates = await readCandidates(store, [...new Set(ids)]);
  const entries: DraftEntry[] = [];
  const unreadable = new Map<string, readonly Issue[]>();
  for (const [id, found] of candidates) {
    if (!("entry" in found)) unreadable.set(id, found);
    else entries.push({ ...found, links: collectLinks(found.entry.values, found.schema) });
  }
  const tree = await readPublishedTree(store.repository);
  const versions = [...schemas, ...entries.map(({ writtenBy }) => writtenBy)];
  const frozen = new Map(versions.map((one) => [versionPath(one.apiId, one.version), one]));
  const live = await tree.blobsAt([...frozen.keys()]);
  const media = entries.flatMap(({ links }) => links.filter(isMedia));
  const publishedPaths = new Map([
    // Once there, a frozen schema never changes.
    ...[...frozen.keys()].filter((path) => !live.has(path)).map((path) => [path, path] as const),
    ...media.map(({ id }) => [store.mediaPath(id), mediaPath(id)] as const),
  ]);
  const found = await store.repository.findFiles(source, [...publishedPaths.keys()]);
  const shared = new Map([...found].map(([path, oid]) => [publishedPaths.get(path) ?? path, oid]));
  shared.set(SITE_PATH, store.siteBlob());
  return {
    source,
    entries,
    unreadable,
    shared,
    tree,
    replaced: await replaced(store, frozen, live),
  };
}

/** A frozen schema is replaced only by a push that rewrites `main`; what is live must not follow it. */
async function replaced(
  { repository }: SiteStore,
  frozen: ReadonlyMap<string, SchemaVersion>,
  live: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [path, version] of frozen) {
    const oid = live.get(path);
    if (oid === undefined || oid === repository.hashBlob(printVersionFile(version))) continue;
    const frozenThere = parseVersionFile(await repository.readBlob(oid), path);
    if (!isSameVersion(frozenThere, version)) found.add(path);
  }
  return found;
}

function isMedia({ kind }: ValueLink): boolean {
  return kind === "media";
}
