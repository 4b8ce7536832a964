import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { coalesce, createMutex } from "../../base/lock.ts";
import { mediaPath } from "../../content/site/layout.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { type MediaStorage, originalKey, variantKey } from "../../media/storage/media-storage.ts";
import { publishedHead } from "../../site/read/branches.ts";
import { PUBLISHED_REF } from "../branch/published-tree.ts";
import { emptyLiveSite, type LiveSite, RENDERER_VERSION } from "../live/live-site.ts";
import { advanceToCommit, loadLiveSite } from "../live/load-live-site.ts";
import type { ReadCopies } from "../live/read-damaged.ts";
import {
  type Cursor,
  readCursor,
  readStandingCommit,
  removeCursor,
  writeCursor,
} from "./cursor-file.ts";
import {
  inRemovalOrder,
  type MediaFile,
  planAllFiles,
  planFiles,
  type PublicPlan,
} from "./plan-files.ts";
import type { ApplyOptions, PublicFile, PublicStorage } from "./public-storage.ts";
import { readCopies } from "./read-copies.ts";

export interface PublisherOptions {
  readonly repository: GitRepository;
  readonly siteId: string;
  /** Contains only this site. */
  readonly storage: PublicStorage;
  readonly media: Pick<MediaStorage, "open">;
  /** `{public_storage_url}/{site_id}`, without a trailing slash. */
  readonly publicUrl: string;
  /** Path of the cursor file; its folder exists. */
  readonly stateFile: string;
  /** Reports the progress of a run that writes all files. */
  readonly onWriting?: ((done: number, total: number) => void) | undefined;
  /**
   * Returns the live site of a commit of `published` if the caller has rendered it already; the commit isn't read then.
   */
  readonly rendered?: (commit: string) => LiveSite | undefined;
}

/** Result of one `follow`. */
export interface FollowReport {
  /** Undefined if nothing was ever published. */
  readonly to: string | undefined;
  /** Whether every file was written, not only changed ones. */
  readonly full: boolean;
  readonly written: number;
  readonly removed: number;
  /** Binaries missing in media storage. */
  readonly problems: readonly Issue[];
}

/** Keeps a site's public files equal to its `published` branch. */
export interface Publisher {
  /**
   * Updates the files to the tip of `published` at the time of the call. Calls made during a run share the next run.
   * Once it returns, the files are durable. If it throws, every file is complete, and the next call continues.
   */
  follow(): Promise<FollowReport>;
  /** Returns the live site whose files are complete. */
  live(): LiveSite;
  /**
   * Whether the files that this publisher wrote were lost: a folder can be removed or mounted empty, a bucket emptied.
   * If so, the next `follow` writes all of them.
   *
   * @throws CmsError `storage_failed` if that cannot be determined
   */
  areLost(): Promise<boolean>;
  /** Removes every file because publishing was turned off. The next `follow` writes all of them again. */
  withdraw(): Promise<void>;
  /** Runs work on the files while this publisher writes nothing. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for running work and closes the storage. */
  close(): Promise<void>;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const state: PublisherState = { current: undefined, live: emptyLiveSite(options.publicUrl) };
  const mutex = createMutex();
  return {
    follow: coalesce(mutex, () => guarded(state, () => followFromAnyState(state, options))),
    live: () => state.live,
    areLost: () => mutex.run(() => areLost(state, options)),
    withdraw: () => mutex.run(() => guarded(state, () => withdraw(state, options))),
    alone: (work) => mutex.run(work),
    close: () => mutex.run(() => options.storage.close()),
  };
}

/** Checks the index, which is written last and removed first and names the commit of all files. */
async function areLost(
  state: PublisherState,
  { storage, stateFile }: PublisherOptions,
): Promise<boolean> {
  const commit = state.current?.commit;
  if (commit === undefined || (await readStandingCommit(storage)) === commit) return false;
  await removeCursor(stateFile);
  state.current = undefined;
  return true;
}

