import { CmsError } from "../../base/errors.ts";
import { parseVersionFile } from "../../content/schema/type-file.ts";
import { mediaPath, SITE_PATH } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import {
  type CompiledEntry,
  compilePublished,
  type PublishedDelta,
  readPinnedEntry,
  type SchemaLookup,
} from "../branch/published-diff.ts";
import {
  type PublishedFileChanges,
  readLedger,
  sortPublishedChanges,
} from "../branch/published-tree.ts";
import type { LiveSite } from "./live-site.ts";

/** Objects asked for in one go: git reads the next ones while these are parsed. */
const BATCH = 500;

/** What is known of a commit of `published` of which nothing is live yet. */
export interface KnownPublished {
  /** All its files. */
  readonly changes: PublishedFileChanges;
  /** Every record of its ledger, by entry id. */
  readonly ledger: ReadonlyMap<string, LedgerRecord>;
}

/** What reading `published` asks of a repository, with or without a git program. */
export type PublishedReader = Pick<
  GitRepository,
  "changedFiles" | "readBlobs" | "readPath" | "resolveRef"
>;

export interface ReadPublishedDelta {
  readonly to: string;
  readonly known?: KnownPublished | undefined;
}

/**
 * How `published` at commit `to` differs from the live site, read from git in bulk.
 *
 * @returns undefined when the difference cannot be followed file by file: the site's id or routes changed,
 * or a frozen schema did. Then everything is to be loaded anew.
 * @throws CmsError `repository_broken` when a pinned file is missing or cannot be read.
 */
export async function readPublishedDelta(
  repository: PublishedReader,
  live: LiveSite,
  { to, known }: ReadPublishedDelta,
): Promise<PublishedDelta | undefined> {
  const changes =
    known?.changes ?? sortPublishedChanges(await repository.changedFiles(live.commit, to));
  const site = changes.site || live.site === undefined ? await readSite(repository, to) : live.site;
  if (!canFollow(live.site, site) || changes.versions.some(({ before }) => before !== undefined)) {
    return undefined;
  }
  const schemas = await readSchemas(repository, changes);
  const media = await readMedia(repository, changes);
  const entries = await readEntries(repository, changes, { live, schemas, ledger: known?.ledger });
  return { commit: to, site, schemas, media, entries };
}

async function readSite(repository: PublishedReader, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file === undefined) throw new CmsError("repository_broken", "published holds no site.yml.");
  return parseSiteFile(file.bytes);
}

function canFollow(before: SiteConfig | undefined, after: SiteConfig): boolean {
  if (before === undefined) return true;
  return before.id === after.id && JSON.stringify(before.routes) === JSON.stringify(after.routes);
}

async function readSchemas(
  repository: PublishedReader,
  { versions }: PublishedFileChanges,
): Promise<SchemaVersion[]> {
  const bytes = await repository.readBlobs(versions.flatMap(({ after }) => after ?? []));
  return versions.map(({ path }, index) => parseVersionFile(bytes[index] ?? NOTHING, path));
}

async function readMedia(
  repository: PublishedReader,
  { media }: PublishedFileChanges,
): Promise<Map<string, MediaRecord | undefined>> {
  const records = new Map<string, MediaRecord | undefined>(media.map(({ id }) => [id, undefined]));
  const present = media.flatMap(({ id, after }) => (after === undefined ? [] : [{ id, after }]));
  await inBatches(
    repository,
    present,
    ({ after }) => after,
    async (batch, blobs) => {
      for (const [index, { id }] of batch.entries()) {
        records.set(id, parseMediaFile(blobs[index] ?? NOTHING, mediaPath(id)));
      }
    },
  );
  return records;
}

interface EntrySources {
  readonly live: LiveSite;
  readonly schemas: readonly SchemaVersion[];
  /** Undefined where it is to be read. */
  readonly ledger: ReadonlyMap<string, LedgerRecord> | undefined;
}

async function readEntries(
  repository: PublishedReader,
  { ledger, pins }: PublishedFileChanges,
  { live, schemas, ledger: known }: EntrySources,
): Promise<Map<string, CompiledEntry | undefined>> {
  const entries = new Map<string, CompiledEntry | undefined>(
    ledger.map(({ id }) => [id, undefined]),
  );
  const schemaOf = schemaLookup(live, schemas);
  const takePinned = async ({ records, blobs }: PinnedBatch): Promise<void> => {
    for (const [index, bytes] of (await blobs).entries()) {
      const record = records[index];
      if (record === undefined) continue;
      const path = pins.get(record.blob) ?? live.graph.pins.get(record.id) ?? "";
      const entry = readPinnedEntry(record, bytes, { path, schemaOf });
      // At once: of thousands of entries only what is shown stays in memory while the next ones are read.
      entries.set(record.id, compilePublished(entry));
    }
  };
  let asked: PinnedBatch = { records: [], blobs: Promise.resolve([]) };
  const askFor = async (found: readonly (LedgerRecord | undefined)[]): Promise<void> => {
    const records = found.flatMap((record) => (record?.state === "published" ? [record] : []));
    const before = asked;
    asked = { records, blobs: ask(repository, records, ({ blob }) => blob) };
    await takePinned(before);
  };
  const present = ledger.filter(({ after }) => after !== undefined);
  if (known === undefined) {
    await inBatches(
      repository,
      present,
      ({ after = "" }) => after,
      async (batch, files) => {
        const records = batch.map(({ path, apiId, id }, index) =>
          readLedger(files[index] ?? NOTHING, { path, type: apiId, id }),
        );
        await askFor(records);
      },
    );
  } else {
    for (let from = 0; from < present.length; from += BATCH) {
      await askFor(present.slice(from, from + BATCH).map(({ id }) => known.get(id)));
    }
  }
  await takePinned(asked);
  return entries;
}

/** Published entries and the bytes of their pinned files, which are on their way. */
interface PinnedBatch {
  readonly records: readonly LedgerRecord[];
  readonly blobs: Promise<readonly Uint8Array[]>;
}

function schemaLookup(live: LiveSite, added: readonly SchemaVersion[]): SchemaLookup {
  const byName = new Map(added.map((schema) => [`${schema.apiId}/${schema.version}`, schema]));
  return (apiId, version) =>
    byName.get(`${apiId}/${version}`) ?? live.graph.schemas.get(apiId)?.get(version);
}

/** Reads the blob of each item; the next batch is on its way while one is taken. */
async function inBatches<T>(
  repository: PublishedReader,
  items: readonly T[],
  oidOf: (item: T) => string,
  take: (batch: readonly T[], blobs: readonly Uint8Array[]) => Promise<void>,
): Promise<void> {
  let next = ask(repository, items.slice(0, BATCH), oidOf);
  for (let from = 0; from < items.length; from += BATCH) {
    const blobs = await next;
    next = ask(repository, items.slice(from + BATCH, from + 2 * BATCH), oidOf);
    await take(items.slice(from, from + BATCH), blobs);
  }
  await next;
}

/** Asks git for blobs that are awaited later; a failure is met then, if anybody still waits. */
function ask<T>(
  repository: PublishedReader,
  items: readonly T[],
  oidOf: (item: T) => string,
): Promise<readonly Uint8Array[]> {
  const blobs = repository.readBlobs(items.map(oidOf));
  blobs.catch(() => undefined);
  return blobs;
}

const NOTHING = new Uint8Array();
