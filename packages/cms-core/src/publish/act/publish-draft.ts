import type { Issue } from "../../base/errors.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import {
  isSameVersion,
  parseVersionFile,
  printVersionFile,
} from "../../content/schema/type-file.ts";
import { mediaPath, SITE_PATH, versionPath } from "../../content/site/layout.ts";
import { damagedFile, eachFileThere } from "../../git/repository/read-files.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { collectLinks, type ValueLink } from "../../render/entry-template.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import { type EntryRef, issuesOf, type TypeState } from "../../site/read/file-facts.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { type PublishedTree, readPublishedTree } from "../branch/published-tree.ts";

/** A candidate and its links. */
export interface DraftEntry extends Candidate {
  readonly links: readonly ValueLink[];
}

/** Everything needed to decide about a publish, read from one commit of `main`. */
export interface PublishDraft {
  /** Commit of `main`. */
  readonly source: string;
  readonly entries: readonly DraftEntry[];
  /** Issues of ids that cannot be published, by id. */
  readonly unreadable: ReadonlyMap<string, readonly Issue[]>;
  /**
   * Blobs of `main` that the live site needs besides entries, by their path on `published`: `site.yml`, the newest
   * schema of every type, the schema versions of the entries, and the existing media records that they show.
   */
  readonly shared: ReadonlyMap<string, string>;
  readonly tree: PublishedTree;
  /** Paths of schema versions that differ on `published` because their files on `main` were replaced. */
  readonly findReplacedVersions: ReadonlySet<string>;
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
    // A published frozen schema never changes.
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
    findReplacedVersions: await replaced(store, frozen, live),
  };
}

/**
 * Finds replaced frozen schemas. Only a push that rewrites `main` can replace one, and the live site must not follow
 * it.
 */
async function replaced(
  { repository }: SiteStore,
  frozen: ReadonlyMap<string, SchemaVersion>,
  live: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [path, version] of frozen) {
    const oid = live.get(path);
    if (oid === undefined || oid === repository.hashBlob(printVersionFile(version))) continue;
    const liveVersion = parseVersionFile(await repository.readBlob(oid), path);
    if (!isSameVersion(liveVersion, version)) found.add(path);
  }
  return found;
}

export function isMedia({ kind }: ValueLink): boolean {
  return kind === "media";
}

/** An entry of `main` to be published with its type's newest published schema. */
interface Candidate {
  readonly ref: EntryRef;
  /** Converted to `schema`. */
  readonly entry: Entry;
  readonly schema: SchemaVersion;
  /** The schema version that its file was written with. */
  readonly writtenBy: SchemaVersion;
}

/** Result for each id: a candidate, or the issues that prevent it. */
type Candidates = ReadonlyMap<string, Candidate | readonly Issue[]>;

/**
 * Reads entries of `main` for publishing. Converts each to the newest published schema, so deleted fields disappear and
 * renamed options show.
 */
async function readCandidates(store: SiteStore, ids: readonly string[]): Promise<Candidates> {
  const found = new Map<string, Candidate | readonly Issue[]>();
  const known: { ref: EntryRef; state: TypeState; schema: SchemaVersion }[] = [];
  const copies = copiedFiles(store);
  for (const id of ids) {
    const ref = store.entryById(id);
    const state = ref && store.type(ref.type);
    const schema = state?.latest;
    const copied = ref && copies.get(ref.path);
    if (ref === undefined) found.set(id, [missing(id)]);
    else if (copied !== undefined) found.set(id, copied);
    else if (state === undefined || schema === undefined) found.set(id, [withoutSchema(ref)]);
    else known.push({ ref, state, schema });
  }
  const files = eachFileThere(store.repository, known, ({ ref }) => ref.blob);
  for await (const [one, bytes] of files) {
    const { id, path, blob } = one.ref;
    const lost = (): readonly Issue[] => issuesOf(damagedFile(path, blob), path);
    found.set(id, bytes === undefined ? lost() : parse(bytes, one.ref, one));
  }
  return found;
}

function parse(
  bytes: Uint8Array,
  ref: EntryRef,
  { state, schema }: { readonly state: TypeState; readonly schema: SchemaVersion },
): Candidate | readonly Issue[] {
  const { path, type, slug } = ref;
  try {
    const schemaOf = (version: number | undefined): SchemaVersion | undefined =>
      version === undefined ? schema : state.versions.get(version);
    const entry = parseEntryFile(bytes, { path, apiId: type, slug, schemaOf });
    const writtenBy = schemaOf(entry.schema) ?? schema;
    return { ref, entry: upgradeEntry(entry, writtenBy, schema), schema, writtenBy };
  } catch (error) {
    return issuesOf(error, path);
  }
}

/** Issues for files that share their id or slug with another file, which makes them ambiguous. */
function copiedFiles(store: SiteStore): ReadonlyMap<string | undefined, readonly Issue[]> {
  const copies = store
    .problems()
    .filter(({ code }) => code === "id_taken" || code === "slug_taken");
  return Map.groupBy(copies, ({ path }) => path);
}

function missing(id: string): Issue {
  return { code: "content_not_found", message: `There is no entry ${id} on main.` };
}

function withoutSchema({ type, path }: EntryRef): Issue {
  const message = `The schema of "${type}" has not been published. Publish it before its entries.`;
  return { code: "content_type_not_found", message, path };
}
