import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { simpleGit } from "simple-git";
import { CmsError } from "../../base/errors.ts";

/** Before 2.37 `repack --geometric --keep-pack` loses objects; `cat-file --batch-command` requires 2.36. */
const MINIMUM_VERSION = [2, 37] as const;

/**
 * Settings of every Git process Loam starts, overriding the repository's configuration: no hook, monitor, filter,
 * signing tool, or background job ever runs.
 */
const SAFE_CONFIG = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.fsync=all",
  "gc.auto=0",
  "maintenance.auto=false",
  "log.showSignature=false",
  "protocol.allow=never",
];

/** simple-git rejects such settings by default. These are the constants above and below, which turn features off. */
const OUR_SETTINGS = {
  allowUnsafeHooksPath: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeSshCommand: true,
  allowUnsafeAskPass: true,
} as const;

/**
 * The whole environment of every Git process Loam starts. User and system configuration and inherited `GIT_*` variables
 * have no effect. Output goes to a pipe, so there is no pager.
 */
function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
  };
}

/**
 * Returns the version of `git` on PATH.
 *
 * @throws CmsError `git_missing` if it isn't installed or is older than 2.37
 */
export async function checkGit(): Promise<string> {
  const output = requireSuccess(await run(["version"])).trim();
  const [, version = "", major, minor] = /((\d+)\.(\d+)\S*)/.exec(output) ?? [];
  const isSupported =
    Number(major) > MINIMUM_VERSION[0] ||
    (Number(major) === MINIMUM_VERSION[0] && Number(minor) >= MINIMUM_VERSION[1]);
  if (isSupported) return version;
  throw new CmsError(
    "git_missing",
    `Loam needs Git ${MINIMUM_VERSION.join(".")} or later, but found ${output}.`,
  );
}

const checked = new Map<string | undefined, Promise<string>>();

/**
 * Checks the Git version only until it succeeds once: starting Git costs more than the rest of opening a repository.
 *
 * @throws CmsError `git_missing`
 */
export async function requireGit(): Promise<void> {
  const path = process.env["PATH"];
  const check = checked.get(path) ?? checkGit();
  checked.set(path, check);
  try {
    await check;
  } catch (error) {
    checked.delete(path);
    throw error;
  }
}

/** Output is usually a few lines, but a broken repository can cause many messages. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

export interface RunGitOptions {
  /** Ends the process. */
  readonly signal?: AbortSignal;
  /** Additional settings: constants and validated values. */
  readonly config?: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Output of a finished Git command. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one Git command in a repository and returns its standard output, a short text. Pass only fixed arguments,
 * checked object ids, and checked refs.
 *
 * @throws CmsError `git_failed` with the first line of Git's error output, or `git_missing`
 */
export async function runGit(
  gitDir: string,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<string> {
  return requireSuccess(await askGit(gitDir, args, options));
}

/**
 * Like `runGit`, for commands whose exit code is a result.
 *
 * @throws CmsError `git_failed` if the command was killed, `git_missing`
 */
export async function askGit(
  gitDir: string,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<GitAnswer> {
  return run(args, { ...options, gitDir });
}

function requireSuccess({ exitCode, stdout, stderr }: GitAnswer): string {
  // Otherwise an unsuccessful exit without output would pass for success.
  if (exitCode === 0) return stdout;
  throw gitError(new Error(`exit ${exitCode}`), stderr);
}

async function run(
  args: readonly string[],
  {
    gitDir,
    signal,
    config = [],
    env: more = {},
  }: RunGitOptions & { readonly gitDir?: string } = {},
): Promise<GitAnswer> {
  const place = gitDir === undefined ? {} : { GIT_DIR: gitDir };
  const env = { ...gitEnvironment(), ...place, ...more };
  const tooMuch = new AbortController();
  const ended = { exitCode: 0, stderr: "" };
  const git = simpleGit({
    config: [...SAFE_CONFIG, ...config],
    unsafe: OUR_SETTINGS,
    allowEnvironment: Object.keys(env),
    abort: AbortSignal.any([tooMuch.signal, ...(signal === undefined ? [] : [signal])]),
    errors: (error, { exitCode, stdErr }) => {
      Object.assign(ended, { exitCode, stderr: Buffer.concat(stdErr).toString() });
      // Any exit code is a result; a failed start or a killed process isn't.
      return Number.isInteger(exitCode) && exitCode >= 0
        ? undefined
        : (error ?? new Error(`exit ${exitCode}`));
    },
  });
  git.env(env).outputHandler((_, stdout) => {
    let byteSize = 0;
    stdout.on("data", (chunk: Buffer) => {
      byteSize += chunk.length;
      if (byteSize > MAX_OUTPUT_BYTES) tooMuch.abort();
    });
  });
  try {
    return { stdout: await git.raw([...args]), ...ended };
  } catch (cause) {
    throw gitError(cause instanceof Error ? cause : new Error(String(cause)), ended.stderr);
  }
}

/** Starts a Git command with piped input and output. The caller must end it. */
export function startGit(
  gitDir: string,
  args: readonly string[],
  { signal, config = [], env = {} }: RunGitOptions = {},
): ChildProcessWithoutNullStreams {
  const settings = [...SAFE_CONFIG, ...config].flatMap((setting) => ["-c", setting]);
  return spawn("git", [`--git-dir=${gitDir}`, ...settings, ...args], {
    env: { ...gitEnvironment(), ...env },
    stdio: "pipe",
    ...(signal && { signal }),
  });
}

/**
 * Streams the standard output of a long or verbose Git command as raw bytes, with low CPU priority. Ends the process if
 * the consumer stops reading.
 *
 * @throws CmsError `git_failed`, `git_missing`
 */
export async function* streamGit(
  gitDir: string,
  args: readonly string[],
  input: string | Uint8Array = "",
  options: RunGitOptions = {},
): AsyncGenerator<Uint8Array> {
  const child = startGit(gitDir, args, options);
  lowerPriority(child.pid);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
  // A process that ended early breaks the pipe; its exit code explains why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(gitError(error)));
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(gitError(new Error(`exit ${code}`), stderr));
    });
  });
  ended.catch(() => undefined);
  try {
    if (child.pid !== undefined) yield* child.stdout;
    await ended;
  } finally {
    child.kill();
    await ended.catch(() => undefined);
  }
}

export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the system doesn't support priorities.
  }
}

/** Converts a failed start or run of Git into a `CmsError`. */
export function gitError(cause: Error, stderr = ""): CmsError {
  if (("code" in cause && cause.code === "ENOENT") || stderr.includes("spawn git ENOENT")) {
    return new CmsError(
      "git_missing",
      `Loam needs Git ${MINIMUM_VERSION.join(".")} or later, but git is not in PATH. Install Git.`,
      { cause },
    );
  }
  const firstLine = stderr.trim().split("\n")[0] ?? "";
  return new CmsError("git_failed", `git failed: ${firstLine === "" ? cause.message : firstLine}`, {
    cause,
    details: { stderr: stderr.slice(0, 2000) },
  });
}
