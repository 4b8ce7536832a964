import {
  type BigIntStats,
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import {
  isRunningHere,
  processIdentity,
  type RunningProcess,
  runningProcesses,
  seesAllProcesses,
} from "./process-identity.ts";

/** How often the holder of a lock refreshes it. */
const TOUCH_MS = 1000;
/** A Loam lock that wasn't refreshed for this long belongs to a process that is dead or hangs. */
const UNTOUCHED_MS = 6000;
/** Interval of process scans, which take milliseconds each. */
const SCAN_MS = 500;
/** Upper bound for checking and removing a lock. */
const BREAKING_MS = 10_000;

/**
 * Whether several processes write to the repository. Stored in the repository itself, so that other commands that open
 * it know.
 */
export function isShared(gitDir: string): boolean {
  return existsSync(join(gitDir, "loam", "shared"));
}

export function markShared(gitDir: string): void {
  mkdirSync(join(gitDir, "loam"), { recursive: true });
  writeFileSync(join(gitDir, "loam", "shared"), "");
}

/** A new lock in a repository that other processes also write to. */
interface OwnedLock {
  /** False if another process took this one for dead and replaced the lock. */
  readonly isCurrent: () => boolean;
  /** Stops refreshing the lock. */
  readonly end: () => void;
}

/** Records the owner of a new lock and refreshes it until the lock is moved or released. */
export function holdLock(
  gitDir: string,
  { ref, path, file }: { readonly ref: string; readonly path: string; readonly file: number },
): OwnedLock {
  const { ino } = fstatSync(file, { bigint: true });
  const lines = [
    hostname(),
    processIdentity(process.pid),
    fileIdentity(fstatSync(file, { bigint: true })),
  ];
  try {
    writeFileSync(ownerNote(gitDir, ref), lines.join("\n"));
  } catch {
    // Without a note, others wait until the lock is old.
  }
  const touching = setInterval(() => {
    const now = new Date();
    futimesSync(file, now, now);
  }, TOUCH_MS).unref();
  return {
    isCurrent: () => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === ino,
    end: () => clearInterval(touching),
  };
}

interface WatchedLock {
  readonly ref: string;
  readonly path: string;
  /** Whether several Loam processes write here. They record the owner of each lock. */
  readonly shared: boolean;
  readonly ownMode: number;
}

/**
 * Returns a function that polls a lock being waited for and removes the lock if its holder is dead.
 *
 * @returns time since the lock was last written, in ms; 0 if the lock is gone
 */
export function watchLock(gitDir: string, watched: WatchedLock): () => number {
  const { ref, path, shared, ownMode } = watched;
  let seen = "";
  let sinceMs = 0;
  let nextScanMs = 0;
  return () => {
    const lock = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (lock === undefined) return 0;
    const mtimeMs = Number(lock.mtimeMs);
    const state = `${fileIdentity(lock)} ${lock.mtimeNs}`;
    const nowMs = performance.now();
    if (state !== seen) sinceMs = nowMs;
    seen = state;
    // Uses this machine's monotonic clock, because other clocks may be wrong.
    const isOld = nowMs - sinceMs > UNTOUCHED_MS;
    const isNoted = shared && (Number(lock.mode) & 0o777) === ownMode;
    const isDead = (): boolean => {
      if (isNoted) return isOld || isOfDead(ownerNote(gitDir, ref), lock);
      if (nowMs < nextScanMs) return false;
      nextScanMs = nowMs + SCAN_MS;
      return findAbandonedFiles([{ path, mtimeMs }], { shared }).length > 0;
    };
    if (!isDead()) return Date.now() - mtimeMs;
    removeExclusively(gitDir, { path, state });
    return 0;
  };
}

/**
 * Ensures that only one process removes a dead lock. A second one could remove the lock that the first then created.
 */
function removeExclusively(
  gitDir: string,
  { path, state }: { readonly path: string; readonly state: string },
): void {
  const guard = join(gitDir, "loam", "breaking");
  const file = createGuard(guard);
  if (file === undefined) return;
  try {
    const lock = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (lock !== undefined && `${fileIdentity(lock)} ${lock.mtimeNs}` === state) rmSync(path);
  } finally {
    closeSync(file);
    rmSync(guard, { force: true });
  }
}

function createGuard(path: string): number | undefined {
  try {
    return openSync(path, "wx");
  } catch {
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > BREAKING_MS) rmSync(path, { force: true });
    return undefined;
  }
}

function isOfDead(note: string, lock: BigIntStats): boolean {
  let text: string;
  try {
    text = readFileSync(note, "utf8");
  } catch {
    return false;
  }
  const [host, identity = "", name] = text.split("\n");
  return host === hostname() && name === fileIdentity(lock) && !isRunningHere(identity);
}

function ownerNote(gitDir: string, ref: string): string {
  return join(gitDir, "loam", `owner-${encodeURIComponent(ref)}`);
}

function fileIdentity({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino} ${birthtimeNs}`;
}

/** Git holds its locks only briefly; a busy machine needs more time. */
const SEEN_GRACE_MS = 5000;
/** Grace period if the holder may be invisible. Git holds a lock longer while hooks inspect a push. */
const UNSEEN_GRACE_MS = 60_000;
/** Tolerance for file times and process start times. */
const CLOCK_MARGIN_MS = 2000;
/** Commands that only read or serve others and can run indefinitely. */
const HARMLESS =
  /(?:^|[\0/]|git-)(?:cat-file|diff-tree|daemon|fsmonitor--daemon|credential-cache--daemon)\0/;

interface AbandonedFileOptions {
  /** Minimum time without writes to a file whose users may be invisible. @default a minute */
  readonly unseenGraceMs?: number;
  /** Whether processes on other machines use the same files. @default false */
  readonly shared?: boolean;
  /** @default the system's clock */
  readonly nowMs?: number;
}

interface FoundFile {
  readonly path: string;
  readonly mtimeMs: number;
}

/**
 * Returns the temporary Git files (locks and parts of packs) whose creators ended without removing them. Git doesn't
 * record the owner and closes a lock before it uses it, so every Git process that started before the file was last
 * written may own it, whatever its working directory.
 */
export function findAbandonedFiles<F extends FoundFile>(
  files: readonly F[],
  {
    unseenGraceMs = UNSEEN_GRACE_MS,
    shared = false,
    nowMs = Date.now(),
  }: AbandonedFileOptions = {},
): F[] {
  const graceMs = !shared && seesAllProcesses() ? SEEN_GRACE_MS : unseenGraceMs;
  const old = files.filter(({ mtimeMs }) => nowMs - mtimeMs >= graceMs);
  if (old.length === 0) return [];
  const processes = runningProcesses();
  const startedMs = Math.min(...processes.filter(isGit).map((process) => process.startedMs));
  const open = new Set(processes.flatMap((process) => process.openFiles()));
  return old.filter(({ path, mtimeMs }) => {
    const couldBeCreator = startedMs < mtimeMs + CLOCK_MARGIN_MS;
    return !couldBeCreator && !open.has(realPath(path));
  });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isGit({ name, command }: RunningProcess): boolean {
  return /^git(?:-|$)/.test(name) && !HARMLESS.test(command);
}
