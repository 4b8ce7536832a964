import { CmsError, type Issue } from "../../base/errors.ts";
import { isoInstant } from "../../base/instant.ts";
import type { Schedule } from "../../content/entry/check-schedule.ts";
import { printTypeFile, printVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath, SITE_PATH, typePath, versionPath } from "../../content/site/layout.ts";
import { printSiteFile } from "../../content/site/site-file.ts";
import { addedFiles } from "../../git/read/added-files.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { ContentType, FieldType } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import { nameIssue, sameNameIssues } from "../../site/push/check-names.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { LayoutKind } from "../import/frameworks/framework.ts";
import { stableEntryId } from "../import/infer/field-plan.ts";
import { labelOf } from "../import/infer/infer-fields.ts";
import { withoutComments } from "../import/source/obsidian-comments.ts";
import { type AdoptableFile, insertHead, readAdoptable } from "./adoptable-file.ts";
import { findCollections, type FoundCollection, type FoundProject } from "./find-collections.ts";
import { inferAsIs } from "./infer-as-is.ts";
import { type FoundState, openStateReader, type StateReader } from "./page-states.ts";
import { type AdoptNote, respellKeys } from "./respell-keys.ts";

export interface AdoptOptions {
  /** Name and id of the new site. */
  readonly site: Pick<SiteConfig, "id" | "name">;
  /** Name of the repository at its origin. */
  readonly source: string;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of files read so far in a collection. */
  readonly onProgress?: (what: { readonly collection: string; readonly files: number }) => void;
}

/** A collection that becomes a content type. */
export interface AdoptedCollection {
  readonly apiId: string;
  readonly label: string;
  /** Pattern for `paths` in `site.yml`. */
  readonly place: string;
  /** Number of files that become entries. */
  readonly entries: number;
  readonly fields: readonly {
    readonly apiId: string;
    readonly type: FieldType;
    readonly multiple: boolean;
  }[];
  /** Front matter keys that stay outside the schema, because no field type can represent their values. */
  readonly leftKeys: readonly string[];
}

/** A collection that stays unchanged. */
export interface LeftCollection {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly why: string;
}

/** Result of an adoption: what became a content type and what stays unchanged. */
export interface AdoptReport {
  /** Generator that the repository is made for; `loam` if it is already a site repository. */
  readonly layout: LayoutKind;
  /** Folder of the site in its project; empty for the project root. */
  readonly folder: string;
  readonly collections: readonly AdoptedCollection[];
  readonly left: readonly LeftCollection[];
  /** Entry files that cannot be read. They stay unchanged, and HQ shows their errors. */
  readonly unread: readonly Issue[];
  /** Files that a push would reject. They stay where they are, outside the entries. */
  readonly kept: readonly Issue[];
  /** Entries that the source site doesn't show at present. They are left out until someone publishes them. */
  readonly held: readonly HeldEntry[];
  /** Further notes to read before publishing. */
  readonly notes: readonly AdoptNote[];
}

/** An entry that its source hides. */
interface HeldEntry {
  readonly path: string;
  /** The reason, such as `draft: true` or `from 2031-01-01T00:00:00.000Z`. */
  readonly why: string;
  /** When it becomes visible, if only its date hides it. */
  readonly from?: string;
  /** When it stopped being visible. */
  readonly until?: string;
}

/** Changes and report of an adoption. */
export interface AdoptPlan {
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly report: AdoptReport;
  /** Paths of entries that stay unpublished without a schedule. */
  readonly off: readonly string[];
}

interface Planning extends AdoptOptions {
  /** All files on `main`. */
  readonly files: readonly TreeFile[];
}

/**
 * Decides which files become collections and which changes to write for them.
 *
 * @throws CmsError `invalid` if there is nothing to edit, `invalid_path`, `conflict`
 */
