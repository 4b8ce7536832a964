import { copyText } from "../../base/bytes.ts";
import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { parseEntryFile, readEntryId } from "../../content/entry/parse-entry.ts";
import { parseTypeFile, parseVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath, type FileIdentity } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { unreadIssue } from "../../content/site/unread-file.ts";
import type { ContentType, ContentTypeKind, SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import type { SiteConfig } from "../../model/site.ts";

/** Reference to an entry: enough to list, find, and read it. */
export interface EntryRef {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  readonly path: string;
  /** Object id of its file: the entry's version, for `expected`. */
  readonly blob: string;
  /** ISO 8601 UTC with milliseconds; absent if the file cannot be read. */
  readonly createdAt?: string;
}

/** A content type with its published schemas. */
export interface TypeState {
  /** The working schema. */
  readonly type: ContentType;
  readonly versions: ReadonlyMap<number, SchemaVersion>;
  /** The newest published schema. */
  readonly latest?: SchemaVersion;
}

/** A file of a commit with its bytes. */
export interface SiteFile {
  readonly path: string;
  readonly blob: string;
  readonly mode: string;
  readonly bytes: Uint8Array;
}

/** What the index stores about a file. */
export interface FileFacts {
  readonly path: string;
  readonly blob: string;
  readonly mode: string;
  readonly found:
    | { readonly kind: "type"; readonly type: ContentType }
    | { readonly kind: "version"; readonly version: SchemaVersion }
    | { readonly kind: "entry"; readonly ref: EntryRef }
    | { readonly kind: "media"; readonly id: string }
    | { readonly kind: "nothing" };
  readonly issues: readonly Issue[];
}

interface FactsContext {
  readonly site: SiteConfig;
  /** API ids of the site's types. */
  readonly apiIds: readonly string[];
  readonly typeOf: (apiId: string) => TypeState | undefined;
}

type EntryIdentity = Pick<FileIdentity & { readonly kind: "entry" }, "apiId" | "slug" | "object">;

const NOTHING = { kind: "nothing" } as const;
const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755"]);

/** Reads the metadata of one file. Problems become issues with path and line. */
export function readFacts(file: SiteFile, context: FactsContext): FileFacts {
  const { path, blob, mode } = file;
  const identity = classifyPath(path, context.site);
  const facts = (found: FileFacts["found"], issues: readonly Issue[] = []): FileFacts => {
    return { path, blob, mode, found, issues };
  };
  if (identity.kind !== "other" && !FILE_MODES.has(mode)) {
    const message = `${path} is a symbolic link or submodule. Only regular files are read.`;
    return facts(NOTHING, [{ code: "invalid_path", message, path }]);
  }
  try {
    if (identity.kind !== "entry") {
      const unread = unreadIssue(path, context);
      const issues = unread === undefined ? otherIssues(identity) : [unread];
      return facts(readOther(file, identity), issues);
    }
    const { apiId, slug } = identity;
    const state = context.typeOf(apiId);
    const { id, entry, placed, issues } = readEntryFacts(file, identity, state);
    if (id === undefined || !placed) return facts(NOTHING, issues);
    // All entries of a type share one string, instead of slices that keep whole paths in memory.
    const type = state?.type.apiId ?? apiId;
    const ids = { id: copyText(id), blob: copyText(blob) };
    const created = entry && { createdAt: copyText(entry.createdAt) };
    return facts(entryFound({ ...ids, type, slug, path, ...created }), issues);
  } catch (error) {
    return facts(NOTHING, issuesOf(error, path));
  }
}

/** Returns the schema version that an entry file names, or the newest if it names no version. */
export function schemaOf(
  state: TypeState | undefined,
): (version: number | undefined) => SchemaVersion | undefined {
  return (version) => (version === undefined ? state?.latest : state?.versions.get(version));
}

/** Returns the kind of a type. It is fixed on publish, even if a push changes the working schema. */
export function kindOf({ type, latest }: TypeState): ContentTypeKind {
  return (latest ?? type).kind;
}

/** Converts an error into issues that name the file. */
export function issuesOf(error: unknown, path: string): readonly Issue[] {
  if (!isCmsError(error)) throw error;
  return error.issues.length > 0
    ? error.issues
    : [{ code: error.code, message: error.message, path }];
}

function otherIssues(identity: FileIdentity): readonly Issue[] {
  return identity.kind === "other" && identity.issue !== undefined ? [identity.issue] : [];
}

function readOther({ path, bytes }: SiteFile, identity: FileIdentity): FileFacts["found"] {
  switch (identity.kind) {
    case "type":
      return { kind: "type", type: parseTypeFile(bytes, path) };
    case "version":
      return { kind: "version", version: parseVersionFile(bytes, path) };
    case "media":
      parseMediaFile(bytes, path);
      return { kind: "media", id: identity.id };
    case "site":
    case "entry":
    case "ledger":
    case "other":
      return NOTHING;
  }
}

/** Result of reading an entry file: the entry or its problems. */
export interface ReadEntry {
  /** Also known for most unreadable files. */
  readonly id?: string | undefined;
  readonly entry?: Entry;
  /** The schema version used to read the entry. */
  readonly schema?: SchemaVersion;
  /** Whether a file of its type is allowed at its path. */
  readonly placed: boolean;
  /** Whether the file names its schema version; otherwise it is read with the newest. */
  readonly named: boolean;
  readonly issues: readonly Issue[];
}

/** Reads an entry file. Problems become issues with path and line. */
export function readEntryFacts(
  { path, bytes }: Pick<SiteFile, "path" | "bytes">,
  { apiId, slug, object }: EntryIdentity,
  state: TypeState | undefined,
): ReadEntry {
  const find = schemaOf(state);
  let named = false;
  let schema: SchemaVersion | undefined;
  let placed = false;
  try {
    checkPlace(path, state, { apiId, object });
    placed = true;
    requireSchema(path, state);
    const entry = parseEntryFile(bytes, {
      path,
      apiId,
      slug,
      schemaOf: (version) => {
        named = version !== undefined;
        schema = find(version);
        return schema;
      },
    });
    const by = schema === undefined ? {} : { schema };
    return { id: entry.id, entry, placed, named, issues: [], ...by };
  } catch (error) {
    return { id: readEntryId(bytes), placed, named, issues: issuesOf(error, path) };
  }
}

function entryFound(ref: EntryRef): FileFacts["found"] {
  return { kind: "entry", ref };
}

function checkPlace(
  path: string,
  state: TypeState | undefined,
  { apiId, object }: { readonly apiId: string; readonly object: boolean },
): void {
  if (state === undefined) {
    throw new CmsError("content_type_not_found", `${path}: there is no content type "${apiId}".`);
  }
  if (object === (kindOf(state) === "object")) return;
  const wanted = object
    ? "a list, whose entries are in a folder"
    : "an object, which has a single entry";
  throw new CmsError("invalid_path", `${path} was ignored: "${apiId}" is ${wanted}.`);
}

function requireSchema(path: string, state: TypeState | undefined): void {
  if (state !== undefined && state.versions.size > 0) return;
  const message = `${path}: the schema of "${state?.type.apiId}" has not been published, so its entries cannot be read. Publish it in the dashboard or with hq type publish.`;
  throw new CmsError("content_type_not_found", message);
}

/** Parses an entry file. @throws CmsError as `parseEntryFile` */
export function parseEntryAt(
  bytes: Uint8Array,
  { path, slug, type }: EntryRef,
  state: TypeState | undefined,
): Entry {
  return parseEntryFile(bytes, { path, slug, apiId: type, schemaOf: schemaOf(state) });
}
