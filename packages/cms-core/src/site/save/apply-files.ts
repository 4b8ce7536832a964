import { CmsError, type Issue } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import { readCreatedAt, readEntryId } from "../../content/entry/parse-entry.ts";
import { isSameVersion, parseVersionFile } from "../../content/schema/type-file.ts";
import { classifyPath, SITE_PATH } from "../../content/site/layout.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import { parseTreePath } from "../../git/objects/tree.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { CommitResult, GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { FileFacts } from "../read/file-facts.ts";
import { loadSite, takeChanges } from "../read/follow-site.ts";
import { readPublishedVersions } from "../read/published-versions.ts";
import type { SiteIndex } from "../read/site-index.ts";
import { withRetries, type Actor, type SiteChange, type SiteWriter } from "./site-writer.ts";

const EMPTY = new Uint8Array();

export interface ApplyFiles {
  readonly actor: Actor;
  readonly message: string;
  /** In addition to `Loam-Site`. */
  readonly trailers?: Readonly<Record<string, string>>;
  /**
   * Whether the entries were printed from validated values, so that the index needs only id and path and doesn't parse
   * thousands of files again. @default false
   */
  readonly checked?: boolean;
  /**
   * The commit of `main` that the files are based on; later saves by others aren't overwritten.
   *
   * @default the tip of `main`
   */
  readonly since?: string;
}

export interface AppliedFiles {
  readonly commit: string;
  readonly changed: boolean;
}

/**
 * Writes many files of a site in one commit, or removes them with null; for import and seeding. Paths must follow the
 * layout, ids and slugs must stay unique, and published schema versions never change. Content isn't validated here; the
 * index reports problems.
 *
 * @throws CmsError `invalid_path`, `id_taken`, `slug_taken`, `invalid_entry`, or `conflict`, with up to 20 issues;
 * `stale` for a file saved after `since`. Nothing is written in these cases
 */
export async function applyFiles(
  writer: SiteWriter,
  files: ReadonlyMap<string, Uint8Array | null>,
  { actor, message, trailers = {}, checked = false, since }: ApplyFiles,
): Promise<AppliedFiles> {
  return writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      await refuseSaved(writer, files, since);
      const issues = fileIssues(writer.index(), files, await goneVersions(writer, files));
      const [first] = issues;
      if (first !== undefined) {
        throw new CmsError(first.code, first.message, {
          issues: issues.slice(0, LIMITS.issuesReported),
        });
      }
      return { files, actor, message, trailers, checked };
    }),
  );
}

/** Rejects files based on an older commit if someone has saved them since. */
async function refuseSaved(
  { repository, index }: SiteWriter,
  files: FilesChange["files"],
  since: string | undefined,
): Promise<void> {
  const { head } = index();
  if (since === undefined || since === head) return;
  const saved = (await repository.changedFiles(since, head)).filter(({ path }) => files.has(path));
  if (saved.length === 0) return;
  const issues = saved
    .slice(0, LIMITS.issuesReported)
    .map(({ path }) => issue("stale", `Someone else saved ${path}.`, path));
  throw new CmsError(
    "stale",
    "Someone else saved some of these files. Read them again, then retry.",
    {
      issues,
    },
  );
}

/** A change whose files are bytes. */
export interface FilesChange extends SiteChange {
  readonly files: ReadonlyMap<string, Uint8Array | null>;
  readonly checked?: boolean;
}

/** Plans and commits a change while no other save runs, and updates the index. */
export async function writeFiles(
  writer: SiteWriter,
  plan: () => FilesChange | Promise<FilesChange>,
): Promise<AppliedFiles> {
  return withRetries(writer, async () => {
    const known = writer.index().head;
    const change = await plan();
    const committed = await writer.commitFiles(change, known, async (index, { commit, blobs }) => {
      if (change.files.has(SITE_PATH))
        return loadSite(writer.repository, commit, { siteId: index.site.id });
      const { files, checked = false } = change;
      await takeOwnFiles(writer.repository, index, { files, blobs, checked });
      return index;
    });
    return { commit: committed.commit, changed: committed.commit !== committed.parent };
  });
}

async function takeOwnFiles(
  repository: GitRepository,
  index: SiteIndex,
  {
    files,
    blobs,
    checked,
  }: Required<Pick<FilesChange, "files" | "checked">> & Pick<CommitResult, "blobs">,
): Promise<void> {
  const known = new Map<string, Uint8Array>();
  const checkedFacts: FileFacts[] = [];
  const changes: FileChange[] = [];
  for (const [path, bytes] of files) {
    const after = blobs.get(path);
    const facts =
      checked && bytes !== null ? checkedEntry(index, { path, bytes, blob: after }) : undefined;
    if (facts !== undefined) checkedFacts.push(facts);
    else if (bytes === null || after === undefined) changes.push({ path, mode: "100644" });
    else {
      known.set(after, bytes);
      changes.push({ path, after, mode: "100644" });
    }
  }
  // The new content is in memory; a new schema also causes other entries to be read again.
  await takeChanges(index, changes, async (oids) => {
    const unknown = oids.filter((oid) => !known.has(oid));
    const read = await readFiles(repository, unknown, (oid) => oid);
    for (const [oid, bytes] of read) known.set(oid, bytes);
    return oids.map((oid) => known.get(oid) ?? EMPTY);
  });
  for (const facts of checkedFacts) index.put(facts);
}

