import { isoInstant } from "../../../base/instant.ts";
import { countOf } from "../../../base/quantity.ts";
import { SITE_PATH } from "../../../content/site/layout.ts";
import { printMediaFile } from "../../../content/site/media-file.ts";
import { printSiteFile } from "../../../content/site/site-file.ts";
import { hashObject } from "../../../git/objects/object-id.ts";
import type { Entry } from "../../../model/entry.ts";
import type { MediaRecord } from "../../../model/media.ts";
import type { EntryToPublish } from "../../../publish/act/publish-entries.ts";
import type { EntryRef } from "../../../site/read/file-facts.ts";
import {
  type CheckedEntry,
  type CheckedFiles,
  checkSiteFiles,
  readKnownHeads,
} from "../plan/check-site-files.ts";
import { entriesOf, readSiteState, type SiteState } from "../plan/site-state.ts";
import { byPath } from "../project/read-sources.ts";
import { type SiteFileSet, readSiteFiles } from "../project/site-file-set.ts";
import {
  groupSkipped,
  type ImportedCollection,
  type ImportedEntry,
  type ImportedRoute,
  type ImportReport,
  type SkippedFiles,
} from "../source/report.ts";
import type { SourceTree } from "../source/source-tree.ts";
import { binaryId, storeBinaries } from "./store-media.ts";
import { type ImportOptions, withIntake, writeImport } from "./write-import.ts";

/** Imports the files of a site repository: all are checked, ids are kept, and binaries go to media storage. */
export async function importSiteFiles(
  tree: SourceTree,
  options: ImportOptions,
): Promise<ImportReport> {
  const { store, svg, now = () => new Date() } = options;
  const time = isoInstant(now());
  const site = readSiteState(store);
  const read = await readSiteFiles(tree, site.site.id);
  const files = svg === undefined ? read : { ...read, config: { ...read.config, media: { svg } } };
  const heads = await readKnownHeads(files.entries, site, async (oids) =>
    store.repository.readBlobs(oids),
  );
  const checked = checkSiteFiles(files, site, { now: time, heads });
  const media = await withIntake(options, (intake) =>
    storeBinaries(files, tree, { ...options, intake }),
  );
  const known = new Map(entriesOf(site).map((ref) => [ref.id, ref]));
  const { drafts } = options;
  const entries = checked.entries.map((one) => entryReport(one, { known, time, drafts }));
  const { records } = media;
  const changes = await changesOf({ files, checked, site, known, records }, options);
  const written = await writeImport(
    {
      files: changes,
      message: `Import ${countOf(changes.size, "file")} of a site from ${tree.name}`,
      since: site.head,
      entries: checked.entries.flatMap((one, index) => {
        const report = entries[index];
        return report?.draft === false ? [toPublish(one, report.change)] : [];
      }),
      // The files contain schedules, which hold their entries back automatically.
      heldBack: [],
    },
    options,
  );
  return {
    folder: tree.root,
    layout: "loam",
    dryRun: false,
    collections: collectionsOf(files, entries, site),
    entries,
    media: {
      total: files.media.length,
      added: media.records.filter(({ id }) => !site.mediaIds.has(id)).length,
    },
    links: { internal: 0, resolved: 0 },
    routes: files.types.map(({ type: { apiId } }): ImportedRoute => {
      const route = files.config.routes[apiId];
      if (route === undefined)
        return { apiId, route: `/${apiId}/{slug}`, from: "default", apart: 0 };
      return { apiId, route, from: "site", apart: 0 };
    }),
    components: [],
    notices: [],
    skipped: skippedOf(files, tree),
    failed: [...files.failed, ...checked.failed, ...media.failed].toSorted(byPath),
    ...written,
  };
}

function skippedOf({ skipped, media }: SiteFileSet, tree: SourceTree): SkippedFiles[] {
  const ids = new Set(media.map(({ record }) => record.id));
  const skippedFiles = skipped.filter((path) => !ids.has(binaryId(path) ?? ""));
  const takenFiles = new Set(tree.files.keys()).difference(new Set(skippedFiles));
  return groupSkipped(
    tree,
    new Map(skippedFiles.map((path) => [path, "no_site_file"])),
    takenFiles,
  );
}