interface PublisherState {
  /** The site whose files are known to be complete; undefined after a start or a failure. */
  current: LiveSite | undefined;
  live: LiveSite;
}

/** Discards the state in memory after a failure: the next run starts from the cursor on disk. */
async function guarded<T>(state: PublisherState, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    state.current = undefined;
    throw error;
  }
}

/**
 * If another process wrote in the meantime, or someone removed the files, they belong to no known commit: all files are
 * compared and corrected.
 */
async function followFromAnyState(
  state: PublisherState,
  options: PublisherOptions,
): Promise<FollowReport> {
  try {
    return await follow(state, options);
  } catch (error) {
    if (!isCmsError(error) || error.code !== "conflict") throw error;
    state.current = undefined;
    await removeCursor(options.stateFile);
    return follow(state, options);
  }
}

async function follow(state: PublisherState, options: PublisherOptions): Promise<FollowReport> {
  const cursor = state.current === undefined ? await readCursor(options.stateFile) : undefined;
  const current = state.current ?? (cursor && (await findCurrentSite(cursor, options)));
  // Also if the branch cannot be read or the files cannot be written: the live content is known.
  const show = (live: LiveSite): void => {
    if (state.live.commit === undefined) state.live = live;
  };
  if (current !== undefined) show(current);
  const head = await publishedHead(options.repository, cursor?.target ?? cursor?.done);
  if (head === undefined) return nothingToDo(undefined);
  const run = await updateTo(head, current, { ...options, show });
  state.current = run.live;
  state.live = run.live;
  return run.report;
}

function nothingToDo(to: string | undefined): FollowReport {
  return { to, full: false, written: 0, removed: 0, problems: [] };
}

/**
 * Returns the site whose files are complete after a start. Undefined if all must be written: a run was interrupted, or
 * the files belong to another renderer or a lost commit.
 */
async function findCurrentSite(
  { renderer, publicUrl, done, target }: Cursor,
  { repository, storage, rendered, ...options }: PublisherOptions,
): Promise<LiveSite | undefined> {
  if (renderer !== RENDERER_VERSION || publicUrl !== options.publicUrl) return undefined;
  if (done === undefined || target !== undefined) return undefined;
  if (!(await hasCommit(repository, done)) && !(await isHead(repository, done))) return undefined;
  // The files can be older or newer than the cursor: one of them was restored, or another node continued.
  if ((await readStandingCommit(storage)) !== done) return undefined;
  const known = rendered?.(done);
  if (known?.publicUrl === publicUrl) return known;
  return loadLiveSite(repository, { publicUrl, commit: done, readCopies: copiesIn(storage) });
}

function copiesIn(storage: PublicStorage): ReadCopies {
  return async (commit) => readCopies(storage, commit);
}

async function hasCommit(repository: GitRepository, commit: string): Promise<boolean> {
  try {
    return (await repository.readPath(commit, "site.yml")) !== undefined;
  } catch (error) {
    if (isCmsError(error)) return false;
    throw error;
  }
}

/** If it is, the commit is damaged rather than from another history. */
async function isHead(repository: GitRepository, commit: string): Promise<boolean> {
  try {
    return (await repository.resolveRef(PUBLISHED_REF)) === commit;
  } catch (error) {
    if (isCmsError(error)) return false;
    throw error;
  }
}

interface Run {
  readonly live: LiveSite;
  readonly report: FollowReport;
}

/** Updates the files to a commit: from those of the current site, or all of them. */
async function updateTo(
  head: string,
  standing: LiveSite | undefined,
  { show, ...options }: PublisherOptions & { readonly show: (live: LiveSite) => void },
): Promise<Run> {
  const { repository, publicUrl, storage } = options;
  if (standing?.commit === head) return { live: standing, report: nothingToDo(head) };
  if (standing !== undefined) {
    requireComplete(standing);
    const { live, changes } = await advanceToCommit(repository, standing, head);
    const done = await applyPlan(planFiles(standing, live, changes), live, options);
    return { live, report: { to: head, full: false, ...done } };
  }
  const live = await loadLiveSite(repository, {
    publicUrl,
    commit: head,
    readCopies: copiesIn(storage),
  });
  show(live);
  requireUndamaged(live);
  const plan = planAllFiles(live, await storage.list());
  const done = await applyPlan(plan, live, { ...options, onStaged: options.onWriting });
  return { live, report: { to: head, full: true, ...done } };
}

