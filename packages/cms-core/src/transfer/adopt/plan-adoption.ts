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
  /** What the site is to be called, and known by. */
  readonly site: Pick<SiteConfig, "id" | "name">;
  /** What the repository is called where it comes from. */
  readonly source: string;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** Told how many files of a collection were read. */
  readonly onProgress?: (what: { readonly collection: string; readonly files: number }) => void;
}

/** A collection that became a content type. */
export interface AdoptedCollection {
  readonly apiId: string;
  readonly label: string;
  /** As `paths` in `site.yml` has it. */
  readonly place: string;
  /** How many files are entries now. */
  readonly entries: number;
  readonly fields: readonly {
    readonly apiId: string;
    readonly type: FieldType;
    readonly multiple: boolean;
  }[];
  /** Keys of its front matter that stay the developers', as no field can hold them as they are. */
  readonly leftKeys: readonly string[];
}

/** A collection that stays as it is. */
export interface LeftCollection {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly why: string;
}

/** What was made of a repository, and what was left alone. */
export interface AdoptReport {
  /** What made it; `loam` is a site's repository already. */
  readonly layout: LayoutKind;
  /** The folder of the site in its project; empty for the project itself. */
  readonly folder: string;
  readonly collections: readonly AdoptedCollection[];
  readonly left: readonly LeftCollection[];
  /** Entry files that cannot be read as they are: they stay, and HQ shows what is wrong. */
  readonly unread: readonly Issue[];
  /** What would be refused of a push, and stays where it stands outside the entries. */
  readonly kept: readonly Issue[];
  /** Entries that the site of the repository does not show now: they are left out until somebody publishes them. */
  readonly held: readonly HeldEntry[];
  /** What else should be known before anything is published. */
  readonly notes: readonly AdoptNote[];
}

/** An entry that its source keeps off its site. */
interface HeldEntry {
  readonly path: string;
  /** `draft: true`, `from 2031-01-01T00:00:00.000Z`, or the like. */
  readonly why: string;
  /** When it comes on the site, where a time alone keeps it off. */
  readonly from?: string;
  /** When it left the site. */
  readonly until?: string;
}

/** What an adoption writes, and what it tells. */
export interface AdoptPlan {
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly report: AdoptReport;
  /** Paths of the entries that no schedule keeps off the site, and are to stay off it all the same. */
  readonly off: readonly string[];
}

interface Planning extends AdoptOptions {
  /** All that stands on `main`. */
  readonly files: readonly TreeFile[];
}

/**
 * Decides what becomes a collection, and what is written for it.
 *
 * @throws CmsError `invalid` where there is nothing to edit, `invalid_path`, `conflict`
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
      left.push(leftOf(collection, found));
      continue;
    }
    const { apiId, name, place, isPlain } = collection;
    const { fields, leftKeys } = inferAsIs(found.files, isPlain);
    if (fields.length === 0) {
      const why = "None of its keys can become a field unchanged.";
      left.push({ ...leftOf(collection, found), why });
      continue;
    }
    adopted.push(collection);
    unread.push(...found.issues);
    const type: ContentType = { apiId, kind: "list", label: labelOf(name, apiId), fields };
    edits.set(typePath(apiId), printTypeFile(type));
    edits.set(versionPath(apiId, 1), printVersionFile({ ...type, version: 1 }));
    const pages = { entries: found.files, states: states.statesOf(found.files) };
    const heads = await headsOf(repository, collection, { ...planning, ...pages });
    for (const [path, bytes] of heads) edits.set(path, bytes);
    const kept = heldPages(pages.states, isoInstant(planning.now()));
    held.push(...kept.map(({ page }) => page));
    off.push(...kept.filter(({ isScheduled }) => !isScheduled).map(({ page }) => page.path));
    notes.push(...respelled.notes, ...commentNotes(found.files, project.layout.kind));
    const entries = found.files.length;
    const shown = fields.map((field) => {
      return { apiId: field.apiId, type: field.type, multiple: field.multiple };
    });
    collections.push({ apiId, label: type.label, place, entries, fields: shown, leftKeys });
  }
  if (adopted.length === 0) throw nothingToEdit(left);
  const config = configOf(site, adopted);
  refuseTaken(edits, files);
  edits.set(SITE_PATH, printSiteFile(config));
  const kept = checkFiles(files, config);
  const { layout, folder } = project;
  const report = { layout: layout.kind, folder, collections, left, unread, kept, held, notes };
  return { files: edits, report, off };
}

/** Keystatic's files in a markup that is not read. */
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