/** Entries on the site, by id. */
type KnownEntries = ReadonlyMap<string, EntryRef>;

interface ChangeContext {
  readonly files: SiteFileSet;
  readonly checked: CheckedFiles;
  readonly site: SiteState;
  readonly known: KnownEntries;
  readonly records: readonly MediaRecord[];
}

/** Returns all files that differ from the site. */
async function changesOf(
  { files, checked, site, known, records }: ChangeContext,
  { store }: ImportOptions,
): Promise<Map<string, Uint8Array | null>> {
  const wanted = new Map<string, Uint8Array | null>(checked.schemas);
  wanted.set(SITE_PATH, siteFile(files, site));
  for (const record of records) wanted.set(store.mediaPath(record.id), printMediaFile(record));
  for (const { entry } of checked.entries) {
    const before = known.get(entry.id);
    if (before !== undefined) wanted.set(before.path, null);
  }
  // After the removals, because an entry can take a path that another one leaves.
  for (const { path, bytes } of checked.entries) wanted.set(path, bytes);
  const currentFiles = await store.repository.listFiles(store.head());
  const oids = new Map(currentFiles.map(({ path, oid }) => [path, oid]));
  return new Map(
    [...wanted].filter(([path, bytes]) =>
      bytes === null ? oids.has(path) : oids.get(path) !== hashObject("blob", bytes),
    ),
  );
}

/** Returns `site.yml` with the entry paths and routes of the folder. The site keeps its id and name. */
function siteFile({ config }: SiteFileSet, { site }: SiteState): Uint8Array {
  const name = config.id === site.id ? config.name : site.name;
  const paths = { ...site.paths, ...config.paths };
  const routes = { ...site.routes, ...config.routes };
  const timeZone = config.timeZone ?? site.timeZone;
  const zone = timeZone === undefined ? {} : { timeZone };
  return printSiteFile({ ...config, ...zone, id: site.id, name, paths, routes });
}

interface EntryContext {
  readonly known: KnownEntries;
  readonly time: string;
  readonly drafts: ImportOptions["drafts"];
}

function entryReport(
  { entry, path, bytes }: CheckedEntry,
  { known, time, drafts }: EntryContext,
): ImportedEntry {
  const { id, type, slug } = entry;
  const before = known.get(id);
  const isThere = before?.type === type;
  const isSame = before?.path === path && before.blob === hashObject("blob", bytes);
  const change = !isThere ? "created" : isSame ? "unchanged" : "changed";
  const draft = isScheduled(entry, time) || (drafts?.has(id) ?? false);
  return { path, type, id, slug, draft, change };
}

function isScheduled({ publishAt, unpublishAt }: Entry, now: string): boolean {
  return (
    (publishAt !== undefined && publishAt > now) ||
    (unpublishAt !== undefined && unpublishAt <= now)
  );
}

/** Uses the creation time as the publish time, because the files have no publish history. */
function toPublish(
  { entry: { id, createdAt } }: CheckedEntry,
  change: ImportedEntry["change"],
): EntryToPublish {
  return { id, publishedAt: createdAt, ...(change === "changed" ? {} : { updatedAt: createdAt }) };
}

function collectionsOf(
  { types }: SiteFileSet,
  entries: readonly ImportedEntry[],
  site: SiteState,
): ImportedCollection[] {
  return types.map(({ type }) => {
    const own = entries.filter((entry) => entry.type === type.apiId);
    const fields = type.fields.map((field) => ({
      key: field.apiId,
      apiId: field.apiId,
      type: field.type,
      multiple: field.multiple,
      values: 0,
    }));
    return {
      name: type.apiId,
      apiId: type.apiId,
      kind: type.kind,
      entries: own.length,
      drafts: own.filter(({ draft }) => draft).length,
      fields,
      type: site.types.has(type.apiId) ? "unchanged" : "created",
    };
  });
}
