import type { Issue } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import { compareStrings } from "../../base/text.ts";
import { classifyPath, mediaPath, SITE_PATH } from "../../content/site/layout.ts";
import { copiedMediaIssue } from "../../content/site/media-file.ts";
import type { ContentType, SchemaVersion } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { EntryRef, FileFacts, TypeState } from "./file-facts.ts";
import type { SiteFileRead } from "./read-site.ts";

interface TypeFiles {
  type?: ContentType | undefined;
  state?: TypeState | undefined;
  readonly versions: Map<number, SchemaVersion>;
  readonly entries: Map<string, EntryRef>;
  readonly slugs: MultiMap<string, EntryRef>;
}

/** Reference to a media record. */
export interface MediaRef {
  readonly id: string;
  readonly path: string;
  readonly blob: string;
}

/** A file with problems, and what is needed to read it again. */
interface ProblemFile {
  readonly path: string;
  readonly blob: string;
  readonly mode: string;
  readonly issues: readonly Issue[];
}

/** Content of a site at one commit, in memory: paths, ids, slugs, and schemas, but no values. */
export class SiteIndex {
  /** The commit that this index represents. */
  head: string;
  #siteFile: SiteFileRead;
  #types = new Map<string, TypeFiles>();
  #ids = new MultiMap<string, EntryRef>();
  #media = new MultiMap<string, MediaRef>();
  #problems = new Map<string, ProblemFile>();

  constructor(siteFile: SiteFileRead, head: string) {
    this.#siteFile = siteFile;
    this.head = head;
  }