function checkedEntry(
  index: SiteIndex,
  { path, bytes, blob }: { path: string; bytes: Uint8Array; blob: string | undefined },
): FileFacts | undefined {
  const identity = classifyPath(path, index.site);
  const id = identity.kind === "entry" ? readEntryId(bytes) : undefined;
  const createdAt = id === undefined ? undefined : readCreatedAt(bytes);
  if (identity.kind !== "entry" || id === undefined || blob === undefined) return undefined;
  if (createdAt === undefined) return undefined;
  const ref = { id, type: identity.apiId, slug: identity.slug, path, blob, createdAt };
  return { path, blob, mode: "100644", found: { kind: "entry", ref }, issues: [] };
}

/** Returns deleted versions, if the change contains version files that the site lacks. */
async function goneVersions(
  { repository, index }: SiteWriter,
  files: FilesChange["files"],
): Promise<readonly SchemaVersion[]> {
  const { site } = index();
  const isNew = [...files.keys()].some((path) => {
    const identity = classifyPath(path, site);
    if (identity.kind !== "version") return false;
    return index().typeState(identity.apiId)?.versions.has(identity.version) !== true;
  });
  return isNew ? readPublishedVersions(repository, site) : [];
}

function fileIssues(
  index: SiteIndex,
  files: FilesChange["files"],
  gone: readonly SchemaVersion[],
): Issue[] {
  const site = siteAfter(index, files);
  const context: Context = { index, files, gone, ids: new Map(), slugs: new Map() };
  const issues: Issue[] = [];
  for (const [path, bytes] of files) {
    parseTreePath(path);
    const found = fileIssue(context, { path, bytes, site });
    if (found !== undefined) issues.push(found);
  }
  return issues;
}

function siteAfter(index: SiteIndex, files: FilesChange["files"]): SiteConfig {
  const bytes = files.get(SITE_PATH);
  if (bytes === null) throw new CmsError("invalid_path", "site.yml cannot be removed.");
  const site = bytes === undefined ? index.site : parseSiteFile(bytes);
  if (site.id === index.site.id) return site;
  throw new CmsError("conflict", "site.yml has the ID of another site.");
}

interface Context {
  readonly index: SiteIndex;
  readonly files: FilesChange["files"];
  readonly gone: readonly SchemaVersion[];
  /** Paths of this change by id, and by type and case-folded slug. */
  readonly ids: Map<string, string>;
  readonly slugs: Map<string, string>;
}

interface NamedFile {
  readonly path: string;
  readonly bytes: Uint8Array | null;
  readonly site: SiteConfig;
}

function fileIssue(context: Context, { path, bytes, site }: NamedFile): Issue | undefined {
  const identity = classifyPath(path, site);
  switch (identity.kind) {
    case "other":
      return (
        identity.issue ??
        issue("invalid_path", `${path} does not belong in a site repository.`, path)
      );
    case "ledger":
      return issue("invalid_path", `${path} belongs on the published branch only.`, path);
    case "version":
      return frozenIssue(context, path, identity);
    case "entry":
      return bytes === null ? undefined : entryIssue(context, { ...identity, path, bytes });
    case "media":
      return bytes === null ? undefined : mediaIssue(context, path, identity.id);
    case "site":
    case "type":
      return undefined;
  }
}

function frozenIssue(
  { index, files, gone }: Context,
  path: string,
  { apiId, version }: { readonly apiId: string; readonly version: number },
): Issue | undefined {
  const held = index.typeState(apiId)?.versions.get(version);
  const known =
    held === undefined
      ? gone.filter((one) => one.apiId === apiId && one.version === version)
      : [held];
  if (known.length === 0) return undefined;
  const bytes = files.get(path);
  const read = bytes === null || bytes === undefined ? undefined : parseVersionFile(bytes, path);
  const same = read !== undefined && known.some((one) => isSameVersion(one, read));
  return same ? undefined : issue("conflict", `${path} is published and cannot be changed.`, path);
}

function entryIssue(
  { index, files, ids, slugs }: Context,
  { path, bytes, apiId, slug }: { path: string; bytes: Uint8Array; apiId: string; slug: string },
): Issue | undefined {
  const id = readEntryId(bytes);
  if (id === undefined) return issue("invalid_entry", `${path} has no entry ID.`, path);
  const keepsPath = (other: { readonly path: string } | undefined): string | undefined =>
    other === undefined || other.path === path || files.has(other.path) ? undefined : other.path;
  const slugName = `${apiId}/${foldSlug(slug)}`;
  const sameId = ids.get(id) ?? index.entriesWithId(id).map(keepsPath).find(isText);
  const sameSlug = slugs.get(slugName) ?? keepsPath(index.entryWithSlug(apiId, slug));
  ids.set(id, path);
  slugs.set(slugName, path);
  if (sameId !== undefined) return issue("id_taken", `${path} has the same ID as ${sameId}.`, path);
  if (sameSlug === undefined) return undefined;
  return issue("slug_taken", `${path} has the same slug as ${sameSlug}.`, path);
}

/** A record is edited at its current path, so there is never a second one. */
function mediaIssue({ index, files, ids }: Context, path: string, id: string): Issue | undefined {
  const existing = index.mediaWithId(id).map((ref) => ref.path);
  const other = ids.get(id) ?? existing.find((one) => one !== path && !files.has(one));
  ids.set(id, path);
  if (other === undefined) return undefined;
  return issue("id_taken", `${path} has the same ID as ${other}.`, path);
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}

function issue(code: Issue["code"], message: string, path: string): Issue {
  return { code, message, path };
}
