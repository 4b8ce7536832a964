import { CmsError, type Issue } from "../../base/errors.ts";
import { isoInstant } from "../../base/instant.ts";
import { sizeOf } from "../../base/quantity.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { classifyPath, SITE_PATH } from "../../content/site/layout.ts";
import { unreadIssue } from "../../content/site/unread-file.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { snapshotFolder, type SnapshotOptions } from "../../git/repository/snapshot-folder.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SiteConfig } from "../../model/site.ts";
import { loadSite, samePaths, takeChanges } from "../read/follow-site.ts";
import { readSiteFile, type SiteFileRead } from "../read/read-site.ts";
import { SiteIndex } from "../read/site-index.ts";
import { checkMedia } from "./check-media.ts";
import { checkNames } from "./check-names.ts";
import { checkSchemas } from "./check-schemas.ts";
import { checkValues, type PushedEntry } from "./check-values.ts";
import { completeBytes } from "./complete-pushed.ts";
import { type FileKind, isRead, touchedKinds } from "./file-kind.ts";

/** New commits of `main`, still in quarantine. */
export interface PushedCommits {
  /** The site's repository without the new commits. */
  readonly repository: GitRepository;
  /** The repository including the new commits. */
  readonly incoming: GitRepository;
  /** Tip of `main`; undefined if the branch doesn't exist yet. */
  readonly from: string | undefined;
  readonly to: string;
  readonly now: Date;
}

export interface CheckedPush {
  /** Problems with paths and, if known, lines. The push is accepted if there are none. */
  readonly issues: readonly Issue[];
  /** The kinds of changed files, each with one path. */
  readonly touched: ReadonlyMap<FileKind, string>;
  /** Entries whose files lack id, schema, createdAt, or row ids, to be completed after the push. */
  readonly incomplete: readonly string[];
  /** Likely mistakes that don't prevent the push. */
  readonly hints: readonly Issue[];
  /** Deleted entries with the paths of their files. */
  readonly removed: readonly { readonly id: string; readonly path: string }[];
}

const NOTHING_ELSE: Omit<CheckedPush, "issues"> = {
  touched: new Map(),
  incomplete: [],
  hints: [],
  removed: [],
};

/**
 * Checks pushed commits by the rules of the editor: the content must be valid, and the site must be as consistent as
 * before. Reads only what changed.
 *
 * @param before - the site at `from`; not modified
 * @throws CmsError `stale` if it is at another commit, `repository_broken`
 */
export async function checkPush(
  before: SiteIndex,
  { repository, incoming, from, to, now }: PushedCommits,
): Promise<CheckedPush> {
  if (from !== undefined && before.head !== from) {
    throw new CmsError("stale", "Someone else saved changes. Pull, then push again.");
  }
  // Before anything else of the commits is read.
  const named = await checkNames(incoming, { from, to });
  if (named.length > 0) return { ...NOTHING_ELSE, issues: named };
  const changes = await incoming.changedFiles(from, to);
  const siteFile = changes.some(({ path }) => path === SITE_PATH)
    ? await readSiteFile(incoming, to, before.site.id)
    : undefined;
  const touched = touchedKinds(changes, [before.site, siteFile?.site ?? before.site]);
  const refused = (issues: readonly Issue[]): CheckedPush => {
    return { ...NOTHING_ELSE, issues, touched };
  };
  if (siteFile !== undefined && siteFile.issues.length > 0) return refused(siteFile.issues);
  const large = await checkSizes(incoming, changes, siteFile?.site ?? before.site);
  if (large.length > 0) return refused(large);

  const after = await readPushed(before, { incoming, to, changes, siteFile });
  const entries = await readEntries(before, after, { incoming, changes, now });
  const completedFiles = entries.filter(({ bytes, original }) => bytes !== original);
  await applyCompleted(after, completedFiles);
  const known = new Set(before.problems().map(issueKey));
  const unread = unreadFiles(after, changes);
  const values = checkValues(before, after, entries);
  const issues = [
    ...(await checkSchemas(before, after, { repository, incoming, changes })),
    ...after.problems().filter((issue) => !known.has(issueKey(issue)) && !unread.has(issue.path)),
    ...(await checkMedia(before, { incoming, from, changes, site: after.site })),
    ...values.issues,
  ];
  return {
    issues: issues.map((issue) => toOriginalLines(issue, completedFiles)),
    touched: new Map([...touched, ...values.touched]),
    incomplete: completedFiles.map(({ path }) => path),
    hints: [...unread.values(), ...values.hints],
    removed: removedEntries(before, after, changes),
  };
}

/**
 * Finds text files in the folders of types that aren't entries, by path. A repository can contain them, but they are
 * probably a mistake.
 */
function unreadFiles(
  after: SiteIndex,
  changes: readonly FileChange[],
): ReadonlyMap<string | undefined, Issue> {
  const apiIds = after.types().map(({ type }) => type.apiId);
  const found = changes.flatMap(({ path, after: blob }) => {
    if (blob === undefined) return [];
    const issue = unreadIssue(path, { site: after.site, apiIds });
    return issue === undefined ? [] : [[path, issue] as const];
  });
  return new Map(found.slice(0, LIMITS.issuesReported));
}

/** Returns the entries that no longer have a file. */
function removedEntries(
  before: SiteIndex,
  after: SiteIndex,
  changes: readonly FileChange[],
): CheckedPush["removed"] {
  return changes.flatMap(({ path, after: blob }) => {
    const identity = classifyPath(path, before.site);
    if (blob !== undefined || identity.kind !== "entry") return [];
    const id = before.entries(identity.apiId).find((ref) => ref.path === path)?.id;
    return id === undefined || after.entriesWithId(id).length > 0 ? [] : [{ id, path }];
  });
}