  /** Returns a copy of the index, to be moved to pushed commits. */
  copy(): SiteIndex {
    const copy = new SiteIndex(this.#siteFile, this.head);
    copy.#types = new Map([...this.#types].map(([apiId, files]) => [apiId, copyOf(files)]));
    copy.#ids = this.#ids.copy();
    copy.#media = this.#media.copy();
    copy.#problems = new Map(this.#problems);
    return copy;
  }

  get site(): SiteConfig {
    return this.#siteFile.site;
  }

  /** Blob of the `site.yml` in use. */
  get siteBlob(): string {
    return this.#siteFile.blob;
  }

  takeSite(siteFile: SiteFileRead): void {
    this.#siteFile = siteFile;
  }

  types(): TypeState[] {
    const states = [...this.#types.keys()].toSorted().map((apiId) => this.typeState(apiId));
    return states.filter((state) => state !== undefined);
  }

  /** Returns a type by API id. If its `type.yml` cannot be read, uses the newest published schema. */
  typeState(apiId: string): TypeState | undefined {
    const files = this.#types.get(apiId);
    if (files === undefined) return undefined;
    files.state ??= makeState(files);
    return files.state;
  }

  entries(apiId: string): EntryRef[] {
    return [...(this.#types.get(apiId)?.entries.values() ?? [])];
  }

  countEntries(apiId: string): number {
    return this.#types.get(apiId)?.entries.size ?? 0;
  }

  entriesWithId(id: string): readonly EntryRef[] {
    return this.#ids.all(id);
  }

  entryWithSlug(apiId: string, slug: string): EntryRef | undefined {
    return this.#types.get(apiId)?.slugs.all(foldSlug(slug))[0];
  }

  /** Files in the folder of a type that cannot be assigned to an entry. */
  unreadFiles(apiId: string): { readonly path: string; readonly slug: string }[] {
    return [...this.#problems.keys()].flatMap((path) => {
      const identity = classifyPath(path, this.site);
      if (identity.kind !== "entry" || identity.apiId !== apiId) return [];
      if (this.#types.get(apiId)?.entries.has(path) === true) return [];
      return [{ path, slug: identity.slug }];
    });
  }

  mediaIds(): string[] {
    return [...this.#media.keys()];
  }

  /**
   * Returns a media record. If several have the id, prefers the one at the standard path, otherwise the first by path.
   */
  media(id: string): MediaRef | undefined {
    const refs = this.mediaWithId(id);
    return refs.find(({ path }) => path === mediaPath(id)) ?? refs[0];
  }

  /** Sorted by path. */
  mediaWithId(id: string): readonly MediaRef[] {
    return this.#media.all(id).toSorted((a, b) => compareStrings(a.path, b.path));
  }

  problemFiles(): Iterable<ProblemFile> {
    return this.#problems.values();
  }

  /** Returns all problems by path: unreadable files and duplicate ids and slugs. */
  problems(): Issue[] {
    const issues = [...this.#problems.values()].flatMap((file) => file.issues);
    issues.push(...this.#siteFile.issues);
    for (const refs of this.#ids.repeated()) issues.push(...repeatedIssues(refs, "id_taken"));
    for (const refs of this.#media.repeated()) {
      for (const { id, path } of refs) issues.push(copiedMediaIssue(id, path));
    }
    for (const { slugs } of this.#types.values()) {
      for (const refs of slugs.repeated()) issues.push(...repeatedIssues(refs, "slug_taken"));
    }
    if (Object.keys(this.site.paths).length > 0) {
      issues.push(...sharedFolders(this.site, this.types()));
    }
    return issues.toSorted((a, b) => compareStrings(a.path ?? "", b.path ?? ""));
  }

  /** Replaces what is known about a path. */
  put({ path, blob, mode, found, issues }: FileFacts): void {
    this.remove(path);
    if (issues.length > 0) this.#problems.set(path, { path, blob, mode, issues });
    if (found.kind === "entry") this.#putEntry(found.ref);
    if (found.kind === "media") this.#media.add(found.id, { id: found.id, path, blob });
    if (found.kind === "type") this.#filesOf(found.type.apiId).type = found.type;
    if (found.kind === "version") {
      this.#filesOf(found.version.apiId).versions.set(found.version.version, found.version);
    }
  }

  /** Removes the file at a path. */
  remove(path: string): void {
    this.#problems.delete(path);
    const identity = classifyPath(path, this.site);
    if (identity.kind === "media") this.#removeMedia(identity.id, path);
    if (identity.kind === "entry") this.#removeEntry(identity.apiId, path);
    if (identity.kind === "type") delete this.#filesOf(identity.apiId).type;
    if (identity.kind === "version") {
      this.#filesOf(identity.apiId).versions.delete(identity.version);
    }
  }

  #putEntry(ref: EntryRef): void {
    const files = this.#types.get(ref.type) ?? this.#filesOf(ref.type);
    files.entries.set(ref.path, ref);
    files.slugs.add(slugKey(ref), ref);
    this.#ids.add(ref.id, ref);
  }

  #removeMedia(id: string, path: string): void {
    const ref = this.#media.all(id).find((one) => one.path === path);
    if (ref !== undefined) this.#media.remove(id, ref);
  }

  #removeEntry(apiId: string, path: string): void {
    const files = this.#types.get(apiId);
    const ref = files?.entries.get(path);
    if (files === undefined || ref === undefined) return;
    files.entries.delete(path);
    files.slugs.remove(slugKey(ref), ref);
    this.#ids.remove(ref.id, ref);
  }

  /** Returns a type's files and marks its state for recomputation on the next access. */
  #filesOf(apiId: string): TypeFiles {
    const files = this.#types.get(apiId);
    if (files !== undefined) {
      delete files.state;
      return files;
    }
    const state = {
      versions: new Map(),
      entries: new Map(),
      slugs: new MultiMap<string, EntryRef>(),
    };
    this.#types.set(apiId, state);
    return state;
  }
}

function copyOf({ versions, entries, slugs, ...files }: TypeFiles): TypeFiles {
  return {
    ...files,
    versions: new Map(versions),
    entries: new Map(entries),
    slugs: slugs.copy(),
  };
}

/** Reuses the slug's own string if case folding doesn't change it, which saves one string per entry. */
function slugKey({ slug }: EntryRef): string {
  const folded = foldSlug(slug);
  return folded === slug ? slug : folded;
}

/** Finds a type's folder that `site.yml` also assigns to another type, which then owns all files in it. */
function sharedFolders({ paths }: SiteConfig, types: readonly TypeState[]): Issue[] {
  const configured = new Map(
    Object.entries(paths).map(([apiId, path]) => [path.toLowerCase(), apiId]),
  );
  return types.flatMap(({ type: { apiId } }): Issue[] => {
    const other = Object.hasOwn(paths, apiId) ? undefined : configured.get(`content/${apiId}`);
    if (other === undefined) return [];
    const message = `"paths" assigns the folder of "${apiId}" to "${other}", so entries of "${apiId}" are ignored.`;
    return [{ code: "invalid_site", message, path: SITE_PATH }];
  });
}

function makeState({ type, versions }: TypeFiles): TypeState | undefined {
  const latest = versions.get(Math.max(...versions.keys()));
  const shown = type ?? latest;
  if (shown === undefined) return undefined;
  const copy = new Map([...versions].toSorted(([a], [b]) => a - b));
  return { type: shown, versions: copy, ...(latest === undefined ? {} : { latest }) };
}

function repeatedIssues(refs: readonly EntryRef[], code: "id_taken" | "slug_taken"): Issue[] {
  const paths = refs.map((ref) => ref.path).toSorted(compareStrings);
  return refs.map(({ path, id, slug }): Issue => {
    const others = paths.filter((other) => other !== path).join(", ");
    return code === "id_taken"
      ? {
          code,
          message: `${path} has the same ID as ${others}: ${id}.`,
          path,
          line: 2,
          field: "id",
        }
      : { code, message: `${path} has the same slug as ${others}: ${slug}.`, path };
  });
}

/** A map of lists in insertion order. Most lists have one value, which is stored without an array. */
class MultiMap<K, V extends { readonly path: string }> {
  readonly #lists: Map<K, V | readonly V[]>;

  constructor(lists?: ReadonlyMap<K, V | readonly V[]>) {
    this.#lists = new Map(lists);
  }

  /** Returns a copy with the same values. */
  copy(): MultiMap<K, V> {
    return new MultiMap(this.#lists);
  }

  keys(): Iterable<K> {
    return this.#lists.keys();
  }

  all(key: K): readonly V[] {
    const list = this.#lists.get(key) ?? [];
    return "path" in list ? [list] : list;
  }

  add(key: K, value: V): void {
    const list = this.all(key);
    this.#lists.set(key, list.length === 0 ? value : [...list, value]);
  }

  remove(key: K, value: V): void {
    const left = this.all(key).filter((one) => one !== value);
    const [first] = left;
    if (first === undefined) this.#lists.delete(key);
    else this.#lists.set(key, left.length === 1 ? first : left);
  }

  /** Yields groups of values that share a key. */
  *repeated(): Iterable<readonly V[]> {
    for (const list of this.#lists.values()) if (!("path" in list)) yield list;
  }
}
