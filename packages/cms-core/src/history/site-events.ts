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

/** What a commit did to one thing of a site, by its ids and names alone. */
export type SiteEvent =
  | {
      readonly kind: "entry.saved" | "entry.deleted" | "entry.published" | "entry.unpublished";
      readonly id: string;
      readonly type: string;
      readonly slug: string;
    }
  | { readonly kind: "type.changed"; readonly type: string }
  | { readonly kind: "media.changed"; readonly id: string };

/** One commit, and what it did. */
export interface CommitEvents {
  readonly commit: string;
  readonly branch: "main" | "published";
  /** Committer's time, ISO 8601 UTC with milliseconds. */
  readonly when: string;
  /** Name of its author. */
  readonly by: string;
  /** The trailer `Loam-Action`: `create`, `restore`, `import`, …; absent for a commit of another program. */
  readonly action?: string;
  /** The first 100. */
  readonly events: readonly SiteEvent[];
  /** Whether there were more than 100. */
  readonly more: boolean;
}

export interface SiteEventsOptions {
  readonly branch: CommitEvents["branch"];
  /** Absent for the beginning of the branch. */
  readonly from: string | undefined;
  readonly to: string;
  /** Where the entries of types are. */
  readonly site: SiteConfig;
  /** How many commits may lie between. */
  readonly limit: number;
}

/** Of one commit: whoever hears of an import of a whole site reads the lists again. */
const MAX_EVENTS = 100;

/**
 * What the commits after `from` up to `to` did, oldest first; undefined when there are more than `limit`, or
 * `from` is not on the way (the branch was set to another history).
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
 * What the last commits of a branch did, newest first.
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

/** A file that went where another one with its id came was moved, and no entry was deleted. */
async function entryEvents(
  repository: GitRepository,
  files: readonly EntryFile[],
): Promise<SiteEvent[]> {
  // What was written stands first, so that the ids of it are known; one more than is told.
  const sorted = files.toSorted(
    (a, b) => Number(a.after === undefined) - Number(b.after === undefined),
  );
  const read = sorted.filter(({ mode }) => mode !== SUBMODULE).slice(0, 2 * MAX_EVENTS + 1);
  const all = await readFiles(repository, read, ({ after, before }) => after ?? before ?? "");
  const standing = new Set<string>();
  return all.flatMap(([{ after, apiId: type, slug }, bytes]): SiteEvent[] => {
    const id = readEntryId(bytes);
    // A file that was written by hand has an id when it is taken in, by a commit of its own.
    if (id === undefined || standing.has(id)) return [];
    standing.add(id);
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

/** When a schema version was published, and by whom. */
export interface LoggedVersion {
  readonly version: number;
  readonly commit: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
}

const MOST_COMMITS = 10_000;

/**
 * Who published which schema version of a type, the newest first. A version that came with an import or with the
 * first push of a site stands there with that.
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
      // The log goes back in time: what stays is the commit that wrote it first.
      found.set(version, { version, commit, when: isoInstant(new Date(time)), author });
    }
  }
  return [...found.values()].toSorted((a, b) => b.version - a.version);
}
