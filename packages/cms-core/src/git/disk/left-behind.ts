import { realpathSync } from "node:fs";
import { runningProcesses, seesAllProcesses, type RunningProcess } from "./process-identity.ts";

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
