import { decodeText } from "../../../base/bytes.ts";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { foldSlug } from "../../../base/slug.ts";
import {
  completeEntry,
  type EntryHead,
  readEntryHead,
} from "../../../content/entry/complete-entry.ts";
import { parseEntryFile, readEntryId } from "../../../content/entry/parse-entry.ts";
import { validateEntry } from "../../../content/entry/validate-entry.ts";
import { isSameVersion, printVersionFile } from "../../../content/schema/type-file.ts";
import { versionPath } from "../../../content/site/layout.ts";
import { readFiles } from "../../../git/repository/read-files.ts";
import type { SchemaVersion } from "../../../model/content-type.ts";
import type { Entry } from "../../../model/entry.ts";
import { checkTypeChange } from "../../../schema/check-type-change.ts";
import type { EntryRef } from "../../../site/read/file-facts.ts";
import { stableEntryId } from "../infer/field-plan.ts";
import { issuesOf } from "../project/read-sources.ts";
import type { EntryFile, SiteFileSet } from "../project/site-file-set.ts";
import { entriesOf, type SiteState } from "./site-state.ts";

/** A valid entry from the files of a site repository. */
export interface CheckedEntry {
  readonly entry: Entry;
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface CheckedFiles {
  /** Type and version files by path. */
  readonly schemas: ReadonlyMap<string, Uint8Array>;
  readonly entries: readonly CheckedEntry[];
  readonly failed: readonly Issue[];
}

/** Checks schemas and entries of a site repository against each other and the site. Pure. */
export function checkSiteFiles(
  files: SiteFileSet,
  site: SiteState,
  { now, heads }: { readonly now: string; readonly heads: KnownHeads },
): CheckedFiles {
  const failed: Issue[] = [];
  const { schemas, versions } = checkSchemas(files, site, failed);
  const read = files.entries.flatMap((file) => {
    const { path, apiId } = file;
    const made = { id: stableEntryId(site.site.id, apiId, path), createdAt: now };
    try {
      return [checkEntry(file, versions.get(apiId) ?? [], { ...made, ...heads.get(path) })];
    } catch (error) {
      failed.push(...issuesOf(error, path));
      return [];
    }
  });
  return { schemas, entries: rejectTaken(read, site, failed), failed };
}

type Versions = Map<string, readonly SchemaVersion[]>;

/** Checks the schemas. Published versions on the site stay; a type without one gets its first. */
function checkSchemas(
  { types, versions }: SiteFileSet,
  site: SiteState,
  failed: Issue[],
): { schemas: Map<string, Uint8Array>; versions: Versions } {
  const schemas = new Map<string, Uint8Array>();
  const known: Versions = new Map(
    [...site.types].map(([apiId, type]) => [apiId, [...type.versions.values()]]),
  );
  for (const { version, path } of versions) {
    const existing = known.get(version.apiId) ?? [];
    const same = existing.find((one) => one.version === version.version);
    if (same === undefined) {
      known.set(version.apiId, [...existing, version]);
      schemas.set(path, printVersionFile(version));
    } else if (!isSameVersion(same, version)) failed.push(otherVersion(version, path));
    const hasType = types.some(({ type }) => type.apiId === version.apiId);
    if (!hasType && !site.types.has(version.apiId)) {
      const message = `"${version.apiId}" has a schema version but no type.yml.`;
      failed.push({ code: "invalid_schema", message, path });
    }
  }
  for (const { type, path, bytes } of types) {
    const fixed = checkTypeChange(type, known.get(type.apiId) ?? []);
    failed.push(...fixed.map((issue) => ({ ...issue, path })));
    if (fixed.length === 0) schemas.set(path, Buffer.from(decodeText(bytes, { path })));
    if ((known.get(type.apiId) ?? []).length > 0) continue;
    const first: SchemaVersion = { version: 1, ...type };
    known.set(type.apiId, [first]);
    schemas.set(versionPath(type.apiId, 1), printVersionFile(first));
  }
  return { schemas, versions: known };
}

function otherVersion({ apiId, version }: SchemaVersion, path: string): Issue {
  const message = `The site has a different version ${version} of "${apiId}". Published versions cannot be changed.`;
  return { code: "conflict", message, path };
}

/** @param head default values for keys that the file omits */
function checkEntry(
  file: EntryFile,
  versions: readonly SchemaVersion[],
  head: Omit<EntryHead, "schema"> & Partial<EntryHead>,
): CheckedEntry {
  const { path, apiId, slug } = file;
  const latest = versions.toSorted((a, b) => b.version - a.version)[0];
  if (latest === undefined) {
    const message = `${path}: there is no content type "${apiId}".`;
    throw new CmsError("content_type_not_found", message);
  }
  const bytes = completeEntry(file.bytes, {
    path,
    head: { schema: latest.version, ...head },
    schema: latest,
  });
  const schemaOf = (version: number | undefined): SchemaVersion | undefined =>
    version === undefined ? latest : versions.find((one) => one.version === version);
  const entry = parseEntryFile(bytes, { path, apiId, slug, schemaOf });
  const issues = validateEntry(entry, schemaOf(entry.schema) ?? latest, { mode: "save" });
  const [first] = issues;
  if (first !== undefined) {
    throw new CmsError(first.code, `${path}: ${first.message}`, {
      issues: issues.map(({ code, message, field = "" }) => ({ code, message, path, field })),
    });
  }
  return { entry, path, bytes };
}

/** Rejects ids and slugs that another entry of the site or an earlier file uses. */
function rejectTaken(
  read: readonly CheckedEntry[],
  site: SiteState,
  failed: Issue[],
): readonly CheckedEntry[] {
  const ids = new Map<string, string>();
  // Entries in the import release their current slugs.
  const importedIds = new Set(read.map(({ entry }) => entry.id));
  const others = entriesOf(site).filter(({ id }) => !importedIds.has(id));
  const slugs = new Map(others.map((ref) => [slugKey(ref), ref.id]));
  return read.filter(({ entry, path }) => {
    const first = ids.get(entry.id);
    const holder = slugs.get(slugKey(entry)) ?? entry.id;
    if (first !== undefined) {
      const message = `${path} has the same ID as ${first}. Give the copy its own ID.`;
      failed.push({ code: "id_taken", message, path });
    } else if (holder === entry.id) {
      ids.set(entry.id, path);
      slugs.set(slugKey(entry), entry.id);
      return true;
    } else {
      const message = `${path} has the same slug as the entry ${holder}.`;
      failed.push({ code: "slug_taken", message, path });
    }
    return false;
  });
}

/** Slugs are unique within a type, ignoring case. */
function slugKey({ type, slug }: Pick<EntryRef, "type" | "slug">): string {
  return `${type}/${foldSlug(slug)}`;
}

/** Known head values of entries whose files omit them. */
type KnownHeads = ReadonlyMap<string, Partial<EntryHead>>;

/**
 * Returns the site's head values for incomplete files, by path. A file without an id is the entry of an earlier import
 * of the same file, or the one with its slug, unless another file claims that entry.
 */
export async function readKnownHeads(
  files: readonly EntryFile[],
  site: SiteState,
  readBlobs: (oids: readonly string[]) => Promise<Uint8Array[]>,
): Promise<KnownHeads> {
  const named = new Set(files.map(({ bytes }) => readEntryId(bytes)));
  const refs = entriesOf(site);
  const bySlug = new Map(refs.map((ref) => [slugKey(ref), ref]));
  const byId = new Map(refs.map((ref) => [ref.id, ref]));
  const found: { readonly path: string; readonly entry: EntryRef }[] = [];
  for (const { path, apiId, slug, bytes } of files.filter(isIncomplete)) {
    const id = readEntryId(bytes);
    const holder = bySlug.get(slugKey({ type: apiId, slug }));
    const free = holder === undefined || named.has(holder.id) ? undefined : holder;
    const made = free ?? byId.get(stableEntryId(site.site.id, apiId, path));
    const entry = id === undefined ? made : byId.get(id);
    if (entry !== undefined) found.push({ path, entry });
  }
  const read = await readFiles({ readBlobs }, found, ({ entry }) => entry.blob);
  return new Map(read.map(([{ path, entry }, bytes]) => [path, readHead(entry, bytes)]));
}

function isIncomplete({ bytes }: EntryFile): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  return readEntryId(bytes) === undefined || !/^schema:/m.test(text) || !/^createdAt:/m.test(text);
}

function readHead({ id, path }: EntryRef, bytes: Uint8Array): Partial<EntryHead> {
  return { id, ...readEntryHead(bytes, path) };
}
