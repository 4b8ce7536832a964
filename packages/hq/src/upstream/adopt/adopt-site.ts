import { mkdirSync, renameSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { CmsError, isCmsError, newId } from "@loam/cms-core";
import { adoptedSiteId, adoptRepository, type AdoptReport } from "@loam/cms-core/adopt";
import {
  type GitRepository,
  openRemote,
  openRepository,
  receiveFolder,
  type RemoteLogin,
  unfinishedPath,
} from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import { listAudit } from "../../people/audit/audit-log.ts";
import { findUser } from "../../people/identity/users/users.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import { ensureFolder } from "../../platform/data-folder/data-folder.ts";
import { type Egress, egressProblem } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import {
  createSiteFrom,
  type NewSite,
  requireFreeSiteName,
} from "../../sites/manage/create-site.ts";
import { siteGitDir } from "../../sites/publisher/site-publisher.ts";
import { siteActor } from "../../sites/registry/site-content.ts";

/** Location of a repository. */
export type AdoptSource =
  /** On this machine: only for commands. */
  | { readonly kind: "folder"; readonly path: string }
  | {
      readonly kind: "remote";
      /** From `checkRepository`. */
      readonly url: string;
      readonly login?: RemoteLogin;
    };

export interface AdoptOptions extends Omit<NewSite, "id"> {
  readonly source: AdoptSource;
  /** @default the branch that a clone would check out */
  readonly branch?: string | undefined;
  /** Only reports what would be created. @default false */
  readonly dryRun?: boolean;
  /** Aborts it without leaving anything behind. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: AdoptProgress) => void;
}

export interface AdoptProgress {
  readonly step: "fetching" | "reading" | "writing";
  /** Of the collection being read. */
  readonly collection?: string;
  readonly files?: number;
}

export interface AdoptResult {
  /** Absent for a dry run. */
  readonly site?: Site;
  readonly report: AdoptReport;
}

export interface AdoptDeps {
  readonly hq: Hq;
  readonly egress: Pick<Egress, "pin">;
  /** Folder for temporary files that SSH reads. */
  readonly scratch: string;
}

/** Limits of compressed data. Git stores only the history of a project. */
const LIMITS = { maxBytes: 2 * 1024 ** 3, maxObjects: 10_000_000 };

/**
 * Creates a site from an existing repository, keeping its history and file locations. The site stays invisible until it
 * is complete. If it fails or the process is killed, nothing remains.
 *
 * @throws CmsError `name_taken`, `quota_exceeded`, `not_found`, `target_refused`, `upstream_…`, `too_large`,
 * `git_failed`,
 * `invalid_path`, `invalid_site`, `conflict` for a site that exists already, `invalid` if there is nothing to edit
 */
export async function adoptSite(deps: AdoptDeps, asked: AdoptOptions): Promise<AdoptResult> {
  const { hq } = deps;
  const { source, dryRun = false, signal, onProgress, branch: _branch, ...site } = asked;
  if (!dryRun) await requireFreeSiteName(hq.database, site);
  const actor = siteActor(await findUser(hq.database, site.by));
  const fresh = newId("site");
  ensureFolder(hq.paths.sites);
  const place = unfinishedPath(siteGitDir(hq, fresh));
  try {
    onProgress?.({ step: "fetching" });
    const made = await inRepository(place, async (repository) => {
      await fetchInto(deps, repository, asked);
      const id = (await adoptedSiteId(repository)) ?? fresh;
      if (source.kind === "remote") await requireUnclaimedId(hq, { id, ...site });
      onProgress?.({ step: "reading" });
      const report = await adoptRepository(repository, {
        site: { id, name: site.name },
        source: displayName(source),
        actor,
        now: hq.now,
        signal,
        onProgress: (read) => onProgress?.({ step: "reading", ...read }),
      });
      return { id, report };
    });
    signal.throwIfAborted();
    if (dryRun) return { report: made.report };
    onProgress?.({ step: "writing" });
    const { site: created } = await createSiteFrom(hq, { ...site, id: made.id }, async (gitDir) => {
      renameSync(place, gitDir);
      return Promise.resolve();
    });
    return { site: created, report: made.report };
  } catch (error) {
    // If it was aborted, Git's error isn't the cause.
    signal.throwIfAborted();
    throw error;
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function inRepository<T>(
  gitDir: string,
  work: (repository: GitRepository) => Promise<T>,
): Promise<T> {
  const repository = await openRepository(gitDir, { create: true });
  try {
    return await work(repository);
  } finally {
    await repository.close();
  }
}

/**
 * Site ids are public, and published files and history outlive a site, so another workspace must not claim an id by
 * putting it into a `site.yml`.
 */
async function requireUnclaimedId(
  { database }: Hq,
  { id, workspaceId }: Pick<Site, "id" | "workspaceId">,
): Promise<void> {
  const [last] = await listAudit(database, { siteId: id, limit: 1 });
  if (last === undefined || last.workspaceId === workspaceId) return;
  throw new CmsError(
    "conflict",
    `site.yml contains the ID ${id} of a site in another workspace of this instance. An instance administrator can import it from a folder.`,
  );
}

/** Fetches the branch as `main`. */
async function fetchInto(
  deps: AdoptDeps,
  repository: GitRepository,
  { source, branch, signal }: AdoptOptions,
): Promise<void> {
  if (source.kind === "folder") {
    const options = { ...LIMITS, branch, signal };
    await using received = await receiveFolder(repository, source.path, options);
    await received.incoming.land([{ ref: MAIN, from: null, to: received.tip }]);
    return;
  }
  const { url, login } = source;
  const address = await pin(deps, url);
  mkdirSync(deps.scratch, { recursive: true, mode: 0o700 });
  const access = { scratch: deps.scratch, signal, ...(login !== undefined && { login }) };
  using remote = openRemote(repository, address, access);
  const wanted = branch === undefined ? undefined : `refs/heads/${branch}`;
  const { refs, head } = await remote.list(wanted === undefined ? [] : [wanted]);
  const ref = wanted ?? head;
  if (ref === undefined || (wanted !== undefined && !refs.has(wanted))) throw noBranch(branch);
  await using fetched = await remote.fetch([ref], LIMITS);
  const to = fetched.refs.get(ref);
  if (to === undefined) throw noBranch(branch);
  await fetched.incoming.land([{ ref: MAIN, from: null, to }]);
}

async function pin({ egress }: AdoptDeps, url: string): ReturnType<Egress["pin"]> {
  try {
    return await egress.pin(url);
  } catch (error) {
    if (isCmsError(error)) throw error;
    throw new CmsError("upstream_unreachable", egressProblem(error), { cause: error });
  }
}

function noBranch(branch: string | undefined): CmsError {
  const message =
    branch === undefined
      ? "The repository has no branches yet."
      : `The repository has no branch ${branch}.`;
  return new CmsError("invalid", message, { details: { field: "branch" } });
}

/** Returns a display name. */
function displayName(source: AdoptSource): string {
  const text = source.kind === "folder" ? source.path : new URL(source.url).pathname;
  return basename(text).replace(/\.git$/, "") || "repository";
}
