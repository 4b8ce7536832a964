import {
  brokenLimits,
  missingAlts,
  missingFields,
} from "../../content/entry/unmet-requirements.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import {
  deltaFilePath,
  entryFilePath,
  INDEX_PATH,
  listFilePath,
} from "../../render/public-paths.ts";
import type { SiteStore } from "../../site/site-store.ts";
import {
  compilePublished,
  type PublishedEntry,
  readAlts,
  readPinnedEntry,
} from "../branch/published-diff.ts";
import { readLedgerRecords, readPublishedTree } from "../branch/published-tree.ts";
import { compareLiveSites, type LiveSite } from "../live/live-site.ts";
import { advanceLiveSite } from "../live/load-live-site.ts";

/** Number of entries rendered between yields to the event loop. */
const BATCH = 100;

export interface AffectedEntry {
  readonly id: string;
  /** API id of its type; entries that show an affected one can be of another type. */
  readonly type: string;
  readonly slug: string;
}

/** Effect of republishing every live entry of a type with its live content. */
export interface RepublishPlan {
  /** Entries whose published JSON would change, in no particular order. */
  readonly entries: readonly AffectedEntry[];
  /** Paths in public storage, sorted. */
  readonly files: readonly string[];
  /** Ids of live entries that cannot be republished because they lack a required field or alt text. */
  readonly refused: readonly string[];
}

/** Renders every live entry of a type with another schema and compares the results. Writes nothing. */
export async function planRepublish(
  store: SiteStore,
  live: LiveSite,
  schema: SchemaVersion,
): Promise<RepublishPlan> {
  const { site, commit } = live;
  if (site === undefined || commit === undefined) return { entries: [], files: [], refused: [] };
  // In list order, so that neighbors change together and each part of the list is rendered once.
  const ids = (live.types.get(schema.apiId)?.entries ?? []).map(({ id }) => id);
  const refused: string[] = [];
  let after = live;
  let republished = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const pinned = await readPinned(store, live, { ids: ids.slice(at, at + BATCH), schema });
    const complete = await publishable(store, pinned, schema);
    for (const entry of pinned) if (!complete.includes(entry)) refused.push(entry.head.id);
    republished += complete.length;
    const entries = new Map(complete.map((entry) => [entry.head.id, compilePublished(entry)]));
    const delta = { commit, site, schemas: [schema], media: new Map(), entries };
    ({ live: after } = advanceLiveSite(after, delta));
  }
  const changed = compareLiveSites(live, after).entries.flatMap((change) => change.after ?? []);
  const entries = changed.map(({ id, type, slug }) => ({ id, type, slug }));
  // The index names the commit, so it changes with every publish.
  const isNew = live.types.get(schema.apiId)?.schema.version !== schema.version;
  const files = isNew || republished > 0 ? [...filesOf(entries), INDEX_PATH] : filesOf(entries);
  return { entries, files: files.toSorted(), refused };
}

async function publishable(
  store: SiteStore,
  pinned: readonly PublishedEntry[],
  { fields }: SchemaVersion,
): Promise<PublishedEntry[]> {
  const described = pinned.map(({ values }) => ({ values, fields }));
  const alts = await readAlts(store.repository, described, store.mediaBlob);
  return pinned.filter(
    ({ values }) =>
      missingFields(values, fields).length === 0 &&
      brokenLimits(values, fields).length === 0 &&
      missingAlts(values, fields, (id) => alts.get(id)).length === 0,
  );
}

function filesOf(entries: readonly AffectedEntry[]): string[] {
  const types = new Set(entries.map(({ type }) => type));
  return [
    ...entries.flatMap(({ type, id, slug }) => [
      entryFilePath(type, id),
      entryFilePath(type, slug),
    ]),
    ...[...types].flatMap((type) => [listFilePath(type), deltaFilePath(type)]),
  ];
}

async function readPinned(
  { repository }: SiteStore,
  { graph }: LiveSite,
  { ids, schema }: { readonly ids: readonly string[]; readonly schema: SchemaVersion },
): Promise<PublishedEntry[]> {
  const tree = await readPublishedTree(repository);
  // Entries that are already live with this schema wouldn't change.
  const records = [...(await readLedgerRecords(repository, tree, ids)).values()].filter(
    (record) => record.schema !== schema.version,
  );
  const files = await readFiles(repository, records, ({ blob }) => blob);
  return files.map(([record, bytes]) =>
    readPinnedEntry(record, bytes, {
      path: graph.pins.get(record.id) ?? "",
      schemaOf: (apiId, version) => graph.schemas.get(apiId)?.get(version),
      showBy: schema,
    }),
  );
}
