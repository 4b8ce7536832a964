import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { simpleGit } from "simple-git";
import { CmsError } from "../../base/errors.ts";

/** Before 2.37 `repack --geometric --keep-pack` loses objects; `cat-file --batch-command` came with 2.36. */
const MINIMUM_VERSION = [2, 37] as const;

/**
 * In force for every git that Loam starts, whatever the repository's own configuration says:
 * no hook, no monitor, no filter, no signature program and no background job is ever run.
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

/** simple-git refuses such settings from anybody; these are the constants above and below, which switch off. */
const OUR_SETTINGS = {
  allowUnsafeHooksPath: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeSshCommand: true,
} as const;

/**
 * The whole environment of every git that Loam starts: nothing of the user's or the machine's
 * configuration, and no inherited `GIT_*` variable, has a say. Output goes to a pipe, so there is no pager.
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
 * The version of the git program on PATH.
 *
 * @throws CmsError `git_missing` when there is none, or one before 2.37
 */
export async function checkGit(): Promise<string> {
  const said = requireSuccess(await run(["version"])).trim();
  const [, version = "", major, minor] = /((\d+)\.(\d+)\S*)/.exec(said) ?? [];
  const enough =
    Number(major) > MINIMUM_VERSION[0] ||
    (Number(major) === MINIMUM_VERSION[0] && Number(minor) >= MINIMUM_VERSION[1]);
  if (enough) return version;
  throw new CmsError(
    "git_missing",
    `Loam needs Git ${MINIMUM_VERSION.join(".")} or later, but found ${said}.`,
  );
}

const checked = new Map<string | undefined, Promise<string>>();

/**
 * The same for who opens a repository: a program that was found good is not asked again, since a start of it
 * costs more than the rest of an opening does.
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

/** Answers are a line or a few; a broken repository may have many complaints. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

interface RunGitOptions {
  /** Ends the program. */
  readonly signal?: AbortSignal;
  /** Settings besides those of every git: constants, and what was checked. */
  readonly config?: readonly string[];
  /** Variables besides those of every git. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a git command that ended wrote. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one git command in a repository and returns its standard output, a short text. Only fixed arguments,
 * checked object ids and checked refs may be passed.
 *
 * @throws CmsError `git_failed` with the first line of what git said, or `git_missing`
 */
export async function runGit(
  gitDir: string,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<string> {
  return requireSuccess(await askGit(gitDir, args, options));
}

/**
 * The same for a command of which each exit code says something.
 *
 * @throws CmsError `git_failed` when it was ended, `git_missing`
 */
export async function askGit(
  gitDir: string,
  args: readonly string[],
  options: RunGitOptions = {},
): Promise<GitAnswer> {
  return run(args, { ...options, gitDir });
}

function requireSuccess({ exitCode, stdout, stderr }: GitAnswer): string {
  // Without this an exit that says nothing would pass for a success.
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
      // Whatever it exits with is its answer; that it could not start, or was killed, is none.
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

/** Starts a git command that is fed and read through pipes; the caller ends it. */
export function startGit(
  gitDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const config = SAFE_CONFIG.flatMap((setting) => ["-c", setting]);
  return spawn("git", [`--git-dir=${gitDir}`, ...config, ...args], {
    env: { ...gitEnvironment(), ...env },
    stdio: "pipe",
  });
}

/**
 * The standard output of a git command that takes long or says much, as it comes, whatever is in it. Everything
 * else on the machine goes first. Whoever stops reading ends the program.
 *
 * @throws CmsError `git_failed`, `git_missing`
 */
export async function* streamGit(
  gitDir: string,
  args: readonly string[],
  input: string | Uint8Array = "",
  env: Readonly<Record<string, string>> = {},
): AsyncGenerator<Uint8Array> {
  const child = startGit(gitDir, args, env);
  lowerPriority(child.pid);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
  // A program that ended early breaks the pipe; its exit says why.
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
    // It has ended already, or the system has no such thing.
  }
}

/** What a failed start or run of git means to the caller. */
export function gitError(cause: Error, stderr = ""): CmsError {
  if (("code" in cause && cause.code === "ENOENT") || stderr.includes("spawn git ENOENT")) {
    return new CmsError(
      "git_missing",
      `Loam needs Git ${MINIMUM_VERSION.join(".")} or later, but git is not in PATH. Install Git.`,
      { cause },
    );
  }
  const said = stderr.trim().split("\n")[0] ?? "";
  return new CmsError("git_failed", `git failed: ${said === "" ? cause.message : said}`, {
    cause,
    details: { stderr: stderr.slice(0, 2000) },
  });
}