/**
 * Leaves public files unchanged if live content cannot be read: they may be its only copy.
 *
 * @throws CmsError `repository_broken`
 */
function requireComplete({ damage }: LiveSite): void {
  const [first] = damage.issues;
  if (!damage.incomplete || first === undefined) return;
  throw new CmsError(
    "repository_broken",
    `The published files were not updated: ${first.message}`,
    {
      issues: damage.issues,
    },
  );
}

/** When all files are written, damaged content must not cause the removal of files that show it. */
function requireUndamaged(live: LiveSite): void {
  requireComplete({ ...live, damage: { ...live.damage, incomplete: true } });
}

/** Records the target on disk before the first file changes, so that an interrupted run is detected. */
async function applyPlan(
  plan: PublicPlan,
  { site, commit }: LiveSite,
  {
    siteId,
    stateFile,
    publicUrl,
    storage,
    media,
    onStaged,
  }: PublisherOptions & Pick<ApplyOptions, "onStaged">,
): Promise<Pick<FollowReport, "written" | "removed" | "problems">> {
  if (site?.id !== siteId || commit === undefined) {
    throw new CmsError(
      "invalid_site",
      `The published branch belongs to the site ${site?.id}, not ${siteId}.`,
    );
  }
  const found = await findMedia(plan.media, media);
  const writes = [found.files, ...plan.files.writes];
  const cursor = { renderer: RENDERER_VERSION, publicUrl };
  const before = writeCursor(stateFile, { ...cursor, target: commit }, { lasting: true });
  // Prevents an unhandled rejection if it fails before the storage awaits it.
  before.catch(() => undefined);
  try {
    await storage.apply({ writes, removals: plan.files.removals }, { before, onStaged });
  } finally {
    await before.catch(() => undefined);
  }
  await writeCursor(stateFile, { ...cursor, done: commit }, { lasting: false });
  return {
    written: writes.flat().length,
    removed: plan.files.removals.flat().length,
    problems: found.problems,
  };
}

async function withdraw(
  state: PublisherState,
  { storage, stateFile, publicUrl }: PublisherOptions,
): Promise<void> {
  // Without a cursor, the next call or a full run removes what a crash leaves.
  await removeCursor(stateFile);
  await storage.apply({ writes: [], removals: inRemovalOrder(await storage.list()) });
  state.current = undefined;
  state.live = emptyLiveSite(publicUrl);
}

interface FoundMedia {
  readonly files: readonly PublicFile[];
  /** Binaries missing in media storage. The rest of the site is published anyway. */
  readonly problems: readonly Issue[];
}

/** Finds the objects to copy in media storage. */
export async function findMedia(
  wanted: readonly MediaFile[],
  storage: Pick<MediaStorage, "open">,
): Promise<FoundMedia> {
  const files = new Map<string, PublicFile>();
  const problems: Issue[] = [];
  for (const { path, record, variant } of wanted) {
    const key = variant === undefined ? originalKey(record) : variantKey(record, variant);
    try {
      const mimeType = variant === undefined ? record.mimeType : `image/${variant.format}`;
      const object = await storage.open(key);
      files.set(path, { path, body: { kind: "media", object, mimeType } });
    } catch (error) {
      if (!isCmsError(error)) throw error;
      const { code } = error;
      if (code !== "not_found" && code !== "media_damaged") throw error;
      const what = code === "not_found" ? `Media storage has no ${key}` : `${key} is damaged`;
      const message = `${what}, so ${path} is not published.`;
      problems.push({ code, message, path: mediaPath(record.id) });
    }
  }
  return { files: [...files.values()], problems };
}
