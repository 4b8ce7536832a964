import { isoInstant } from "../base/instant.ts";
import { readEntryId } from "../content/entry/parse-entry.ts";
import { classifyPath, type FileIdentity, versionPath } from "../content/site/layout.ts";
import { parseLedgerFile } from "../content/site/ledger-file.ts";
import type { Author } from "../git/objects/commit-object.ts";
import type { FileChange } from "../git/read/diff-reader.ts";
import type { CommitStep } from "../git/read/first-parents.ts";
import { readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { SiteConfig } from "../model/site.ts";
import { sortPublishedChanges } from "../publish/branch/published-tree.ts";
import type { SiteStore } from "../site/site-store.ts";

/** What a commit did to one item of a site, by ids and names only. */
export type SiteEvent =
  | {
      readonly kind: "entry.saved" | "entry.deleted" | "entry.published" | "entry.unpublished";
      readonly id: string;
      readonly type: string;
      readonly slug: string;
    }
  | { readonly kind: "type.changed"; readonly type: string }
  | { readonly kind: "media.changed"; readonly id: string };

/** A commit and its events. */
export interface CommitEvents {
  readonly commit: string;
  readonly branch: "main" | "published";
  /** Committer time, ISO 8601 UTC with milliseconds. */
  readonly when: string;
  /** Name of its author. */
  readonly by: string;
  /** The trailer `Loam-Action`: `create`, `restore`, `import`, …; absent for a commit from outside HQ. */
  readonly action?: string;
  /** The first 100. */
  readonly events: readonly SiteEvent[];
  /** Whether there were more than 100. */
  readonly more: boolean;
}

export interface SiteEventsOptions {
  readonly branch: CommitEvents["branch"];
  /** Undefined: from the start of the branch. */
  readonly from: string | undefined;
  readonly to: string;
  /** Defines the folders of types. */
  readonly site: SiteConfig;
  /** Maximum number of commits in between. */
  readonly limit: number;
}

/** Per commit: after an import of a whole site, clients reload the lists anyway. */
const MAX_EVENTS = 100;

/**
 * Returns the events of the commits after `from` up to `to`, oldest first. Undefined if there are more than `limit`, or
 * if `from` isn't an ancestor (the branch was rewritten).
 *
 * @throws CmsError `repository_broken`
 */
export async function siteEvents(
  repository: GitRepository,
  { branch, from, to, site, limit }: SiteEventsOptions,
): Promise<readonly CommitEvents[] | undefined> {
  const steps = await repository.firstParents({ from, to, limit });
  if (steps === undefined) return undefined;
  const commits: CommitEvents[] = [];
  for (const step of steps) commits.push(await eventsOf(repository, { step, branch, site }));
  return commits;
}

/**
 * Returns the events of the last commits of a branch, newest first.
 *
 * @throws CmsError `repository_broken`
 */
export async function lastSiteEvents(
  repository: GitRepository,
  { branch, to, site, limit }: Omit<SiteEventsOptions, "from">,
): Promise<readonly CommitEvents[]> {
  const commits: CommitEvents[] = [];
  for (const step of await repository.lastFirstParents({ from: undefined, to, limit })) {
    commits.push(await eventsOf(repository, { step, branch, site }));
  }
  return commits;
}

interface Step extends Pick<SiteEventsOptions, "branch" | "site"> {
  readonly step: CommitStep;
}

async function eventsOf(
  repository: GitRepository,
  { step: { commit, parent, time, author, trailers }, branch, site }: Step,
): Promise<CommitEvents> {
  const changes = await repository.changedFiles(parent, commit);
  const events =
    branch === "main"
      ? await mainEvents(repository, changes, site)
      : await publishedEvents(repository, changes);
  const action = trailers["Loam-Action"];
  return {
    commit,
    branch,
    when: isoInstant(new Date(time)),
    by: author.name,
    ...(action !== undefined && { action }),
    events: events.slice(0, MAX_EVENTS),
    more: events.length > MAX_EVENTS,
  };
}

type EntryFile = FileChange & FileIdentity & { readonly kind: "entry" };

async function mainEvents(
  repository: GitRepository,
  changes: readonly FileChange[],
  site: SiteConfig,
): Promise<SiteEvent[]> {
  const types = new Set<string>();
  const media = new Set<string>();
  const files: EntryFile[] = [];
  for (const change of changes) {
    const identity = classifyPath(change.path, site);
    if (identity.kind === "entry") files.push({ ...change, ...identity });
    else if (identity.kind === "media") media.add(identity.id);
    else if (identity.kind === "type" || identity.kind === "version") types.add(identity.apiId);
  }
  return [
    ...[...types].map((type): SiteEvent => ({ kind: "type.changed", type })),
    ...[...media].map((id): SiteEvent => ({ kind: "media.changed", id })),
    ...(await entryEvents(repository, files)),
  ];
}

/** A removed file whose id appears in another file was moved, not deleted. */
async function entryEvents(
  repository: GitRepository,
  files: readonly EntryFile[],
): Promise<SiteEvent[]> {
  // Written files come first, so that their ids are known. Returns one extra event to detect the limit.
  const sorted = files.toSorted(
    (a, b) => Number(a.after === undefined) - Number(b.after === undefined),
  );
  const read = sorted.filter(({ mode }) => mode !== SUBMODULE).slice(0, 2 * MAX_EVENTS + 1);
  const all = await readFiles(repository, read, ({ after, before }) => after ?? before ?? "");
  const writtenIds = new Set<string>();
  return all.flatMap(([{ after, apiId: type, slug }, bytes]): SiteEvent[] => {
    const id = readEntryId(bytes);
    // A file written by hand gets its id from a separate commit after the push.
    if (id === undefined || writtenIds.has(id)) return [];
    writtenIds.add(id);
    return [{ kind: after === undefined ? "entry.deleted" : "entry.saved", id, type, slug }];
  });
}

const SUBMODULE = "160000";

async function publishedEvents(
  repository: GitRepository,
  changes: readonly FileChange[],
): Promise<SiteEvent[]> {
  const { ledger } = sortPublishedChanges(changes);
  const shown = ledger.filter(({ after }) => after !== undefined).slice(0, MAX_EVENTS + 1);
  const files = await readFiles(repository, shown, ({ after = "" }) => after);
  return files.map(([{ id, path, apiId: type }, bytes]): SiteEvent => {
    const { state, slug } = parseLedgerFile(bytes, { id, path, type });
    return { kind: `entry.${state}`, id, type, slug };
  });
}

/** When and by whom a schema version was published. */
export interface LoggedVersion {
  readonly version: number;
  readonly commit: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
}

const MOST_COMMITS = 10_000;

/**
 * Lists who published which schema version of a type, newest first. A version from an import or the first push of a
 * site is attributed to that commit.
 */
export async function schemaLog(store: SiteStore, apiId: string): Promise<LoggedVersion[]> {
  const folder = versionPath(apiId, 1).replace(/\/[^/]*$/, "");
  const log = await store.repository.fileLog({
    commits: [store.head()],
    path: folder,
    limit: MOST_COMMITS,
  });
  const found = new Map<number, LoggedVersion>();
  for (const { commit, time, author, changes } of log) {
    for (const { path, after } of changes) {
      const identity = classifyPath(path, store.site());
      if (after === undefined || identity.kind !== "version") continue;
      const { version } = identity;
      // The log goes back in time, so the commit that first wrote the version remains.
      found.set(version, { version, commit, when: isoInstant(new Date(time)), author });
    }
  }
  return [...found.values()].toSorted((a, b) => b.version - a.version);
}
