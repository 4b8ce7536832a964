import { CmsError, type Issue } from "@loam/cms-core";
import type { MediaStorage } from "@loam/cms-core/media";
import {
  checkPublish,
  type PublishDates,
  publishEntries,
  type PublishIssues,
  publishSettings,
  withdrawnAmong,
} from "@loam/cms-core/publish";
import type { Actor, EntryRef, SiteStore } from "@loam/cms-core/site";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";

/** An entry and its problems. */
export interface FaultyEntry {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly issues: readonly Issue[];
}

export interface PublishSiteReport {
  /** The head of `published`. Absent while nothing is published. */
  readonly commit?: string;
  /** Ids of entries that were published or changed. */
  readonly published: readonly string[];
  /** Number of entries that were already live and unchanged. */
  readonly unchanged: number;
  readonly refused: readonly FaultyEntry[];
  /** Published entries with broken references or links. */
  readonly warned: readonly FaultyEntry[];
  /** Ids of entries that their schedule keeps offline now. Only if all entries were requested. */
  readonly scheduled: readonly string[];
  /** Ids of entries that were unpublished and stay offline. Only if all entries were requested. */
  readonly withdrawn: readonly string[];
}

export interface PublishSiteOptions {
  /** Ids or `<type>/<slug>`. `all` means every entry that isn't scheduled for another time or unpublished. */
  readonly entries: readonly string[] | "all";
  readonly actor: Actor;
  /** As in `publishEntries`. */
  readonly dates?: PublishDates | undefined;
  /** Must contain the files of published media. */
  readonly media: MediaStorage;
  readonly now: () => Date;
}

/**
 * Publishes all valid entries in one commit and reports the problems of the others. Public files are updated by a
 * publisher afterwards.
 *
 * @throws CmsError `content_not_found` for an unknown entry.
 */
export async function publishSite(
  store: SiteStore,
  { entries, actor, dates, media, now }: PublishSiteOptions,
): Promise<PublishSiteReport> {
  const { wanted, scheduled, withdrawn } = await chooseEntries(store, entries, now());
  const { issues } = await checkPublish(
    store,
    wanted.map(({ id }) => id),
    { media },
  );
  const refused = toFaultyEntry(wanted, issues);
  const bad = new Set(refused.map(({ id }) => id));
  const good = wanted.filter(({ id }) => !bad.has(id));
  const options = { entries: good, actor, dates, media, now };
  const { commit, records, warnings } = await publishEntries(store, options);
  return {
    ...(commit !== undefined && { commit }),
    published: records.map(({ id }) => id),
    unchanged: good.length - records.length,
    refused,
    warned: toFaultyEntry(good, warnings),
    scheduled,
    withdrawn,
  };
}

function toFaultyEntry(refs: readonly EntryRef[], found: PublishIssues): readonly FaultyEntry[] {
  return refs.flatMap(({ id, type, slug }) => {
    const issues = found.get(id) ?? [];
    return issues.length === 0 ? [] : [{ id, type, slug, issues }];
  });
}

type Choice = { readonly wanted: readonly EntryRef[] } & Pick<
  PublishSiteReport,
  "scheduled" | "withdrawn"
>;

async function chooseEntries(
  store: SiteStore,
  entries: readonly string[] | "all",
  now: Date,
): Promise<Choice> {
  if (entries !== "all") {
    const wanted = entries.map((name) => findNamed(store, name));
    const unique = [...new Map(wanted.map((ref) => [ref.id, ref])).values()];
    return { wanted: unique, scheduled: [], withdrawn: [] };
  }
  const refs = store.types().flatMap(({ type }) => store.entries(type.apiId));
  const off = await findOffline(store, refs, now.toISOString());
  const on = refs.filter(({ id }) => !off.has(id));
  const withdrawn = await withdrawnAmong(
    store,
    on.map(({ id }) => id),
  );
  const wanted = on.filter(({ id }) => !withdrawn.has(id));
  return { wanted, scheduled: [...off], withdrawn: [...withdrawn] };
}

function findNamed(store: SiteStore, name: string): EntryRef {
  const at = name.indexOf("/");
  const found =
    at === -1 ? store.entryById(name) : store.findEntry(name.slice(0, at), name.slice(at + 1));
  if (found !== undefined) return found;
  throw new CmsError("content_not_found", `Entry not found: ${name}. Use an ID or <type>/<slug>.`);
}

/** Returns entries scheduled to be published later or already due to be unpublished. Times compare as text. */
async function findOffline(
  store: SiteStore,
  refs: readonly EntryRef[],
  at: string,
): Promise<ReadonlySet<string>> {
  const entries = await store.readEntries(refs);
  const off = entries.filter(
    ({ publishAt, unpublishAt }) =>
      (publishAt !== undefined && publishAt > at) ||
      (unpublishAt !== undefined && unpublishAt <= at),
  );
  return new Set(off.map(({ id }) => id));
}

/**
 * Applies a site's name and its list of content types to the live site, if publishing is on.
 *
 * @returns the head of `published` afterwards; undefined if publishing is off
 */
export async function applySettingsLive(
  { database, now }: Pick<Hq, "database" | "now">,
  store: SiteStore,
  actor: Actor,
): Promise<string | undefined> {
  if (!(await isPublishing(database, store.site().id))) return undefined;
  return publishSettings(store, { actor, now });
}
