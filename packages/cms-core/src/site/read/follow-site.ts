import { CmsError, isCmsError } from "../../base/errors.ts";
import { classifyPath, SITE_PATH } from "../../content/site/layout.ts";
import { unreadIssue } from "../../content/site/unread-file.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { type BlobReader, damagedFile, eachFileThere } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import { issuesOf, readFacts, type FileFacts } from "./file-facts.ts";
import { readSiteFile } from "./read-site.ts";
import { SiteIndex } from "./site-index.ts";

const NO_FILE = "";
/** Error codes for a commit that Git cannot read or that lacks objects. */
const UNREADABLE: ReadonlySet<string> = new Set(["git_failed", "repository_broken"]);

/** Returns known entry ids by the blobs of their files. */
export type RecallIds = (blobs: readonly string[]) => ReadonlyMap<string, string>;

interface LoadSiteOptions {
  /** A `site.yml` with another id isn't accepted. @default any id is accepted */
  readonly siteId?: string | undefined;
  /** @default nothing is known about unreadable files */
  readonly recall?: RecallIds | undefined;
}

/**
 * Loads the index of a site at one commit, reading every file once. Damaged or lost files are reported as problems and
 * don't prevent reading the rest.
 *
 * @throws CmsError `invalid_site` if there never was a readable `site.yml`, and `repository_broken` if the commit
 * cannot be read
 */
export async function loadSite(
  repository: GitRepository,
  commit: string,
  { siteId, recall }: LoadSiteOptions = {},
): Promise<SiteIndex> {
  const { files, damaged } = await listOrBroken(repository, commit);
  const index = new SiteIndex(await readSiteFile(repository, commit, siteId), NO_FILE);
  await takeChanges(index, files, repository.readBlobs);
  for (const { path, oid } of damaged) index.put(damagedFacts({ path, blob: oid, mode: "040000" }));
  if (recall !== undefined) recallDamaged(index, recall);
  index.head = commit;
  return index;
}

/** Lists damaged files with the entry ids known from before, as an open site does. */
function recallDamaged(index: SiteIndex, recall: RecallIds): void {
  const files = [...index.problemFiles()].filter(isDamaged);
  const ids = files.length === 0 ? undefined : recall(files.map(({ blob }) => blob));
  for (const { path, blob, mode, issues } of files) {
    const identity = classifyPath(path, index.site);
    const id = ids?.get(blob);
    if (id === undefined || identity.kind !== "entry") continue;
    const ref = { id, type: identity.apiId, slug: identity.slug, path, blob };
    index.put({ path, blob, mode, issues, found: { kind: "entry", ref } });
  }
}

function isDamaged({ issues }: Pick<FileFacts, "issues">): boolean {
  return issues.some(({ code }) => code === "repository_broken");
}

/**
 * Moves an index from its commit to another by their differences. Returns the index to use from then on, which is a new
 * one if `site.yml` moved the folders of types.
 */
export async function followSite(
  repository: GitRepository,
  index: SiteIndex,
  to: string,
): Promise<SiteIndex> {
  const from = index.head;
  const changes = await repository.changedFiles(from, to);
  if (changes.some(({ path }) => path === SITE_PATH)) {
    const { id } = index.site;
    const file = await readSiteFile(repository, to, id);
    if (!samePaths(file.site, index.site)) return loadSite(repository, to, { siteId: id });
    index.takeSite(file);
  }
  if (await takeChanges(index, changes, repository.readBlobs, () => index.head === from)) {
    index.head = to;
  }
  return index;
}

/**
 * Updates an index with files of a commit. Schemas come first, because entries are read with them. Entries are applied
 * together at the end, unless `isCurrent` reports that the index has moved on.
 */
export async function takeChanges(
  index: SiteIndex,
  changes: readonly FileChange[],
  readBlobs: BlobReader["readBlobs"],
  isCurrent: () => boolean = () => true,
): Promise<boolean> {
  const schemas = changes.filter(({ path }) => isSchemaFile(path, index.site));
  const schemaFacts = await readAll(index, schemas, readBlobs);
  if (!isCurrent()) return false;
  apply(index, schemas, schemaFacts);
  const others = changes.filter(({ path }) => !isSchemaFile(path, index.site));
  const seen = new Set(others.map(({ path }) => path));
  const reread = readAgain(index, schemas).filter(({ path }) => !seen.has(path));
  const facts = await readAll(index, [...others, ...reread], readBlobs);
  if (!isCurrent()) return false;
  apply(index, others, facts);
  return true;
}

