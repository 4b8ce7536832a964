import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Issue } from "../../base/errors.ts";
import { isoInstant } from "../../base/instant.ts";
import { countOf } from "../../base/quantity.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import { printSiteFile } from "../../content/site/site-file.ts";
import { shareRepository } from "../../git/repository/share-repository.ts";
import { openMediaIntake } from "../../media/intake/media-intake.ts";
import type { MediaSource, MediaStorage } from "../../media/storage/media-storage.ts";
import type { EntryToPublish } from "../../publish/act/publish-entries.ts";
import { MAIN, PUBLISHED } from "../../site/read/branches.ts";
import { openSiteStore } from "../../site/site-store.ts";
import { ELEVENTY_DATA } from "./frameworks/inherited-values.ts";
import { EMPTY_MAP } from "./infer/parse-map.ts";
import { importedZone } from "./plan/choose-routes.ts";
import { diffPlan, type ImportDiff } from "./plan/diff-plan.ts";
import { makeReport } from "./plan/make-report.ts";
import {
  type ImportPlan,
  planImport,
  plannedMedia,
  type PlannedEntry,
} from "./plan/plan-import.ts";
import { planRoutes, type RoutePlan } from "./plan/plan-routes.ts";
import { type PreparedImport, prepareImport } from "./plan/prepare-import.ts";
import { readSiteState } from "./plan/site-state.ts";
import { byPath, readSources, type Sources } from "./project/read-sources.ts";
import {
  groupSkipped,
  type ImportReport,
  type Notice,
  type SkippedFiles,
  type SkipReason,
} from "./source/report.ts";
import { importSiteFiles } from "./write/import-site-files.ts";
import { type StoredMedia, storeMedia } from "./write/store-media.ts";
import { type ImportOptions, withIntake, writeImport } from "./write/write-import.ts";

/**
 * Imports a folder into a site: the files of a site repository, or Markdown collections of a static site generator or
 * Obsidian. The import is one commit. Importing the same folder again changes nothing. Unreadable files are listed in
 * `failed` of the report, and the rest is imported.
 *
 * @throws CmsError `not_found` or `invalid_path` for the folder, `invalid_map` if the map doesn't fit it, and the
 * errors of `applyFiles`. Nothing is committed then.
 */
export async function importFolder(folder: string, options: ImportOptions): Promise<ImportReport> {
  if (options.dryRun !== true) return importNow(folder, options);
  return runDryImport(options, async (stage) => importNow(folder, { ...options, ...stage }));
}

async function importNow(folder: string, options: ImportOptions): Promise<ImportReport> {
  const sources = await readSources(folder);
  if (sources.layout.kind === "loam") return importSiteFiles(sources.tree, options);
  return importCollections(sources, options);
}

async function importCollections(sources: Sources, options: ImportOptions): Promise<ImportReport> {
  const { store, map = EMPTY_MAP, routes = {}, now = () => new Date() } = options;
  const site = readSiteState(store);
  const prepared = await prepareImport(sources, { site, map, routes });
  const time = isoInstant(now());
  const stored = await mediaOf(prepared, sources, { ...options, time });
  const plan = planImport({ ...prepared, media: stored.usable, now: time });
  const timeZone = importedZone(site.site, sources.layout);
  const routing = planRoutes(plan, { site, requested: routes, timeZone });
  const diff = await diffPlan(plan, {
    site,
    media: stored.records,
    siteFile: await siteFileOf(routing, { ...options, timeZone }),
    readBlobs: async (oids) => store.repository.readBlobs(oids),
  });
  const { tree, layout } = sources;
  const changed = diff.entries.filter(({ change }) => change !== "unchanged").length;
  const what = countOf(changed, "entry", "entries");
  const written = await writeImport(
    {
      files: diff.files,
      message: `Import ${what} from ${tree.name} (${layout.kind})`,
      since: site.head,
      checked: true,
      entries: entriesToPublish(plan, diff, options),
      heldBack: heldIds(plan, time),
    },
    options,
  );
  const failed = [...sources.failed, ...prepared.failed, ...plan.failed, ...diff.failed];
  return makeReport({
    folder: tree.root,
    layout: layout.kind,
    plan,
    diff,
    knownMedia: site.mediaIds,
    routes: routing.routes,
    notices: [...stored.notices, ...plan.notices, ...routing.notices, ...codeNotices(sources)],
    skipped: skippedOf(sources, { prepared, plan, stored, failed }),
    failed: failed.toSorted(byPath),
    written,
  });
}

const CONFIG_UNREAD =
  "The configuration cannot be read. The pages or values it adds or excludes are unknown.";

/** Reports unreadable configuration and code that isn't executed: which pages they hide is unknown. */
function codeNotices({ tree, layout }: Sources): Notice[] {
  const unread = [...layout.unreadConfigs].map(([path, about]): Notice => {
    return { kind: "config_unread", message: CONFIG_UNREAD, path, about };
  });
  const paths = layout.kind === "eleventy" ? [...tree.files.keys()] : [];
  const message =
    "Data files that contain code are not executed. The pages or values they add or exclude are unknown.";
  const code = paths
    .filter((path) => ELEVENTY_DATA.test(path) && !path.endsWith(".json"))
    .map((path): Notice => ({ kind: "data_not_run", message, path }));
  return [...unread, ...code];
}

