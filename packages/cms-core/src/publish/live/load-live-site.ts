import { copyText } from "../../base/bytes.ts";
import { CmsError, isCmsError } from "../../base/errors.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import {
  dependenciesOf,
  type EntryTemplate,
  type FilledHole,
  NO_DEPENDENCIES,
} from "../../render/entry-template.ts";
import { mediaFilePath, publicAddress, renderRoute } from "../../render/public-paths.ts";
import {
  type PublicPlace,
  renderMedia,
  type RenderScope,
  renderWithHoles,
} from "../../render/render-entry.ts";
import type { PublishedDelta } from "../branch/published-diff.ts";
import { PUBLISHED_REF } from "../branch/published-tree.ts";
import {
  addSchemas,
  changeBackReferences,
  changedMedia,
  changedTypes,
  changeTypes,
  compareLiveSites,
  type DependencyChange,
  emptyLiveSite,
  type EntryChange,
  type LiveChanges,
  type LiveEntry,
  type LiveGraph,
  liveMedia,
  type LiveSite,
  makeLiveSite,
  templateOf,
} from "./live-site.ts";
import { type ReadCopies, readDespiteDamage } from "./read-damaged.ts";
import { type PublishedReader, readPublishedDelta } from "./read-published.ts";
import { keepInLists, RenderedEntry } from "./rendered-entry.ts";

export interface LoadLiveSiteOptions {
  /** `{public_storage_url}/{site_id}`, without a trailing slash. */
  readonly publicUrl: string;
  /** @default the tip of `published` */
  readonly commit?: string | undefined;
  /**
   * Reads copies of content that is damaged in the repository; `damage` then lists the damage.
   *
   * @default none: damage is an error
   */
  readonly readCopies?: ReadCopies | undefined;
}

/**
 * Renders all live content of one commit of `published`, using only that commit. For a repository without publishes,
 * returns a live site without types.
 *
 * @throws CmsError `repository_broken`, `invalid_entry`, … for a problem with a pinned file
 */
export async function loadLiveSite(
  repository: PublishedReader,
  { publicUrl, commit, readCopies }: LoadLiveSiteOptions,
): Promise<LiveSite> {
  const empty = emptyLiveSite(publicUrl);
  const at = commit ?? (await repository.resolveRef(PUBLISHED_REF));
  if (at === undefined) return empty;
  try {
    const delta = await readPublishedDelta(repository, empty, at);
    if (delta !== undefined) return advanceAndKeep(empty, delta).live;
  } catch (error) {
    if (readCopies === undefined || !isDamage(error) || !canListReadableFiles(repository))
      throw error;
    const { delta, ...damage } = await readDespiteDamage(repository, at, readCopies);
    const { live } = advanceAndKeep(empty, delta);
    return { ...live, damage: { issues: damage.damaged, incomplete: damage.incomplete } };
  }
  throw new CmsError("internal", "An empty site can always be followed.");
}

/** Error codes for reading a damaged or missing blob, folder, or commit. */
const DAMAGED: ReadonlySet<string> = new Set(["repository_broken", "not_found", "git_failed"]);

function isDamage(error: unknown): boolean {
  return isCmsError(error) && DAMAGED.has(error.code);
}

function canListReadableFiles(
  repository: PublishedReader,
): repository is PublishedReader & Pick<GitRepository, "readableFiles"> {
  return "readableFiles" in repository;
}

/** Returns the live site at another commit, and the differences. Usually reads and renders only the changes. */
export async function advanceToCommit(
  repository: PublishedReader,
  live: LiveSite,
  commit: string,
  { readCopies }: Pick<LoadLiveSiteOptions, "readCopies"> = {},
): Promise<Advance> {
  const isFirst = live.commit === undefined && readCopies !== undefined;
  const delta = isFirst ? undefined : await readPublishedDelta(repository, live, commit);
  if (delta !== undefined) return advanceAndKeep(live, delta);
  const loaded = await loadLiveSite(repository, { publicUrl: live.publicUrl, commit, readCopies });
  return { live: loaded, changes: compareLiveSites(live, loaded) };
}

function advanceAndKeep(before: LiveSite, delta: PublishedDelta): Advance {
  const advance = advanceLiveSite(before, delta);
  for (const [apiId, { body }] of advance.live.types) {
    keepInLists(body, before.types.get(apiId)?.body);
  }
  return advance;
}

export interface Advance {
  readonly live: LiveSite;
  readonly changes: LiveChanges;
}

/**
 * Returns the live site after a change of `published`. Renders only entries that changed or show something that
 * changed, and shares the rest with the previous site.
 */
export function advanceLiveSite(before: LiveSite, delta: PublishedDelta): Advance {
  const place = { publicUrl: before.publicUrl, siteId: delta.site.id };
  const connected = connect(before.graph, { delta, place });
  const stale = staleEntries(before.graph, connected, delta);
  const scope = scopeOf(connected, { delta, place });
  const { entries, holes } = renderStale(stale, before, scope);
  const schemas = addSchemas(before.graph.schemas, delta.schemas);
  const types = changeTypes(before.types, schemas, entries);
  const graph = { ...connected, schemas, holes, ...indexEntries(before.graph, entries) };
  const live = makeLiveSite({
    commit: delta.commit,
    site: delta.site,
    publicUrl: before.publicUrl,
    types,
    graph,
    damage: before.damage,
  });
  const media = changedMedia(before.graph, graph, delta);
  return { live, changes: { entries, media, types: changedTypes(before.types, types) } };
}