function apply(
  index: SiteIndex,
  changes: readonly FileChange[],
  facts: readonly FileFacts[],
): void {
  for (const { path, after } of changes) if (after === undefined) index.remove(path);
  for (const fact of facts) index.put(fact);
}

export function isSchemaFile(path: string, site: SiteConfig): boolean {
  if (!path.startsWith("types/")) return false;
  const { kind } = classifyPath(path, site);
  return kind === "type" || kind === "version";
}

/**
 * Returns entries that a schema change may have made readable or unreadable: those with problems, and all of a type
 * that lost or changed a schema.
 */
function readAgain(index: SiteIndex, schemas: readonly FileChange[]): FileChange[] {
  const touched = new Set<string>();
  const changed = new Set<string>();
  for (const { path, before } of schemas) {
    const identity = classifyPath(path, index.site);
    if (identity.kind !== "type" && identity.kind !== "version") continue;
    touched.add(identity.apiId);
    if (identity.kind === "version" && before !== undefined) changed.add(identity.apiId);
  }
  const files: FileChange[] = [];
  for (const { path, blob, mode } of index.problemFiles()) {
    const identity = classifyPath(path, index.site);
    if (identity.kind === "entry" && touched.has(identity.apiId)) {
      files.push({ path, after: blob, mode });
    }
  }
  for (const apiId of changed) {
    for (const { path, blob } of index.entries(apiId)) {
      files.push({ path, after: blob, mode: "100644" });
    }
  }
  return files;
}

async function readAll(
  index: SiteIndex,
  changes: readonly FileChange[],
  readBlobs: BlobReader["readBlobs"],
): Promise<FileFacts[]> {
  const apiIds = index.types().map(({ type }) => type.apiId);
  const places = { site: index.site, apiIds };
  const wanted = changes.filter(
    ({ path, after }) => after !== undefined && isIndexed(places, path),
  );
  const context = { ...places, typeOf: (apiId: string) => index.typeState(apiId) };
  const facts: FileFacts[] = [];
  // A submodule has no file.
  const [plain, others] = [wanted.filter(isFile), wanted.filter((change) => !isFile(change))];
  const take = (change: FileChange, bytes: Uint8Array | undefined): void => {
    const { path, after: blob = NO_FILE, mode = "100644" } = change;
    const file = { path, blob, mode };
    facts.push(bytes === undefined ? damagedFacts(file) : readFacts({ ...file, bytes }, context));
  };
  for await (const [change, bytes] of eachFileThere(
    { readBlobs },
    plain,
    ({ after = NO_FILE }) => after,
  )) {
    take(change, bytes);
  }
  for (const change of others) take(change, new Uint8Array());
  return facts;
}

function damagedFacts(file: Pick<FileFacts, "path" | "blob" | "mode">): FileFacts {
  const issues = issuesOf(damagedFile(file.path, file.blob), file.path);
  return { ...file, found: { kind: "nothing" }, issues };
}

function isFile({ mode }: FileChange): boolean {
  return mode !== "160000";
}

function isIndexed(
  places: { readonly site: SiteConfig; readonly apiIds: readonly string[] },
  path: string,
): boolean {
  const identity = classifyPath(path, places.site);
  if (identity.kind === "other")
    return identity.issue !== undefined || unreadIssue(path, places) !== undefined;
  return identity.kind !== "ledger" && identity.kind !== "site";
}

async function listOrBroken(
  repository: GitRepository,
  commit: string,
): ReturnType<GitRepository["readableFiles"]> {
  try {
    return await repository.readableFiles(commit);
  } catch (cause) {
    if (!isCmsError(cause) || !UNREADABLE.has(cause.code)) throw cause;
    throw new CmsError(
      "repository_broken",
      "The latest commit of main cannot be read. Restore the repository from a backup.",
      { cause, details: { gitDir: repository.gitDir, commit } },
    );
  }
}

/** Whether the folders of entries are unchanged. */
export function samePaths({ paths: a }: SiteConfig, { paths: b }: SiteConfig): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
