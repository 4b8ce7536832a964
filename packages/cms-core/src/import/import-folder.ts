import type { Issue } from "../base/errors.ts";
import { isoInstant } from "../base/instant.ts";
import { SITE_PATH } from "../content/layout.ts";
import { printSiteFile } from "../content/site-file.ts";
import type { EntryToPublish } from "../publish/publish-entries.ts";
import { type ImportDiff, diffPlan } from "./diff-plan.ts";
import type { ImportOptions } from "./import-options.ts";
import { importSiteFiles } from "./import-site-files.ts";
import { makeReport } from "./make-report.ts";
import { type ImportPlan, type PlannedEntry, planImport } from "./plan-import.ts";
import { planRoutes } from "./plan-routes.ts";
import { type PreparedImport, prepareImport } from "./prepare-import.ts";
import { publishImported } from "./publish-imported.ts";
import { readSiteState } from "./read-site-state.ts";
import { type Sources, byPath, readSources } from "./read-sources.ts";
import { rehearse } from "./rehearse.ts";
import type { ImportReport, ImportedRoute, SkipReason, SkippedFiles } from "./report.ts";
import { groupSkipped } from "./skipped-files.ts";
import { type StoredMedia, storeMedia } from "./store-media.ts";
import { withIntake } from "./with-intake.ts";

/**
 * Imports a folder into a site: a site repository's files, or Markdown collections as generators and
 * Obsidian have them. One commit; a folder that was imported already changes nothing. A file that cannot
 * be read is in the report's `failed`, and the rest is imported.
 *
 * @throws CmsError `not_found` or `invalid_path` for the folder, `invalid_map` where the map does not fit
 * it, and what `applyFiles` throws; nothing is committed then
 */
export async function importFolder(folder: string, options: ImportOptions): Promise<ImportReport> {
  if (options.dryRun !== true) return importNow(folder, options);
  return rehearse(options, async (stage) => importNow(folder, { ...options, ...stage }));
}

async function importNow(folder: string, options: ImportOptions): Promise<ImportReport> {
  const sources = await readSources(folder);
  if (sources.layout.kind === "loam") return importSiteFiles(sources.tree, options);
  return importCollections(sources, options);
}

async function importCollections(sources: Sources, options: ImportOptions): Promise<ImportReport> {
  const { store, map, publish = false, now = () => new Date() } = options;
  const site = readSiteState(store);
  const prepared = await prepareImport(sources, { site, ...(map === undefined ? {} : { map }) });
  const time = isoInstant(now());
  const stored = await mediaOf(prepared, sources, { ...options, time });
  const plan = planImport({ ...prepared, media: stored.usable, now: time });
  const routing = planRoutes(plan, { ...prepared, given: options.routes ?? {} });
  const diff = await diffPlan(plan, {
    site,
    media: stored.records,
    siteFile: await siteFileOf(routing.routes, options),
    readBlobs: async (oids) => store.repository.readBlobs(oids),
  });
  const commit = await write(diff, sources, { ...options, since: site.head });
  const wanted = publish ? entriesToPublish(plan, diff, options) : undefined;
  const published = wanted && (await publishImported(store, wanted, options));
  const failed = [...sources.failed, ...prepared.failed, ...plan.failed, ...diff.failed];
  return makeReport({
    folder: sources.tree.root,
    layout: sources.layout.kind,
    plan,
    diff,
    knownMedia: site.mediaIds,
    routes: routing.routes,
    notices: [...stored.notices, ...plan.notices, ...routing.notices],
    skipped: skippedOf(sources, { prepared, plan, stored, failed }),
    failed: failed.toSorted(byPath),
    commit,
    published,
  });
}

/** `site.yml` with the routes that it lacks, and with what was asked for. */
async function siteFileOf(
  routes: readonly ImportedRoute[],
  { store, svg }: ImportOptions,
): Promise<Uint8Array | undefined> {
  const added = routes.filter(({ from }) => from === "given" || from === "framework");
  const site = store.site();
  const isSame = added.every(({ apiId, route }) => site.routes[apiId] === route);
  if (isSame && (svg === undefined || svg === site.media?.svg)) return undefined;
  const file = await store.repository.readPath(store.head(), SITE_PATH);
  const wanted = Object.fromEntries(added.map(({ apiId, route }) => [apiId, route]));
  const changed = { ...site, routes: { ...site.routes, ...wanted } };
  return printSiteFile(svg === undefined ? changed : { ...changed, media: { svg } }, file?.bytes);
}

interface Outcome {
  readonly prepared: PreparedImport;
  readonly plan: ImportPlan;
  readonly stored: StoredMedia;
  readonly failed: readonly Issue[];
}

/** Every file that is neither an entry nor media of one, and that the report does not name otherwise. */
function skippedOf(
  { tree, aside, files }: Sources,
  { prepared, plan, stored, failed }: Outcome,
): SkippedFiles[] {
  const planned = plan.types.flatMap(({ entries }) => entries);
  const used = new Set(planned.flatMap(({ media }) => [...media]));
  const media = prepared.media.filter(({ path, id }) => used.has(id) || !stored.usable.has(path));
  const named = [...planned.map(({ source }) => source.place), ...media, ...failed];
  const taken = new Set(named.flatMap(({ path }) => (path === undefined ? [] : [path])));
  // An entry file that is none of these was left out by the map.
  const unmapped = files.map(({ place }): [string, SkipReason] => [place.path, "map"]);
  return groupSkipped(tree, new Map([...aside, ...unmapped]), taken);
}

async function mediaOf(
  prepared: PreparedImport,
  { tree }: Sources,
  options: ImportOptions & { readonly time: string },
): Promise<StoredMedia> {
  if (prepared.media.length === 0) return { records: new Map(), usable: new Map(), notices: [] };
  const { mediaIds: known, site } = prepared.site;
  const svg = options.svg ?? site.media?.svg;
  return withIntake(options, (intake) =>
    storeMedia(prepared.media, {
      tree,
      intake,
      svg,
      known,
      createdAt: options.time,
      signal: options.signal,
    }),
  );
}

async function write(
  { files, entries }: ImportDiff,
  { tree, layout }: Sources,
  { store, actor, since, signal }: ImportOptions & { readonly since: string },
): Promise<string | undefined> {
  signal?.throwIfAborted();
  if (files.size === 0) return undefined;
  const changed = entries.filter(({ change }) => change !== "unchanged").length;
  const message = `Import ${changed} ${changed === 1 ? "entry" : "entries"} from ${tree.name} (${layout.kind})`;
  const applied = await store.applyFiles(files, {
    actor,
    message,
    trailers: { "Loam-Action": "import" },
    checked: true,
    since,
  });
  return applied.changed ? applied.commit : undefined;
}

/** Entries that are on the site now and were not held back, with their original times. */
function entriesToPublish(
  { types }: ImportPlan,
  { entries }: ImportDiff,
  { drafts }: ImportOptions,
): EntryToPublish[] {
  const changes = new Map(entries.map(({ id, change }) => [id, change]));
  return types
    .flatMap((type) => type.entries)
    .filter(
      ({ entry: { id }, heldBack }) => changes.has(id) && !heldBack && drafts?.has(id) !== true,
    )
    .map((one) => entryToPublish(one, changes.get(one.entry.id) === "changed"));
}

/** What changed since an earlier import was updated by this one, unless its source says when. */
function entryToPublish(
  { entry: { id }, date, source: { updated } }: PlannedEntry,
  isChanged: boolean,
): EntryToPublish {
  const updatedAt = updated ?? (isChanged ? undefined : date);
  return {
    id,
    ...(date === undefined ? {} : { publishedAt: date }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}