export async function planAdoption(
  repository: GitRepository,
  planning: Planning,
): Promise<AdoptPlan> {
  const { files, site, source } = planning;
  const project = await findCollections(files, { name: source, read: repository.readBlob });
  const edits = new Map<string, FileEdit>();
  const collections: AdoptedCollection[] = [];
  const left: LeftCollection[] = project.scattered.map(({ name, files: count }) => {
    return { name, folder: "", files: count, why: "The files have no separate folder." };
  });
  const unread: Issue[] = markdocIssues(files);
  const adopted: FoundCollection[] = [];
  const all = configOf(site, project.collections);
  const states = await openStateReader(project, { files, repository });
  const notes = unknownNotes(project, states);
  const held: HeldEntry[] = [];
  const off: string[] = [];
  for (const collection of project.collections) {
    const read = await readCollection(repository, collection, { ...planning, config: all });
    const respelled = respellKeys(read.files, { ignoresCase: project.layout.kind === "hugo" });
    const found = { ...read, files: respelled.files };
    if (found.files.length === 0 || found.issues.length > found.files.length) {
      left.push(toLeftCollection(collection, found));
      continue;
    }
    const { apiId, name, place, isPlain } = collection;
    const { fields, leftKeys } = inferAsIs(found.files, isPlain);
    if (fields.length === 0) {
      const why = "None of its keys can become a field unchanged.";
      left.push({ ...toLeftCollection(collection, found), why });
      continue;
    }
    adopted.push(collection);
    unread.push(...found.issues);
    const type: ContentType = { apiId, kind: "list", label: labelOf(name, apiId), fields };
    edits.set(typePath(apiId), printTypeFile(type));
    edits.set(versionPath(apiId, 1), printVersionFile({ ...type, version: 1 }));
    const pages = { entries: found.files, states: states.statesOf(found.files) };
    const heads = await addMissingKeys(repository, collection, { ...planning, ...pages });
    for (const [path, bytes] of heads) edits.set(path, bytes);
    const hidden = heldPages(pages.states, isoInstant(planning.now()));
    held.push(...hidden.map(({ page }) => page));
    off.push(...hidden.filter(({ isScheduled }) => !isScheduled).map(({ page }) => page.path));
    notes.push(...respelled.notes, ...commentNotes(found.files, project.layout.kind));
    const entries = found.files.length;
    const shown = fields.map((field) => {
      return { apiId: field.apiId, type: field.type, multiple: field.multiple };
    });
    collections.push({ apiId, label: type.label, place, entries, fields: shown, leftKeys });
  }
  if (adopted.length === 0) throw nothingToEdit(left);
  const config = configOf(site, adopted);
  rejectTaken(edits, files);
  edits.set(SITE_PATH, printSiteFile(config));
  const kept = checkFiles(files, config);
  const { layout, folder } = project;
  const report = { layout: layout.kind, folder, collections, left, unread, kept, held, notes };
  return { files: edits, report, off };
}

/** Returns an issue for each Keystatic file in a markup that isn't supported. */
function markdocIssues(files: readonly TreeFile[]): Issue[] {
  const paths = files.map(({ path }) => path).filter((path) => /\.mdoc$/i.test(path));
  return paths.map((path) => {
    const message = `${path} was ignored: HQ does not support Markdoc files.`;
    return { code: "invalid_path", message, path };
  });
}

function configOf(
  site: Pick<SiteConfig, "id" | "name">,
  collections: readonly FoundCollection[],
): SiteConfig {
  const { id, name } = site;
  return {
    id,
    name,
    paths: Object.fromEntries(collections.map(({ apiId, place }) => [apiId, place])),
    routes: Object.fromEntries(
      collections.flatMap(({ apiId, route }) =>
        route === undefined ? [] : [[apiId, `${route}/{path}`]],
      ),
    ),
  };
}

interface ReadFiles {
  readonly files: readonly AdoptableFile[];
  readonly issues: readonly Issue[];
}

/** Number of files read together. */
const CHUNK = 200;

async function readCollection(
  repository: GitRepository,
  { apiId, name }: FoundCollection,
  { files, config, signal, onProgress }: Planning & { readonly config: SiteConfig },
): Promise<ReadFiles> {
  const wanted = files.filter(({ path, mode }) => {
    const identity = classifyPath(path, config);
    return identity.kind === "entry" && identity.apiId === apiId && mode !== "120000";
  });
  const found: AdoptableFile[] = [];
  const issues: Issue[] = [];
  for (let at = 0; at < wanted.length; at += CHUNK) {
    signal?.throwIfAborted();
    const some = wanted.slice(at, at + CHUNK);
    for (const [{ path }, bytes] of await readFiles(repository, some, ({ oid }) => oid)) {
      const file = readAdoptable(path, bytes);
      if ("code" in file) issues.push(file);
      else found.push(file);
    }
    onProgress?.({ collection: name, files: Math.min(at + CHUNK, wanted.length) });
  }
  return { files: found, issues };
}

function toLeftCollection(
  { name, folder }: FoundCollection,
  { files, issues }: ReadFiles,
): LeftCollection {
  const [first] = issues;
  const why = first?.message ?? "The folder has no files that can become entries.";
  return { name, folder, files: files.length + issues.length, why };
}

/** Returns each file with the keys that it lacks. */
async function addMissingKeys(
  repository: GitRepository,
  { name, isPlain }: FoundCollection,
  { site, now, entries, states }: Planning & StatedEntries,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const undated = entries.filter(({ path }) => states.get(path)?.date === undefined);
  const paths = new Set(undated.map(({ path }) => path));
  const added =
    paths.size === 0
      ? new Map<string, number>()
      : await addedFiles(repository.gitDir, { paths, shallow: new Set() });
  return new Map(
    entries.map((file) => {
      const { path, bytes, values } = file;
      const time = added.get(path);
      const state = states.get(path);
      const createdAt = state?.date ?? isoInstant(time === undefined ? now() : new Date(time));
      const head = {
        ...(!values.has("id") && { id: stableEntryId(site.id, name, path) }),
        ...(!values.has("schema") && { schema: 1 }),
        ...(!values.has("createdAt") && { createdAt }),
        // The file already uses such a key with the same meaning.
        ...(!(values.has("publishAt") || values.has("unpublishAt")) &&
          state &&
          scheduleOf(state, isoInstant(now()))),
      };
      return [path, insertHead(bytes, head, { isPlain })] as const;
    }),
  );
}