/** Returns `site.yml` with the requested settings and any missing URL paths and time zone. */
async function siteFileOf(
  { routes, apart }: RoutePlan,
  { store, svg, timeZone }: ImportOptions & { readonly timeZone: string | undefined },
): Promise<Uint8Array | undefined> {
  const added = routes.filter(({ from }) => from === "given" || from === "framework");
  const site = store.site();
  const wanted = {
    ...Object.fromEntries(added.map(({ apiId, route }) => [apiId, route])),
    ...apart,
  };
  const isSame =
    site.timeZone === timeZone &&
    Object.entries(wanted).every(([key, route]) => site.routes[key] === route);
  if (isSame && (svg === undefined || svg === site.media?.svg)) return undefined;
  const file = await store.repository.readPath(store.head(), SITE_PATH);
  const zone = timeZone === undefined ? {} : { timeZone };
  const changed = { ...site, ...zone, routes: { ...site.routes, ...wanted } };
  return printSiteFile(svg === undefined ? changed : { ...changed, media: { svg } }, file?.bytes);
}

interface Outcome {
  readonly prepared: PreparedImport;
  readonly plan: ImportPlan;
  readonly stored: StoredMedia;
  readonly failed: readonly Issue[];
}

/** Returns the files that are neither entries nor their media and that the report doesn't list elsewhere. */
function skippedOf(
  { tree, skipReasons, files }: Sources,
  { prepared, plan, stored, failed }: Outcome,
): SkippedFiles[] {
  const planned = plan.types.flatMap(({ entries }) => entries);
  const used = plannedMedia(plan);
  const media = prepared.media.filter(({ path, id }) => used.has(id) || !stored.usable.has(path));
  const named = [...planned.map(({ source }) => source.place), ...media, ...failed];
  const handled = new Set([
    ...named.flatMap(({ path }) => (path === undefined ? [] : [path])),
    ...planned.flatMap(({ source }) => source.place.file ?? []),
  ]);
  // An entry file that is none of these was excluded by the map.
  const unmapped = files.map(({ place }): [string, SkipReason] => [
    place.file ?? place.path,
    "map",
  ]);
  return groupSkipped(tree, new Map([...skipReasons, ...unmapped]), handled);
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

/** Returns the entries that are on the site and visible in the source, with their original dates. */
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

/** Includes entries of earlier imports, which may have been killed before this step. Scheduled entries need no hold. */
function heldIds({ types }: ImportPlan, time: string): string[] {
  return types
    .flatMap((type) => type.entries)
    .filter(
      ({ entry: { publishAt }, heldBack }) =>
        heldBack && !(publishAt !== undefined && publishAt > time),
    )
    .map(({ entry: { id } }) => id);
}

/** An entry changed since an earlier import gets the time of this import, unless its source has a date. */
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

type ImportStage = Required<Pick<ImportOptions, "store" | "storage" | "intake">>;

/**
 * Returns the report of an import without importing. The import runs on a temporary copy of the site, and images are
 * decoded but not stored, so the report equals that of a real import except for the commit.
 */
async function runDryImport(
  { store, storage, now }: ImportOptions,
  run: (stage: ImportStage) => Promise<ImportReport>,
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), "loam-rehearsal-"));
  try {
    const gitDir = join(folder, "site.git");
    await shareRepository(store.repository, gitDir, [MAIN, PUBLISHED]);
    const copy = await openSiteStore(gitDir, now === undefined ? {} : { now });
    try {
      const pretended = createDryStorage(storage);
      const uploads = join(folder, "uploads");
      await using intake = await openMediaIntake({
        storage: pretended,
        folder: uploads,
        copies: false,
      });
      return withoutCommits(await run({ store: copy, storage: pretended, intake }));
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a storage that accepts everything but keeps only small metadata. */
function createDryStorage(storage: MediaStorage): MediaStorage {
  const stored = new Map<string, MediaSource>();
  return {
    has: async (key) => stored.has(key) || storage.has(key),
    put: async (key, source) => void stored.set(key, source),
    replace: async (key, source) => void stored.set(key, source),
    open: async (key, range) => storage.open(key, range),
    read: async (key) => {
      const source = stored.get(key);
      return source instanceof Uint8Array ? source : storage.read(key);
    },
    list: () => storage.list(),
    remove: () => Promise.resolve(),
  };
}

/** Removes the commits, which only existed in the deleted copy. */
function withoutCommits(report: ImportReport): ImportReport {
  const { commit: _commit, published, ...rest } = report;
  if (published === undefined) return { ...rest, dryRun: true };
  const { commit: _published, ...counts } = published;
  return { ...rest, dryRun: true, published: counts };
}
