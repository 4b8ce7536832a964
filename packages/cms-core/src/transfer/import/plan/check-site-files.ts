import { decodeText } from "../../../base/bytes.ts";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { foldSlug } from "../../../base/slug.ts";
import { completeEntry, type EntryHead } from "../../../content/entry/complete-entry.ts";
import { parseEntryFile } from "../../../content/entry/parse-entry.ts";
import { validateEntry } from "../../../content/entry/validate-entry.ts";
import { isSameVersion, printVersionFile } from "../../../content/schema/type-file.ts";
import { versionPath } from "../../../content/site/layout.ts";
import type { SchemaVersion } from "../../../model/content-type.ts";
import type { Entry } from "../../../model/entry.ts";
import { checkTypeChange } from "../../../schema/check-type-change.ts";
import { stableEntryId } from "../infer/field-plan.ts";
import { issuesOf } from "../project/read-sources.ts";
import type { EntryFile, SiteFileSet } from "../project/site-file-set.ts";
import type { KnownHeads } from "./known-heads.ts";
import type { SiteState } from "./site-state.ts";

/** An entry of a site repository's files that can be applied. */
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
  const orReport = <T>(path: string, check: () => T): T[] => {
    try {
      return [check()];
    } catch (error) {
      failed.push(...issuesOf(error, path));
      return [];
    }
  };
  const read = files.entries.flatMap((file) =>
    orReport(file.path, () => {
      const head = heads.get(file.path) ?? {};
      const found = versions.get(file.apiId) ?? [];
      return checkEntry(file, { versions: found, siteId: site.site.id, now, head });
    }),
  );
  const names = new Names(site, new Set(read.map(({ entry }) => entry.id)));
  const entries = read.flatMap((one) =>
    orReport(one.path, () => {
      names.take(one);
      return one;
    }),
  );
  return { schemas, entries, failed };
}

type Versions = Map<string, readonly SchemaVersion[]>;

/** Frozen schemas of the site stay; a type that has none yet gets its first. */
function checkSchemas(
  { types, versions }: SiteFileSet,
  site: SiteState,
  failed: Issue[],
): { schemas: Map<string, Uint8Array>; versions: Versions } {
  const schemas = new Map<string, Uint8Array>();
  const known: Versions = new Map([...site.types].map(([apiId, type]) => [apiId, type.versions]));
  for (const { version, path } of versions) {
    const there = known.get(version.apiId) ?? [];
    const same = there.find((one) => one.version === version.version);
    if (same === undefined) {
      known.set(version.apiId, [...there, version]);
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
  const message = `The site has another version ${version} of "${apiId}"; versions never change.`;
  return { code: "conflict", message, path };
}

interface EntryContext {
  readonly versions: readonly SchemaVersion[];
  readonly siteId: string;
  readonly now: string;
  /** What the site says of an entry whose file leaves it out. */
  readonly head: Partial<EntryHead>;
}

function checkEntry(file: EntryFile, { versions, siteId, now, head }: EntryContext): CheckedEntry {
  const { path, apiId, slug } = file;
  const latest = versions.toSorted((a, b) => b.version - a.version)[0];
  if (latest === undefined) {
    const message = `${path}: there is no content type "${apiId}".`;
    throw new CmsError("content_type_not_found", message);
  }
  const id = stableEntryId(siteId, apiId, path);
  const bytes = completeEntry(file.bytes, {
    path,
    head: { id, schema: latest.version, createdAt: now, ...head },
  });
  const schemaOf = (version: number | undefined): SchemaVersion | undefined =>
    version === undefined ? latest : versions.find((one) => one.version === version);
  const entry = parseEntryFile(bytes, { path, apiId, slug, schemaOf });
  const issues = validateEntry(entry, schemaOf(entry.schema) ?? latest, { mode: "save" });
  const [first] = issues;
  if (first !== undefined) {
    throw new CmsError(first.code, `${path}: ${first.message}`, {
      issues: issues.map(({ code, message, field }) => ({
        code,
        message,
        path,
        field: field ?? "",
      })),
    });
  }
  return { entry, path, bytes };
}

/** Ids and slugs are taken once, by the site's other entries or by the file that comes first. */
class Names {
  readonly #ids = new Map<string, string>();
  readonly #slugs = new Map<string, string>();

  /** @param coming ids of entries that are in the files and leave the slugs that they have */
  constructor(site: SiteState, coming: ReadonlySet<string>) {
    for (const [apiId, { entries }] of site.types) {
      for (const { id, slug } of entries) {
        if (!coming.has(id)) this.#slugs.set(`${apiId}/${foldSlug(slug)}`, id);
      }
    }
  }

  take({ entry, path }: CheckedEntry): void {
    const sameId = this.#ids.get(entry.id);
    if (sameId !== undefined) {
      throw new CmsError(
        "id_taken",
        `${path} has the id of ${sameId}; a copy needs an id of its own.`,
      );
    }
    const slug = `${entry.type}/${foldSlug(entry.slug)}`;
    const holder = this.#slugs.get(slug);
    if (holder !== undefined && holder !== entry.id) {
      throw new CmsError("slug_taken", `${path} has the slug of the entry ${holder}.`);
    }
    this.#ids.set(entry.id, path);
    this.#slugs.set(slug, entry.id);
  }
}
