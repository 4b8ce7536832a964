import { CmsError, isCmsError, type Issue } from "../base/errors.ts";
import { savedAt } from "../base/instant.ts";
import { SITE_PATH } from "../content/site/layout.ts";
import { parseMediaFile } from "../content/site/media-file.ts";
import { parseSiteFile } from "../content/site/site-file.ts";
import { eachFile, readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { ContentType, SchemaVersion } from "../model/content-type.ts";
import type { Entry, LedgerRecord } from "../model/entry.ts";
import type { MediaRecord } from "../model/media.ts";
import { type CompiledEntry, compilePublished } from "../publish/branch/published-diff.ts";
import {
  PUBLISHED_REF,
  readLedgers,
  sortPublishedChanges,
} from "../publish/branch/published-tree.ts";
import { planAllFiles } from "../publish/files/plan-files.ts";
import { emptyLiveSite, type LiveSite } from "../publish/live/live-site.ts";
import { advanceLiveSite } from "../publish/live/load-live-site.ts";
import type { PublishedReader } from "../publish/live/read-published.ts";
import { upgradeEntry } from "../schema/upgrade-entry.ts";
import { type EntryRef, parseEntryAt, type TypeState } from "../site/read/file-facts.ts";
import { takeChanges } from "../site/read/follow-site.ts";
import { SiteIndex } from "../site/read/site-index.ts";

/** Repository access that a snapshot needs, with or without the Git command. */
export type SnapshotReader = PublishedReader & Pick<GitRepository, "lastChanges">;

export interface ReadBranchOptions {
  /** `{public_storage_url}/{site_id}`, without a trailing slash. */
  readonly publicUrl: string;
}

export interface BranchSite {
  readonly live: LiveSite;
  /** Unreadable files, which are omitted. */
  readonly problems: readonly Issue[];
}

/**
 * Reads a commit of a branch as if everything on it were published now, including drafts and changed entries. An entry
 * that was never published counts as published when it was last saved.
 *
 * @throws CmsError `invalid_site` without a readable `site.yml`
 */
export async function readBranch(
  repository: SnapshotReader,
  commit: string,
  { publicUrl }: ReadBranchOptions,
): Promise<BranchSite> {
  const reader = cacheBlobs(repository);
  const index = await readIndex(reader, commit);
  const ledger = await readAllLedgers(reader);
  const states = index.types();
  const refs = states.flatMap(({ type }) => index.entries(type.apiId));
  const times = await saveTimes(reader, commit, { refs, ledger });
  const entries = new Map<string, CompiledEntry>();
  for (const state of states) {
    const shown = schemaOf(state);
    const own = index.entries(state.type.apiId);
    for await (const [ref, bytes] of eachFile(reader, own, ({ blob }) => blob)) {
      const entry = readAs(ref, bytes, state);
      if (entry === undefined || index.entriesWithId(ref.id).length > 1) continue;
      const record = ledger.get(ref.id);
      const head = headOf(entry, { record, savedAtMs: times.get(ref.path) });
      const { path } = ref;
      const { formerSlugs } = record ?? {};
      entries.set(
        ref.id,
        compilePublished({ head, values: entry.values, schema: shown, path, formerSlugs }),
      );
    }
  }
  const schemas = states.flatMap((state) =>
    state.latest === undefined ? schemaOf(state) : Array.from(state.versions.values()),
  );
  const media = await readMedia(reader, index);
  const delta = { commit, site: index.site, schemas, media, entries };
  return {
    live: advanceLiveSite(emptyLiveSite(publicUrl), delta).live,
    problems: index.problems(),
  };
}

/** Caches blobs, because files are read more than once. */
function cacheBlobs(repository: SnapshotReader): SnapshotReader {
  const cache = new Map<string, Uint8Array>();
  return {
    ...repository,
    async readBlobs(oids) {
      const missing = [...new Set(oids)].filter((oid) => !cache.has(oid));
      const read = await repository.readBlobs(missing);
      for (const [at, oid] of missing.entries()) cache.set(oid, read[at] ?? NOTHING);
      return oids.map((oid) => cache.get(oid) ?? NOTHING);
    },
  };
}

const NOTHING = new Uint8Array();

async function readIndex(reader: SnapshotReader, commit: string): Promise<SiteIndex> {
  const file = await reader.readPath(commit, SITE_PATH);
  if (file === undefined) {
    throw new CmsError("invalid_site", `Commit ${commit} has no ${SITE_PATH}.`);
  }
  const site = parseSiteFile(file.bytes);
  const index = new SiteIndex({ site, blob: file.oid, issues: [] }, commit);
  const files = await reader.changedFiles(undefined, commit);
  await takeChanges(index, files, reader.readBlobs);
  return index;
}

async function readAllLedgers(reader: SnapshotReader): Promise<ReadonlyMap<string, LedgerRecord>> {
  const commit = await reader.resolveRef(PUBLISHED_REF);
  if (commit === undefined) return new Map();
  return readLedgers(reader, sortPublishedChanges(await reader.changedFiles(undefined, commit)));
}

interface Saved {
  readonly refs: readonly EntryRef[];
  readonly ledger: ReadonlyMap<string, LedgerRecord>;
}

/**
 * Returns when files that differ from the published ones were saved, in ms since 1970 by path. The ledger has the time
 * of the others.
 */
async function saveTimes(
  reader: SnapshotReader,
  commit: string,
  { refs, ledger }: Saved,
): Promise<ReadonlyMap<string, number>> {
  const changed = refs.filter(({ id, blob }) => ledger.get(id)?.blob !== blob);
  if (changed.length === 0) return new Map();
  return reader.lastChanges(commit, { paths: new Set(changed.map(({ path }) => path)) });
}

/**
 * Returns the schema for displaying entries: the latest published version, or the working schema of a type without one.
 */
function schemaOf({ type, latest }: TypeState): SchemaVersion {
  return latest ?? unpublished(type);
}

function unpublished(type: ContentType): SchemaVersion {
  return { ...type, version: 0 };
}

function readAs(ref: EntryRef, bytes: Uint8Array, state: TypeState): Entry | undefined {
  try {
    const entry = parseEntryAt(bytes, ref, state);
    const from = state.versions.get(entry.schema);
    return from === undefined ? entry : upgradeEntry(entry, from, schemaOf(state));
  } catch (error) {
    // The index already reports this problem.
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

interface HeadOptions {
  readonly record: LedgerRecord | undefined;
  readonly savedAtMs: number | undefined;
}

function headOf(
  { id, type, slug, createdAt, sortOrder = 0 }: Entry,
  { record, savedAtMs }: HeadOptions,
): CompiledEntry["template"]["head"] {
  const updatedAt =
    savedAtMs === undefined
      ? (record?.updatedAt ?? createdAt)
      : savedAt(new Date(savedAtMs).toISOString(), createdAt);
  const publishedAt = record?.state === "published" ? record.publishedAt : updatedAt;
  return { id, type, slug, createdAt, updatedAt, publishedAt, sortOrder };
}

async function readMedia(
  reader: SnapshotReader,
  index: SiteIndex,
): Promise<ReadonlyMap<string, MediaRecord>> {
  const refs = index.mediaIds().flatMap((id) => index.media(id) ?? []);
  const files = await readFiles(reader, refs, ({ blob }) => blob);
  return new Map(files.map(([{ id, path }, bytes]) => [id, parseMediaFile(bytes, path)] as const));
}

/** Renders a public file on demand. */
type ReadPublicFile = () => Promise<Uint8Array>;

/** Returns all files below `api/` of a live site by path, byte for byte as published. */
export function publicFiles(live: LiveSite): ReadonlyMap<string, ReadPublicFile> {
  const files = new Map<string, ReadPublicFile>();
  for (const { path, body } of planAllFiles(live, []).files.writes.flat()) {
    switch (body.kind) {
      case "chunks":
        files.set(path, async () => Buffer.concat(await body.chunks()));
        break;
      case "same": {
        const same = files.get(body.as);
        if (same !== undefined) files.set(path, same);
        break;
      }
      case "media":
        break;
    }
  }
  return files;
}