interface Connecting {
  readonly delta: PublishedDelta;
  readonly place: PublicPlace;
}

function connect(before: LiveGraph, { delta, place }: Connecting): LiveGraph {
  const changes = [...delta.entries].map(([source, entry]) => ({
    source,
    before: dependenciesOf(before.holes.get(source) ?? []),
    after: entry?.template ?? NO_DEPENDENCIES,
  }));
  const dependencies = (kind: "references" | "links" | "media"): DependencyChange[] =>
    changes.map((change) => ({
      source: change.source,
      before: change.before[kind],
      after: change.after[kind],
    }));
  const media = [...delta.media].map(
    ([id, record]) => [id, record === undefined ? undefined : liveMedia(record, place)] as const,
  );
  return {
    ...before,
    pins: before.pins.with([...delta.entries].map(([id, entry]) => [id, entry?.path] as const)),
    formerSlugs: before.formerSlugs.with(
      [...delta.entries].map(([id, entry]) => [id, entry?.formerSlugs] as const),
    ),
    media: before.media.with(media),
    referrers: changeBackReferences(before.referrers, dependencies("references")),
    linkers: changeBackReferences(before.linkers, dependencies("links")),
    mediaUsers: changeBackReferences(before.mediaUsers, dependencies("media")),
  };
}

/**
 * Returns the ids of all entries whose JSON may differ. An entry's own shape depends on its file, its media, and the
 * routes that it links to; its expanded shape also depends on the own shapes of the entries it references.
 */
function staleEntries(
  before: LiveGraph,
  after: LiveGraph,
  { entries, media }: PublishedDelta,
): ReadonlySet<string> {
  const own = new Set(entries.keys());
  for (const id of media.keys()) addAll(own, after.mediaUsers.get(id));
  for (const [id, entry] of entries) {
    if (before.entries.get(id)?.slug !== entry?.template.head.slug) {
      addAll(own, after.linkers.get(id));
    }
  }
  const stale = new Set(own);
  for (const id of own) addAll(stale, after.referrers.get(id));
  return stale;
}

function addAll(set: Set<string>, ids: Iterable<string> | undefined): void {
  for (const id of ids ?? []) set.add(id);
}

/** Has every template, complete. */
interface LiveScope extends RenderScope {
  template(id: string): EntryTemplate | undefined;
}

/** Renders stale entries and returns those that changed or were removed. */
function renderStale(
  stale: ReadonlySet<string>,
  before: LiveSite,
  scope: LiveScope,
): { readonly entries: EntryChange[]; readonly holes: LiveGraph["holes"] } {
  const entries: EntryChange[] = [];
  const holes: [string, readonly FilledHole[] | undefined][] = [];
  for (const id of stale) {
    const known = before.entry(id);
    const template = scope.template(id);
    const rendered = template === undefined ? undefined : renderWithHoles(template, scope);
    // The same JSON can now show content of other entries in place of its own text.
    holes.push([id, rendered?.holes.length === 0 ? undefined : rendered?.holes]);
    if (rendered?.json === known?.json) continue;
    const after =
      template === undefined || rendered === undefined
        ? undefined
        : new RenderedEntry(template.head, rendered.json);
    entries.push({ before: known, after });
  }
  return { entries, holes: before.graph.holes.with(holes) };
}

/** Combines newly rendered entries with the known ones; `graph` has the previous entries. */
function scopeOf(graph: LiveGraph, { delta: { entries, site }, place }: Connecting): LiveScope {
  return {
    template: (id) => (entries.has(id) ? entries.get(id)?.template : templateOf(graph, id)),
    mediaJson: (id, alt) => {
      const media = graph.media.get(id);
      if (media === undefined || alt === undefined) return media?.json;
      return renderMedia(media.record, { ...place, alt });
    },
    mediaUrl: (id) => {
      const media = graph.media.get(id);
      return media && publicAddress(place.publicUrl, mediaFilePath(media.record));
    },
    entryUrl: (id) => {
      const head = entries.has(id) ? entries.get(id)?.template.head : graph.entries.get(id);
      return head && renderRoute(head, site);
    },
  };
}

function indexEntries(
  { entries, slugs }: LiveGraph,
  changes: readonly EntryChange[],
): Pick<LiveGraph, "entries" | "slugs"> {
  const byId: [string, LiveEntry | undefined][] = [];
  const bySlug: [string, string | undefined][] = [];
  for (const { before } of changes) {
    if (before === undefined) continue;
    byId.push([before.id, undefined]);
    bySlug.push([`${before.type}/${before.slug}`, undefined]);
  }
  // After all removals, because two entries may have swapped slugs.
  for (const { after } of changes) {
    if (after === undefined) continue;
    byId.push([after.id, after]);
    // A concatenated string would keep its parts in memory.
    bySlug.push([copyText(`${after.type}/${after.slug}`), after.id]);
  }
  return { entries: entries.with(byId), slugs: slugs.with(bySlug) };
}
