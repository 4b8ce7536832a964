import { CmsError } from "@loam/cms-core";
import { entryKey } from "../options/entry-key.ts";
import type { ResolvedOptions } from "../options/options.ts";
import {
  type IndexRow,
  type PublishedEntry,
  readAll,
  readEntries,
  REWRITE_ADVICE,
} from "../source/published-content.ts";
import type { PublishedType } from "../source/site-index.ts";
import type { SiteSnapshot, Target } from "../source/site-snapshot.ts";
import type { Source } from "../source/source.ts";
import { type ChangePlan, planChanges, type WantedEntry } from "./plan-changes.ts";
import { type DanglingReference, shapeEntry } from "./shape-entry.ts";

/** Up to this number, changed entries are read from their own files; above it, from the list. */
const SINGLE_READS = 200;

interface ChangedEntry {
  readonly key: string;
  readonly digest: string;
  readonly data: Record<string, unknown>;
}

export interface Changes {
  readonly set: readonly ChangedEntry[];
  readonly removed: readonly string[];
  readonly order: readonly string[];
  /** Broken references, if the options allow them. */
  readonly dangling: readonly DanglingReference[];
}

export interface ReadChangesRequest {
  readonly source: Source;
  readonly site: SiteSnapshot;
  readonly type: PublishedType;
  readonly options: ResolvedOptions;
  /** Digests by the entry's id in Astro. */
  readonly stored: ReadonlyMap<string, string>;
  readonly digestOf: (entry: PublishedEntry) => string;
}

/**
 * Reads the differences between the published and the stored entries without changing anything.
 *
 * @throws CmsError the errors of reading, `slug_taken`, or `dangling_reference` with all broken references
 */
export async function readChanges(request: ReadChangesRequest): Promise<Changes> {
  const { site, type, options } = request;
  const { plan, entries } = await readPlanned(request);
  const targets = entries.size === 0 ? new Map<string, Target>() : await readTargets(site, type);
  const { prefix, idFrom } = options;
  const shaped = plan.changed.map(({ key, row }) => {
    const entry = entries.get(row.id) ?? { id: row.id, slug: row.slug };
    return { key, digest: row.digest, ...shapeEntry(entry, { type, targets, prefix, idFrom }) };
  });
  const dangling = shaped.flatMap((entry) => entry.dangling);
  if (dangling.length > 0 && options.references === "error") throw danglingError(dangling);
  return {
    set: shaped.map(({ key, digest, data }) => ({ key, digest, data })),
    removed: plan.removed,
    order: plan.order,
    dangling,
  };
}

interface Planned {
  readonly plan: ChangePlan;
  /** The changed entries by CMS id. */
  readonly entries: ReadonlyMap<string, PublishedEntry>;
}

async function readPlanned(request: ReadChangesRequest): Promise<Planned> {
  const { source, site, type, stored, digestOf } = request;
  const rows = await site.rows(type.apiId);
  if (rows !== undefined) {
    const plan = planChanges(wantedEntries(rows, request), stored, type.apiId);
    const changed = plan.changed.map(({ row }) => row);
    const single = changed.length <= SINGLE_READS && changed.length < rows.length;
    const entries = single
      ? await readEntries(source, type, changed)
      : await readListed(source, type, rows);
    return { plan, entries: byId(entries) };
  }
  const all = await readAll(source, type);
  const listed = all.map((entry) => ({ id: entry.id, slug: entry.slug, digest: digestOf(entry) }));
  const plan = planChanges(wantedEntries(listed, request), stored, type.apiId);
  return { plan, entries: byId(all) };
}

async function readListed(
  source: Source,
  type: PublishedType,
  rows: readonly IndexRow[],
): Promise<readonly PublishedEntry[]> {
  const entries = await readAll(source, type);
  const differs = entries.some(({ id, slug }, at) => rows[at]?.id !== id || rows[at].slug !== slug);
  if (!differs) return entries;
  throw new CmsError(
    "source_changing",
    `${source.name}/api/${type.apiId}.json and its _index.json list different entries. The content loaded earlier is kept. A publish may be running, so try again. If the error remains: ${REWRITE_ADVICE}`,
  );
}

function wantedEntries(
  rows: readonly IndexRow[],
  { options, type }: ReadChangesRequest,
): readonly WantedEntry[] {
  return rows.map((row) => ({
    key: type.kind === "object" ? type.apiId : entryKey(row, options.idFrom),
    row,
  }));
}

function byId(entries: readonly PublishedEntry[]): ReadonlyMap<string, PublishedEntry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

async function readTargets(
  site: SiteSnapshot,
  type: PublishedType,
): Promise<ReadonlyMap<string, Target>> {
  const published = site.index.contentTypes.map(({ apiId }) => apiId);
  const named = new Set(
    type.fields
      .flatMap((field) => [field, ...(field.fields ?? [])])
      .filter((field) => field.type === "reference")
      .flatMap((field) => field.to ?? published),
  );
  return site.targets(published.filter((apiId) => named.has(apiId)));
}

function danglingError(dangling: readonly DanglingReference[]): CmsError {
  const lines = dangling
    .slice(0, 20)
    .map(({ entry, field, id }) => `  ${entry}, field ${field}: ${id}`);
  return new CmsError(
    "dangling_reference",
    `${dangling.length} reference${dangling.length === 1 ? " points" : "s point"} to entries that are not published:\n${lines.join("\n")}\nNothing was changed. Publish those entries or remove the references. To continue the build anyway, set references: "warn".`,
    { details: { dangling } },
  );
}