/** Converts lines to those of the pushed file, without HQ's additions: inserted lines, and ids at the start of rows. */
function toOriginalLines(issue: Issue, files: readonly PushedEntry[]): Issue {
  const file = files.find(({ path }) => path === issue.path);
  if (file === undefined || issue.line === undefined) return issue;
  const original = linesOf(file.original);
  let line = 0;
  for (const text of linesOf(file.bytes).slice(0, issue.line))
    if (text === original[line]) line += 1;
  return { ...issue, line: Math.max(1, line) };
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const lines = Buffer.from(bytes).toString("utf8").split(/\r?\n/);
  return lines.map((line) => line.replace(/^ *(?:- +)*/, ""));
}

function issueKey({ code, path, field, message }: Issue): string {
  return JSON.stringify([code, path, field, message]);
}

/** Oversized files aren't read. */
async function checkSizes(
  incoming: GitRepository,
  changes: readonly FileChange[],
  site: SiteConfig,
): Promise<Issue[]> {
  const read = changes.flatMap(({ path, after }) =>
    after !== undefined && isRead(path, site) ? [{ path, after }] : [],
  );
  const sizes = await incoming.blobSizes(read.map(({ after }) => after));
  const together = sizes.reduce((sum, size) => sum + size, 0);
  if (together > LIMITS.pushedBytes) {
    const message = `The pushed entries and content types are ${sizeOf(together)} in total. HQ checks up to ${sizeOf(LIMITS.pushedBytes)} per push. Push them in several parts.`;
    return [{ code: "too_large", message }];
  }
  return read.flatMap(({ path }, place): Issue[] => {
    const size = sizes[place] ?? 0;
    if (size <= LIMITS.fileBytes) return [];
    const message = `The file is ${sizeOf(size)}, which is more than the limit of ${sizeOf(LIMITS.fileBytes)}.`;
    return [{ code: "too_large", message, path }];
  });
}

interface PushedFiles extends Pick<PushedCommits, "incoming" | "to"> {
  readonly changes: readonly FileChange[];
  readonly siteFile: SiteFileRead | undefined;
}

async function readPushed(
  before: SiteIndex,
  { incoming, to, changes, siteFile }: PushedFiles,
): Promise<SiteIndex> {
  if (siteFile !== undefined && !samePaths(siteFile.site, before.site)) {
    return loadSite(incoming, to, { siteId: before.site.id });
  }
  const after = before.copy();
  if (siteFile !== undefined) after.takeSite(siteFile);
  await takeChanges(after, changes, incoming.readBlobs);
  return after;
}

/** Reads the entries that a push changes, completed as they will be. */
async function readEntries(
  before: SiteIndex,
  after: SiteIndex,
  {
    incoming,
    changes,
    now,
  }: Pick<PushedCommits, "incoming" | "now"> & Pick<PushedFiles, "changes">,
): Promise<PushedEntry[]> {
  const files = changes.flatMap(({ path, before: stood, after: blob }) => {
    const identity = classifyPath(path, after.site);
    return identity.kind === "entry" && blob !== undefined ? [{ path, identity, stood, blob }] : [];
  });
  const read = await readFiles(incoming, files, ({ blob }) => blob);
  // A moved entry was at another path.
  const known = read.map(([{ stood }, original]) => {
    const id = readEntryId(original);
    return (id === undefined ? undefined : before.entriesWithId(id)[0]?.blob) ?? stood;
  });
  const previousOids = files.map((file) => file.stood);
  const wanted = [...new Set([...previousOids, ...known])].filter((oid) => oid !== undefined);
  const olds = new Map<string | undefined, Uint8Array>(
    await readFiles(incoming, wanted, (oid) => oid),
  );
  return read.map(([{ path, identity, stood: oid }, original], place) => {
    const schema = after.typeState(identity.apiId)?.latest;
    const head = { schema: schema?.version ?? 1, createdAt: isoInstant(now) };
    const bytes = completeBytes(path, { original, old: olds.get(oid), head, schema });
    return { path, identity, original, old: olds.get(known[place]), bytes };
  });
}

async function applyCompleted(after: SiteIndex, files: readonly PushedEntry[]): Promise<void> {
  const bytesOf = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const changes = files.map(({ path }) => ({ path, after: path, mode: "100644" }));
  await takeChanges(after, changes, async (paths) =>
    paths.map((path) => bytesOf.get(path) ?? new Uint8Array()),
  );
}

/**
 * Checks the files of a site in a folder like a push: against their base commit if the folder is a clone, otherwise
 * each file independently. Writes nothing.
 *
 * @throws CmsError `not_found`, `invalid`, `invalid_site` if there is no `site.yml`, `git_failed`, `git_missing`
 */
export async function checkFolder(
  folder: string,
  options: SnapshotOptions & { readonly now: Date },
): Promise<CheckedPush> {
  await using snapshot = await snapshotFolder(folder, options);
  const { repository, commit, since } = snapshot;
  const before =
    since === undefined
      ? new SiteIndex(await readSiteFile(repository, commit), NOTHING)
      : await loadSite(repository, since);
  const pushed = { repository, incoming: repository, from: since, to: commit };
  // Awaited here so that the check ends before the snapshot is removed.
  return await checkPush(before, { ...pushed, now: options.now });
}

/** No commit. */
const NOTHING = "";