interface StatedEntries {
  readonly entries: readonly AdoptableFile[];
  readonly states: ReturnType<StateReader["statesOf"]>;
}

/** Returns the schedule for times in the future. Drafts get none, because it would publish them. */
function scheduleOf({ draft, from, until }: FoundState, now: string): Schedule {
  if (draft || (until !== undefined && until <= now)) return {};
  return {
    ...(from !== undefined && from > now && { publishAt: from }),
    ...(until !== undefined && { unpublishAt: until }),
  };
}

interface HeldPage {
  readonly page: HeldEntry;
  /** Whether a schedule publishes it later. */
  readonly isScheduled: boolean;
}

/** Returns the pages that the source doesn't show at present. */
function heldPages(states: StatedEntries["states"], now: string): readonly HeldPage[] {
  return [...states].flatMap(([path, { why, from, until }]): HeldPage[] => {
    if (why !== undefined) return [{ page: { path, why: why.text }, isScheduled: false }];
    if (until !== undefined && until <= now)
      return [{ page: { path, why: `until ${until}`, until }, isScheduled: false }];
    if (from === undefined || from <= now) return [];
    return [{ page: { path, why: `from ${from}`, from }, isScheduled: true }];
  });
}

/** Notes what affects page visibility but couldn't be evaluated. */
function unknownNotes({ layout, folder }: FoundProject, { notRun }: StateReader): AdoptNote[] {
  const unread = [...layout.unreadConfigs].map(([path, message]) => {
    return { path: folder === "" ? path : `${folder}/${path}`, message };
  });
  return [...unread, ...notRun.map((path) => ({ path, message: NOT_RUN }))];
}

const NOT_RUN =
  "Data files that contain code are not executed. The pages or values they add or exclude are unknown.";

/** Notes Obsidian comments: they are part of an entry's text, which is published unchanged. */
function commentNotes(files: readonly AdoptableFile[], kind: LayoutKind): AdoptNote[] {
  if (kind !== "obsidian") return [];
  const message = "The note contains %% comments, which visitors will see when it is published.";
  return files.flatMap(({ path, bytes }) => {
    const { lines } = withoutComments(Buffer.from(bytes).toString("utf8"));
    return lines.length === 0 ? [] : [{ path, message }];
  });
}

/** Folders that are reserved for the site. */
const RESERVED_FOLDERS = /^(?:types|media|ledger)\//;
const MAX_ISSUES = 20;

/**
 * Rejects files that could harm someone who edits the site: symbolic links, and unportable or ambiguous names in the
 * folders of entries, types, and media. Files elsewhere belong to the project: they stay and are reported.
 *
 * @throws CmsError `invalid_path` for the first such file
 */
function checkFiles(files: readonly TreeFile[], site: SiteConfig): readonly Issue[] {
  const kept: Issue[] = [];
  const refused: Issue[] = sameNameIssues(files.map(({ path }) => path));
  for (const { path, mode, oid } of files) {
    const issue = nameIssue({ path, mode, after: oid });
    if (issue === undefined) continue;
    const isOwn = RESERVED_FOLDERS.test(path) || classifyPath(path, site).kind !== "other";
    (isOwn ? refused : kept).push(issue);
  }
  if (refused.length === 0) return kept;
  const named = refused.slice(0, MAX_ISSUES).map(({ path = "", message }) => `${path}: ${message}`);
  const count = refused.length === 1 ? "One file" : `${refused.length} files`;
  throw new CmsError(
    "invalid_path",
    `${count} in the repository cannot be part of a site. Rename or delete them, commit, and try again.\n${named.join("\n")}`,
    { issues: refused.slice(0, MAX_ISSUES) },
  );
}

/** Rejects edits of paths that are already in use. @throws CmsError `conflict` */
function rejectTaken(edits: ReadonlyMap<string, FileEdit>, files: readonly TreeFile[]): void {
  const paths = new Set(files.map(({ path }) => path));
  const existing = [...edits.keys()].find((path) => path.startsWith("types/") && paths.has(path));
  if (existing === undefined) return;
  throw new CmsError("conflict", `The repository already has its own file ${existing}.`);
}

function nothingToEdit(left: readonly LeftCollection[]): CmsError {
  const why = left.map(({ name, folder, why: reason }) => `${folder || name}: ${reason}`);
  return new CmsError(
    "invalid",
    ["The repository has no Markdown collection that can be edited unchanged.", ...why].join("\n"),
  );
}
