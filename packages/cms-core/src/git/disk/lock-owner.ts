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
  livesHere,
  processIdentity,
  type RunningProcess,
  runningProcesses,
  seesAllProcesses,
} from "./process-identity.ts";

/** The holder of a lock shows so often that it lives. */
const TOUCH_MS = 1000;
/** A lock of ours that was not touched for so long is of a process that is no more, or hangs. */
const UNTOUCHED_MS = 6000;
/** To look for processes that may hold a lock takes milliseconds. */
const LOOK_MS = 500;
/** No process needs so long to look at a lock and remove it. */
const BREAKING_MS = 10_000;

/** Where several processes write to one repository it says so itself, to programs that open it beside them. */
export function isShared(gitDir: string): boolean {
  return existsSync(join(gitDir, "loam", "shared"));
}

export function markShared(gitDir: string): void {
  mkdirSync(join(gitDir, "loam"), { recursive: true });
  writeFileSync(join(gitDir, "loam", "shared"), "");
}

/** A lock that was just made, in a repository that other processes write to. */
interface OwnedLock {
  /** Whether the lock is still the one that was made; it is not when it was taken for a dead process's. */
  readonly stands: () => boolean;
  /** Ends its being kept fresh. */
  readonly end: () => void;
}

/** Writes down whose a new lock is, and keeps it fresh, until it is moved or given back. */
export function ownLock(
  gitDir: string,
  { ref, path, file }: { readonly ref: string; readonly path: string; readonly file: number },
): OwnedLock {
  const { ino } = fstatSync(file, { bigint: true });
  const lines = [
    hostname(),
    processIdentity(process.pid),
    nameOf(fstatSync(file, { bigint: true })),
  ];
  try {
    writeFileSync(ownerNote(gitDir, ref), lines.join("\n"));
  } catch {
    // Without a note the others wait until the lock is old.
  }
  const touching = setInterval(() => {
    const now = new Date();
    futimesSync(file, now, now);
  }, TOUCH_MS).unref();
  return {
    stands: () => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === ino,
    end: () => clearInterval(touching),
  };
}

interface WatchedLock {
  readonly ref: string;
  readonly path: string;
  /** Whether several processes of Loam write here, which say whose a lock of theirs is. */
  readonly shared: boolean;
  readonly ownMode: number;
}

/**
 * Looks at a lock that is waited for, again and again, and removes it when its holder is dead.
 *
 * @returns how long ago somebody last wrote to it, ms; 0 when it is gone
 */
export function watchLock(gitDir: string, watched: WatchedLock): () => number {
  const { ref, path, shared, ownMode } = watched;
  let seen = "";
  let sinceMs = 0;
  let nextLookMs = 0;
  return () => {
    const lock = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (lock === undefined) return 0;
    const mtimeMs = Number(lock.mtimeMs);
    const state = `${nameOf(lock)} ${lock.mtimeNs}`;
    const nowMs = performance.now();
    if (state !== seen) sinceMs = nowMs;
    seen = state;
    // Ours by this machine's clock that nobody sets: another's clock may be wrong.
    const isOld = nowMs - sinceMs > UNTOUCHED_MS;
    const isNoted = shared && (Number(lock.mode) & 0o777) === ownMode;
    const isDead = (): boolean => {
      if (isNoted) return isOld || isOfDead(ownerNote(gitDir, ref), lock);
      if (nowMs < nextLookMs) return false;
      nextLookMs = nowMs + LOOK_MS;
      return leftBehind([{ path, mtimeMs }], { shared }).length > 0;
    };
    if (!isDead()) return Date.now() - mtimeMs;
    removeAsOnlyOne(gitDir, { path, state });
    return 0;
  };
}

/** Of those who find the same dead lock, the second must not remove the lock that the first one made then. */
function removeAsOnlyOne(
  gitDir: string,
  { path, state }: { readonly path: string; readonly state: string },
): void {
  const guard = join(gitDir, "loam", "breaking");
  const file = createGuard(guard);
  if (file === undefined) return;
  try {
    const lock = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (lock !== undefined && `${nameOf(lock)} ${lock.mtimeNs}` === state) rmSync(path);
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
  return host === hostname() && name === nameOf(lock) && !livesHere(identity);
}

function ownerNote(gitDir: string, ref: string): string {
  return join(gitDir, "loam", `owner-${encodeURIComponent(ref)}`);
}

function nameOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino} ${birthtimeNs}`;
}

/** Git has its locks for a moment; a machine that is busy, for longer. */
const SEEN_GRACE_MS = 5000;
/** Where its holder may be unseen: with hooks that look at a push, git has a lock for longer. */
const UNSEEN_GRACE_MS = 60_000;
/** By so much the time of a file and the start of a process may be wrong. */
const CLOCK_MARGIN_MS = 2000;
/** Commands that only read, or serve others, and may run for as long as the machine. */
const HARMLESS =
  /(?:^|[\0/]|git-)(?:cat-file|diff-tree|daemon|fsmonitor--daemon|credential-cache--daemon)\0/;

interface LeftBehindOptions {
  /** How long nobody must have written to the file where processes that use it may be unseen. @default a minute */
  readonly unseenGraceMs?: number;
  /** Whether processes of other machines use the same files. @default false */
  readonly shared?: boolean;
  /** @default the system's clock */
  readonly nowMs?: number;
}

interface FoundFile {
  readonly path: string;
  readonly mtimeMs: number;
}

/**
 * Of files that git makes for a moment, locks and parts of packs, those whose makers have ended without them. Git notes
 * in none of them whose it is, and closes a lock before it uses it. So every git program that began before a file was
 * last written may be the one, wherever it works.
 */
export function leftBehind<F extends FoundFile>(
  files: readonly F[],
  { unseenGraceMs = UNSEEN_GRACE_MS, shared = false, nowMs = Date.now() }: LeftBehindOptions = {},
): F[] {
  const graceMs = !shared && seesAllProcesses() ? SEEN_GRACE_MS : unseenGraceMs;
  const old = files.filter(({ mtimeMs }) => nowMs - mtimeMs >= graceMs);
  if (old.length === 0) return [];
  const processes = runningProcesses();
  const startedMs = Math.min(...processes.filter(isGit).map((process) => process.startedMs));
  const open = new Set(processes.flatMap((process) => process.openFiles()));
  return old.filter(({ path, mtimeMs }) => {
    const mayBeItsMaker = startedMs < mtimeMs + CLOCK_MARGIN_MS;
    return !mayBeItsMaker && !open.has(realPath(path));
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
