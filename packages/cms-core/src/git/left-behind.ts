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

/**
 * Whether whoever made a file, a lock or a part of a pack, has ended without it. Git notes in none of them whose it
 * is, and closes a lock before it uses it. So every git program that began before the file was last written may be
 * the one, wherever it works.
 */
export function isLeftBehind(
  { path, mtimeMs }: { readonly path: string; readonly mtimeMs: number },
  { unseenGraceMs = UNSEEN_GRACE_MS, shared = false, nowMs = Date.now() }: LeftBehindOptions = {},
): boolean {
  const graceMs = !shared && seesAllProcesses() ? SEEN_GRACE_MS : unseenGraceMs;
  if (nowMs - mtimeMs < graceMs) return false;
  const mayBeWriter = (process: RunningProcess): boolean =>
    isGit(process) && process.startedMs < mtimeMs + CLOCK_MARGIN_MS;
  const name = realPath(path);
  return !runningProcesses().some(
    (process) => mayBeWriter(process) || process.openFiles().includes(name),
  );
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
