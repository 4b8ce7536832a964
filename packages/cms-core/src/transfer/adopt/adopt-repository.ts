import { CmsError, type Issue } from "../../base/errors.ts";
import { isoInstant } from "../../base/instant.ts";
import { printTypeFile, printVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath, SITE_PATH, typePath, versionPath } from "../../content/site/layout.ts";
import { parseSiteFile, printSiteFile } from "../../content/site/site-file.ts";
import { addedFiles } from "../../git/read/added-files.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import type { FileEdit, GitRepository } from "../../git/repository/repository.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import { checkPush } from "../../site/push/check-push.ts";
import { MAIN } from "../../site/read/branches.ts";
import { loadSite } from "../../site/read/follow-site.ts";
import { readSiteFile } from "../../site/read/read-site.ts";
import { SiteIndex } from "../../site/read/site-index.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { stableEntryId } from "../import/infer/field-plan.ts";
import { labelOf } from "../import/infer/infer-fields.ts";
import { findSystemKeys, parseSourceInstant } from "../import/source/source-keys.ts";
import type { AdoptedCollection, AdoptReport, LeftCollection } from "./adopt-report.ts";
import { checkFiles } from "./check-adopted-files.ts";
import { findCollections, type FoundCollection } from "./find-collections.ts";
import { inferAsIs } from "./infer-as-is.ts";
import { insertHead } from "./insert-head.ts";
import { type AdoptableFile, readAdoptable } from "./read-collection.ts";

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

/**
 * Makes a site of what stands on `main`, in one commit that adds `site.yml`, types, and to each entry file the keys by which
 * it is known. No file moves, and none is written otherwise. What is a site's repository already stays as it is.
 *
 * @throws CmsError `invalid_path` for files that may not be in a site, `invalid_site` where `site.yml` is another's,
 * `invalid` where there is nothing to edit, and for a site of Loam that has problems
 */
export async function adoptRepository(
  repository: GitRepository,
  options: AdoptOptions,
): Promise<AdoptReport> {
  const tip = await repository.resolveRef(MAIN);
  if (tip === undefined) throw new CmsError("not_found", "The repository has no commit.");
  const files = await repository.listFiles(tip);
  const known = await readKnownSite(repository, files);
  if (known !== undefined) {
    await checkSite(repository, { tip, now: options.now() });
    return { layout: "loam", folder: "", collections: [], left: [], unread: [], kept: [] };
  }
  const { files: edits, report } = await planAdoption(repository, { ...options, tip, files });
  options.signal?.throwIfAborted();
  const { commit } = await repository.commit(
    MAIN,
    {
      files: edits,
      author: options.actor,
      when: options.now(),
      message: `Take over ${options.source}`,
      trailers: { "Loam-Site": options.site.id, "Loam-Action": "adopt" },
    },
    { expected: tip },
  );
  const problems = (await loadSite(repository, commit, options.site.id)).problems();
  const told = new Set(report.unread.map(({ path }) => path));
  const others = problems.filter(({ path }) => !told.has(path));
  return { ...report, unread: [...report.unread, ...others] };
}

/** What is a site's repository already is checked as a push of all of it would be. */
async function checkSite(
  repository: GitRepository,
  { tip, now }: { readonly tip: string; readonly now: Date },
): Promise<void> {
  const pushed = { repository, incoming: repository, from: undefined, to: tip, now };
  const { issues } = await checkPush(
    new SiteIndex(await readSiteFile(repository, tip), NOTHING),
    pushed,
  );
  if (issues.length === 0) return;
  const count = issues.length === 1 ? "a problem" : `${issues.length} problems`;
  const message = `The site in the repository has ${count}; hq check in a clone of it says which.`;
  throw new CmsError("invalid", message, { issues: issues.slice(0, MOST_TOLD) });
}

/** No commit. */
const NOTHING = "";
const MOST_TOLD = 100;

/** The id of the site whose repository stands on `main`; undefined where it is no site's yet. @throws CmsError `invalid_site` */
export async function adoptedSiteId(repository: GitRepository): Promise<string | undefined> {
  const tip = await repository.resolveRef(MAIN);
  if (tip === undefined) return undefined;
  return (await readKnownSite(repository, await repository.listFiles(tip)))?.id;
}

async function readKnownSite(
  repository: GitRepository,
  files: readonly TreeFile[],
): Promise<SiteConfig | undefined> {
  const file = files.find(({ path }) => path === SITE_PATH);
  if (file === undefined) return undefined;
  return parseSiteFile(await repository.readBlob(file.oid));
}

interface Planning extends AdoptOptions {
  readonly tip: string;
  readonly files: readonly TreeFile[];
}

interface AdoptPlan {
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly report: AdoptReport;
}

