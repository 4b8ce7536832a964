import { type Issue, readOr } from "../base/errors.ts";
import { parseEntryFile, readEntryId } from "../content/entry/parse-entry.ts";
import { entryTitle } from "../content/entry/print-entry.ts";
import { parseTypeFile } from "../content/schema/type-file.ts";
import { classifyPath, type FileIdentity, typePath } from "../content/site/layout.ts";
import { parseMediaFile } from "../content/site/media-file.ts";
import type { Oid } from "../git/objects/object-id.ts";
import type { FileChange } from "../git/read/diff-reader.ts";
import { readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import { type FilePlace, pairChanges } from "../merge/entry/tree-sides.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import { diffTypes, type SchemaChange } from "../schema/diff-types.ts";
import { completeBytes } from "../site/push/complete-pushed.ts";
import { issuesOf } from "../site/read/file-facts.ts";
import { schemasAt } from "../site/read/read-site.ts";
import { type ChangeKind, compareVersions, type VersionChanges } from "./compare-versions.ts";
import type { EntryVersion } from "./read-version.ts";

interface Changed {
  readonly kind: ChangeKind;
  /** Its current or last path. */
  readonly path: string;
}

export interface ChangedEntry extends Changed {
  /** Absent if the file has no id. */
  readonly id: string | undefined;
  readonly type: string;
  readonly slug: string;
  readonly title: string;
  /** Changes of a readable entry; an added or removed entry includes all of its fields. */
  readonly changes?: VersionChanges;
  /** Why it cannot be read. */
  readonly issue?: Issue;
}

export interface ChangedMedia extends Changed {
  readonly id: string;
  /** Absent if there is no record, or it cannot be read. */
  readonly before?: MediaRecord;
  readonly after?: MediaRecord;
}

export interface ChangedType extends Changed {
  readonly apiId: string;
  /** Changes of the working schema. */
  readonly changes: readonly SchemaChange[];
  /** Newly published versions. */
  readonly versions: readonly number[];
}

/** Differences between two commits of a site, in terms of its content. */
export interface CommitChanges {
  readonly entries: readonly ChangedEntry[];
  readonly media: readonly ChangedMedia[];
  readonly types: readonly ChangedType[];
  /** `site.yml`, and files next to the content. */
  readonly files: readonly Changed[];
}

interface Compared {
  readonly from: Oid;
  readonly to: Oid;
  readonly site: SiteConfig;
}

type Repository = Pick<GitRepository, "changedFiles" | "readBlobs" | "readPath">;

// A shared budget for all comparisons, as large as for two versions.
const COMPARE_STEPS = 20_000_000;

/**
 * Compares two commits of a site. Tracks entries and media records by id across moves. Unreadable ones are listed with
 * the reason.
 */
export async function compareCommits(
  repository: Repository,
  { from, to, site }: Compared,
): Promise<CommitChanges> {
  const files = await repository.changedFiles(from, to);
  const bytes = await readBlobs(repository, files, site);
  const bytesOf = (blob: string): Uint8Array => bytes.get(blob) ?? new Uint8Array();
  const states = pairChanges(files, (path, blob) => {
    const identity = classifyPath(path, site);
    if (identity.kind === "media") return `media:${identity.id}`;
    const id = identity.kind === "entry" ? readEntryId(bytesOf(blob)) : undefined;
    return id && `entry:${id}`;
  });
  const identities = files.map(({ path }) => classifyPath(path, site));
  const schemas = await schemasAt(repository, [to, from], entryTypes(identities));
  const steps = COMPARE_STEPS / Math.max(1, states.size);
  const changes = { entries: [], media: [], types: [], files: [] } as Mutable;
  for (const { base, now } of states.values()) {
    const place = now ?? base;
    if (place === undefined) continue;
    const sides = { base, now, kind: kindOf(base, now), path: place.path };
    const identity = classifyPath(place.path, site);
    if (identity.kind === "entry") {
      changes.entries.push(changedEntry(sides, { site, schemas, bytesOf, steps }));
    } else if (identity.kind === "media") {
      changes.media.push({ ...changedMedia(sides, bytesOf), id: identity.id });
    } else if (identity.kind !== "type" && identity.kind !== "version") {
      changes.files.push({ kind: sides.kind, path: place.path });
    }
  }
  changes.types.push(...(await changedTypes(repository, identities, { from, to })));
  return {
    entries: changes.entries.toSorted(byPath),
    media: changes.media.toSorted(byPath),
    types: changes.types.toSorted(byPath),
    files: changes.files.toSorted(byPath),
  };
}

type Mutable = { [Key in keyof CommitChanges]: CommitChanges[Key][number][] };

function byPath(a: Changed, b: Changed): number {
  return a.path < b.path ? -1 : 1;
}

/** Reads the files of entries and media records; for others the names suffice. */
async function readBlobs(
  repository: Repository,
  files: readonly FileChange[],
  site: SiteConfig,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = files.filter(({ path }) => {
    const { kind } = classifyPath(path, site);
    return kind === "entry" || kind === "media";
  });
  const blobs = [
    ...new Set(wanted.flatMap(({ before, after }) => [before ?? [], after ?? []].flat())),
  ];
  return new Map(await readFiles(repository, blobs, (oid) => oid));
}

function entryTypes(identities: readonly FileIdentity[]): ReadonlySet<string> {
  return new Set(identities.flatMap((one) => (one.kind === "entry" ? [one.apiId] : [])));
}

function kindOf(base: FilePlace | undefined, now: FilePlace | undefined): ChangeKind {
  if (base === undefined) return "added";
  return now === undefined ? "removed" : "changed";
}

interface Sides extends Changed {
  readonly base: FilePlace | undefined;
  readonly now: FilePlace | undefined;
}

interface EntryParts {
  readonly site: SiteConfig;
  readonly schemas: ReadonlyMap<string, ReadonlyMap<number, SchemaVersion>>;
  readonly bytesOf: (blob: string) => Uint8Array;
  readonly steps: number;
}

function changedEntry({ base, now, kind, path }: Sides, parts: EntryParts): ChangedEntry {
  const place = now ?? base;
  const { apiId: type, slug } = entryIdentity(path, parts.site);
  const id = place && readEntryId(parts.bytesOf(place.blob));
  const about = { kind, path, id, type, slug };
  try {
    const [before, after] = [base && readEntry(base, parts), now && readEntry(now, parts)];
    const [old, young] = [before ?? withoutValues(after), after ?? withoutValues(before)];
    if (old === undefined || young === undefined) return { ...about, title: slug };
    const { entry, schema } = after ?? old;
    const changes = compareVersions(old, young, parts.steps);
    return { ...about, title: entryTitle(entry, schema), changes };
  } catch (error) {
    const [issue] = issuesOf(error, path);
    return { ...about, title: slug, ...(issue && { issue }) };
  }
}

type ReadEntry = Pick<EntryVersion, "entry" | "schema">;

function readEntry({ path, blob }: FilePlace, { site, schemas, bytesOf }: EntryParts): ReadEntry {
  const { apiId, slug } = entryIdentity(path, site);
  const versions = schemas.get(apiId) ?? new Map<number, SchemaVersion>();
  const newest = Math.max(0, ...versions.keys());
  const schemaOf = (number: number | undefined) => versions.get(number ?? newest);
  // A file that omits optional keys can still be read.
  const head = { schema: newest, createdAt: EPOCH };
  const bytes = completeBytes(path, { original: bytesOf(blob), old: undefined, head });
  const entry = parseEntryFile(bytes, { path, apiId, slug, schemaOf });
  const schema = schemaOf(entry.schema);
  if (schema === undefined) throw new Error(`The schema of ${apiId} was not loaded.`);
  return { entry, schema };
}

function entryIdentity(
  path: string,
  site: SiteConfig,
): { readonly apiId: string; readonly slug: string } {
  const identity = classifyPath(path, site);
  return identity.kind === "entry" ? identity : { apiId: "", slug: "" };
}

const EPOCH = "1970-01-01T00:00:00.000Z";

/** Returns the entry without values, for comparing an added or removed entry with. */
function withoutValues(version: ReadEntry | undefined): ReadEntry | undefined {
  return version && { ...version, entry: { ...version.entry, values: new Map() } };
}

function changedMedia(
  { base, now, kind, path }: Sides,
  bytesOf: (blob: string) => Uint8Array,
): Omit<ChangedMedia, "id"> {
  const before = base && readOr(() => parseMediaFile(bytesOf(base.blob), base.path), undefined);
  const after = now && readOr(() => parseMediaFile(bytesOf(now.blob), now.path), undefined);
  return { kind, path, ...(before && { before }), ...(after && { after }) };
}

async function changedTypes(
  repository: Repository,
  identities: readonly FileIdentity[],
  { from, to }: Pick<Compared, "from" | "to">,
): Promise<readonly ChangedType[]> {
  const types = new Set(
    identities.flatMap((one) => (one.kind === "type" || one.kind === "version" ? [one.apiId] : [])),
  );
  return Promise.all(
    [...types].map(async (apiId) => {
      const path = typePath(apiId);
      const [before, after] = await Promise.all(
        [from, to].map(async (commit) => (await repository.readPath(commit, path))?.bytes),
      );
      const kind: ChangeKind =
        before === undefined ? "added" : after === undefined ? "removed" : "changed";
      const [old, type] = [before, after].map(
        (file) => file && readOr(() => parseTypeFile(file, path), undefined),
      );
      const versions = identities.flatMap((one) =>
        one.kind === "version" && one.apiId === apiId ? [one.version] : [],
      );
      const changes = type === undefined ? [] : diffTypes(old, type);
      return { kind, path, apiId, changes, versions: versions.toSorted((a, b) => a - b) };
    }),
  );
}
