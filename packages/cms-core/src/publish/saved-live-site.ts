import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { isCmsError } from "../base/errors.ts";
import type { GitRepository } from "../git/repository.ts";
import { decodeLiveSite, encodeLiveSite, LIVE_SITE_HASH } from "./live-site-file.ts";
import type { LiveSite } from "./live-site.ts";
import { advanceToCommit, loadLiveSite } from "./load-live-site.ts";
import { createTimeSlice } from "./time-slice.ts";

/**
 * A file from which a start has what is live, without reading and rendering every entry. It is derived: it names
 * the commit it is of, what is live at another one follows from there, and without it, or when anything is wrong with
 * it, git is read.
 */
export interface SavedLiveSite {
  /** What a commit of `published` makes live, which git has. */
  load(commit: string): Promise<LiveSite>;
  /** Tells what is live now, and how many entries were rendered since this was told last. */
  moved(live: LiveSite, rendered: number): void;
  /** Nothing is live from now on: removes the file. */
  remove(): Promise<void>;
  /** Writes what is due, and ends. */
  close(): Promise<void>;
}

export interface SavedLiveSiteOptions {
  readonly repository: GitRepository;
  /** `{public_storage_url}/{site_id}`, without a slash at its end. */
  readonly publicUrl: string;
  /** Its folder exists. Without it, git is always read. */
  readonly path?: string | undefined;
  /** Reading as many entries from git takes no longer than reading a file. @default 500 */
  readonly fewEntries?: number | undefined;
}

const FEW_ENTRIES = 500;
/** A file this much behind is still faster than none; writing one anew costs as much as all entries' bytes. */
const BEHIND_SHARE = 1 / 8;
/** Who waits for the site goes first. */
const WRITE_AFTER_MS = 1000;

export function openSavedLiveSite({
  repository,
  publicUrl,
  path,
  fewEntries = FEW_ENTRIES,
}: SavedLiveSiteOptions): SavedLiveSite {
  /** How many entries a start would have to read besides the file. */
  let behind = 0;
  let newest: LiveSite | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function moved(live: LiveSite, rendered: number): void {
    newest = live;
    behind += rendered;
    if (path === undefined || behind <= fewEntries) return;
    if (behind > live.graph.entries.size * BEHIND_SHARE)
      timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
  }

  function write(): void {
    timer = undefined;
    const live = newest;
    if (path === undefined || live === undefined) return;
    behind = 0;
    writing = writing.then(() => writeLiveSite(path, live));
  }

  async function settle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await writing;
  }

  async function load(commit: string): Promise<LiveSite> {
    const saved = path === undefined ? undefined : await readLiveSite(path, publicUrl);
    const advanced = saved && (await advanceFrom(repository, saved, commit));
    const live = advanced?.live ?? (await loadLiveSite(repository, { publicUrl, commit }));
    behind = 0;
    moved(live, advanced?.rendered ?? live.graph.entries.size);
    return live;
  }

  return {
    load,
    moved,
    async remove() {
      newest = undefined;
      await settle();
      if (path !== undefined) await rm(path, { force: true });
    },
    async close() {
      if (timer !== undefined) write();
      await settle();
    },
  };
}

/**
 * What a commit makes live, by a file that another process may have left and goes on to write; undefined when
 * it says nothing of use.
 */
export async function loadBySavedFile(
  { repository, publicUrl, path }: SavedLiveSiteOptions & { readonly path: string },
  commit: string,
): Promise<LiveSite | undefined> {
  const saved = await readLiveSite(path, publicUrl);
  return saved && (await advanceFrom(repository, saved, commit))?.live;
}

/** Undefined where git does not know the commit of the file any more: it was moved back by force, or replaced. */
async function advanceFrom(
  repository: GitRepository,
  saved: LiveSite,
  commit: string,
): Promise<{ readonly live: LiveSite; readonly rendered: number } | undefined> {
  if (saved.commit === commit) return { live: saved, rendered: 0 };
  try {
    const { live, changes } = await advanceToCommit(repository, saved, commit);
    return { live, rendered: changes.entries.length };
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** Undefined for a file that is not there, not whole, or by another program: git says the same. */
async function readLiveSite(path: string, publicUrl: string): Promise<LiveSite | undefined> {
  try {
    return decodeLiveSite(await readWhole(path), publicUrl);
  } catch {
    return undefined;
  }
}

/** In one go: `readFile` goes to the thread pool and back for each half megabyte. */
async function readWhole(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafeSlow(size);
  const { bytesRead } = await file.read(bytes, 0, size);
  return bytes.subarray(0, bytesRead);
}

/** Replaces the file as a whole. Nobody waits for the disk: what a power cut leaves is found by its hash. */
async function writeLiveSite(path: string, live: LiveSite): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    if (!(await writePieces(temporary, live))) return;
    await rename(temporary, path);
  } catch {
    // The next start reads more of git, no more than that.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function writePieces(path: string, live: LiveSite): Promise<boolean> {
  const pieces = encodeLiveSite(live);
  if (pieces === undefined) return false;
  const digest = createHash(LIVE_SITE_HASH);
  const pause = createTimeSlice();
  await using file = await open(path, "w", 0o600);
  for (const piece of pieces) {
    digest.update(piece);
    await file.appendFile(piece);
    await pause();
  }
  await file.appendFile(digest.digest());
  return true;
}