/** Files that are read together. */
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

function leftOf({ name, folder }: FoundCollection, { files, issues }: ReadFiles): LeftCollection {
  const [first] = issues;
  const why = first?.message ?? "The folder has no files that can become entries.";
  return { name, folder, files: files.length + issues.length, why };
}

/** Each file with the keys that it lacks. */
async function headsOf(
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
        // Where it has such a key, it means that by it already.
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

/** Times that lie ahead; of a draft none, as it would be published by them. */
function scheduleOf({ draft, from, until }: FoundState, now: string): Schedule {
  if (draft || (until !== undefined && until <= now)) return {};
  return {
    ...(from !== undefined && from > now && { publishAt: from }),
    ...(until !== undefined && { unpublishAt: until }),
  };
}

interface HeldPage {
  readonly page: HeldEntry;
  /** Whether a schedule brings it on the site. */
  readonly isScheduled: boolean;
}

/** Pages that the source does not show now. */
function heldPages(states: StatedEntries["states"], now: string): readonly HeldPage[] {
  return [...states].flatMap(([path, { why, from, until }]): HeldPage[] => {
    if (why !== undefined) return [{ page: { path, why: why.text }, isScheduled: false }];
    if (until !== undefined && until <= now)
      return [{ page: { path, why: `until ${until}`, until }, isScheduled: false }];
    if (from === undefined || from <= now) return [];
    return [{ page: { path, why: `from ${from}`, from }, isScheduled: true }];
  });
}

/** What decides about pages and is not known. */
function unknownNotes({ layout, folder }: FoundProject, { notRun }: StateReader): AdoptNote[] {
  const unread = [...layout.unreadConfigs].map(([path, message]) => {
    return { path: folder === "" ? path : `${folder}/${path}`, message };
  });
  return [...unread, ...notRun.map((path) => ({ path, message: NOT_RUN }))];
}

const NOT_RUN =
  "Data files that contain code are not executed. The pages or values they add or exclude are unknown.";

/** What Obsidian shows to no reader stands in the text of an entry, which is published as it is. */
function commentNotes(files: readonly AdoptableFile[], kind: LayoutKind): AdoptNote[] {
  if (kind !== "obsidian") return [];
  const message = "The note contains %% comments, which visitors will see when it is published.";
  return files.flatMap(({ path, bytes }) => {
    const { lines } = withoutComments(Buffer.from(bytes).toString("utf8"));
    return lines.length === 0 ? [] : [{ path, message }];
  });
}

/** Folders that a site has for itself. */
const OWN = /^(?:types|media|ledger)\//;
const MOST_SHOWN = 20;

/**
 * Refuses files that could harm who edits the site: links and names that cannot be everywhere, where its entries, types and
 * media are, and names that some machines take for one. What stands elsewhere is the project's own: it stays, and is told.
 *
 * @throws CmsError `invalid_path` with the first of them
 */
function checkFiles(files: readonly TreeFile[], site: SiteConfig): readonly Issue[] {
  const kept: Issue[] = [];
  const refused: Issue[] = sameNameIssues(files.map(({ path }) => path));
  for (const { path, mode, oid } of files) {
    const issue = nameIssue({ path, mode, after: oid });
    if (issue === undefined) continue;
    const isOwn = OWN.test(path) || classifyPath(path, site).kind !== "other";
    (isOwn ? refused : kept).push(issue);
  }
  if (refused.length === 0) return kept;
  const named = refused.slice(0, MOST_SHOWN).map(({ path = "", message }) => `${path}: ${message}`);
  const count = refused.length === 1 ? "One file" : `${refused.length} files`;
  throw new CmsError(
    "invalid_path",
    `${count} in the repository cannot be part of a site. Rename or delete them, commit, and try again.\n${named.join("\n")}`,
    { issues: refused.slice(0, MOST_SHOWN) },
  );
}

/** @throws CmsError `conflict` */
function refuseTaken(edits: ReadonlyMap<string, FileEdit>, files: readonly TreeFile[]): void {
  const there = new Set(files.map(({ path }) => path));
  const taken = [...edits.keys()].find((path) => path.startsWith("types/") && there.has(path));
  if (taken === undefined) return;
  throw new CmsError("conflict", `The repository already has its own file ${taken}.`);
}

function nothingToEdit(left: readonly LeftCollection[]): CmsError {
  const why = left.map(({ name, folder, why: reason }) => `${folder || name}: ${reason}`);
  return new CmsError(
    "invalid",
    ["The repository has no Markdown collection that can be edited unchanged.", ...why].join("\n"),
  );
}