async function planAdoption(repository: GitRepository, planning: Planning): Promise<AdoptPlan> {
  const { files, site, source } = planning;
  const read = async (oid: string): Promise<Uint8Array> => repository.readBlob(oid);
  const project = await findCollections(files, { name: source, read });
  const edits = new Map<string, FileEdit>();
  const collections: AdoptedCollection[] = [];
  const left: LeftCollection[] = project.scattered.map(({ name, files: count }) => {
    return { name, folder: "", files: count, why: "They have no folder of their own." };
  });
  const unread: Issue[] = [];
  const adopted: FoundCollection[] = [];
  const all = configOf(site, project.collections);
  for (const collection of project.collections) {
    const found = await readCollection(repository, collection, { ...planning, config: all });
    if (found.files.length === 0 || found.issues.length > found.files.length) {
      left.push(leftOf(collection, found));
      continue;
    }
    adopted.push(collection);
    unread.push(...found.issues);
    const type = typeOf(collection, found.files);
    edits.set(typePath(type.type.apiId), printTypeFile(type.type));
    edits.set(versionPath(type.type.apiId, 1), printVersionFile({ ...type.type, version: 1 }));
    const heads = await headsOf(repository, collection, { ...planning, entries: found.files });
    for (const [path, bytes] of heads) edits.set(path, bytes);
    collections.push(describe(collection, type, found.files.length));
  }
  if (adopted.length === 0) throw nothingToEdit(left);
  const config = configOf(site, adopted);
  refuseTaken(edits, files);
  edits.set(SITE_PATH, printSiteFile(config));
  const kept = checkFiles(files, config);
  const { layout, folder } = project;
  return {
    files: edits,
    report: { layout: layout.kind, folder, collections, left, unread, kept },
  };
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
    const blobs = await repository.readBlobs(some.map(({ oid }) => oid));
    for (const [place, { path }] of some.entries()) {
      const file = readAdoptable(path, blobs[place] ?? new Uint8Array());
      if ("code" in file) issues.push(file);
      else found.push(file);
    }
    onProgress?.({ collection: name, files: Math.min(at + CHUNK, wanted.length) });
  }
  return { files: found, issues };
}

function leftOf({ name, folder }: FoundCollection, { files, issues }: ReadFiles): LeftCollection {
  const [first] = issues;
  const why = first?.message ?? "There are no files in it that could be entries.";
  return { name, folder, files: files.length + issues.length, why };
}

interface InferredCollection {
  readonly type: ContentType;
  readonly leftKeys: readonly string[];
}

function typeOf(
  { apiId, name, isPlain }: FoundCollection,
  files: readonly AdoptableFile[],
): InferredCollection {
  const { fields, leftKeys } = inferAsIs(files, isPlain);
  return { type: { apiId, kind: "list", label: labelOf(name, apiId), fields }, leftKeys };
}

/** Each file with the keys that it lacks. */
async function headsOf(
  repository: GitRepository,
  { name, isPlain }: FoundCollection,
  { site, now, entries }: Planning & { readonly entries: readonly AdoptableFile[] },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const dateKey = findSystemKeys(entries.map(({ values }) => values)).date;
  const dateOf = ({ values }: AdoptableFile): string | undefined => {
    const value = dateKey === undefined ? undefined : values.get(dateKey);
    return typeof value === "string" ? parseSourceInstant(value) : undefined;
  };
  const undated = entries.filter((file) => dateOf(file) === undefined).map(({ path }) => path);
  const shallow = new Set<string>();
  const added =
    undated.length === 0
      ? new Map<string, number>()
      : await addedFiles(repository.gitDir, { paths: new Set(undated), shallow });
  return new Map(
    entries.map((file) => {
      const { path, bytes, values } = file;
      const time = added.get(path);
      const createdAt = dateOf(file) ?? isoInstant(time === undefined ? now() : new Date(time));
      const head = {
        ...(!values.has("id") && { id: stableEntryId(site.id, name, path) }),
        ...(!values.has("schema") && { schema: 1 }),
        ...(!values.has("createdAt") && { createdAt }),
      };
      return [path, insertHead(bytes, head, { isPlain })] as const;
    }),
  );
}

function describe(
  { apiId, place }: FoundCollection,
  { type, leftKeys }: InferredCollection,
  entries: number,
): AdoptedCollection {
  const fields = type.fields.map((field) => {
    return { apiId: field.apiId, type: field.type, multiple: field.multiple };
  });
  return { apiId, label: type.label, place, entries, fields, leftKeys };
}

/** @throws CmsError `conflict` */
function refuseTaken(edits: ReadonlyMap<string, FileEdit>, files: readonly TreeFile[]): void {
  const there = new Set(files.map(({ path }) => path));
  const taken = [...edits.keys()].find((path) => path.startsWith("types/") && there.has(path));
  if (taken === undefined) return;
  throw new CmsError("conflict", `The repository has a file ${taken} of its own.`);
}

function nothingToEdit(left: readonly LeftCollection[]): CmsError {
  const why = left.map(({ name, folder, why: reason }) => `${folder || name}: ${reason}`);
  return new CmsError(
    "invalid",
    ["The repository has no Markdown collection that could be edited as it is.", ...why].join("\n"),
  );
}
