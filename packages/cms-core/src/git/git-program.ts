import {
  execFile,
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
} from "node:child_process";
import { constants, setPriority } from "node:os";
import { CmsError } from "../base/errors.ts";

/** Before 2.37 `repack --geometric --keep-pack` loses objects; `cat-file --batch-command` came with 2.36. */
const MINIMUM_VERSION = [2, 37] as const;
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

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
].flatMap((setting) => ["-c", setting]);

/**
 * The whole environment of every git that Loam starts: nothing of the user's or the machine's
 * configuration, and no inherited `GIT_*` variable, has a say.
 */
export function gitEnvironment(): Record<string, string> {
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
    GIT_PAGER: "cat",
  };
}

/** Arguments that precede the command of every git that Loam starts in a repository. */
export function gitArguments(gitDir: string): string[] {
  return [`--git-dir=${gitDir}`, ...SAFE_CONFIG];
}

/**
 * The version of the git program on PATH.
 *
 * @throws CmsError `git_missing` when there is none, or one before 2.37
 */
export async function checkGit(): Promise<string> {
  const output = await execute(["version"]);
  const said = output.toString().trim();
  const [, version = "", major, minor] = /((\d+)\.(\d+)\S*)/.exec(said) ?? [];
  const enough =
    Number(major) > MINIMUM_VERSION[0] ||
    (Number(major) === MINIMUM_VERSION[0] && Number(minor) >= MINIMUM_VERSION[1]);
  if (enough) return version;
  throw new CmsError(
    "git_missing",
    `Loam needs git ${MINIMUM_VERSION.join(".")} or newer; found ${said}.`,
  );
}

/**
 * Runs one git command in a repository and returns its standard output. Only fixed arguments,
 * checked object ids and checked refs may be passed.
 *
 * @throws CmsError `git_failed` with the first line of what git said, or `git_missing`
 */
export async function runGit(gitDir: string, args: readonly string[]): Promise<Buffer> {
  return execute([...gitArguments(gitDir), ...args]);
}

/**
 * The same, as work that goes on for seconds and that nobody waits for: everything else on the machine goes first.
 *
 * @throws CmsError `git_failed`, `git_missing`
 */
export async function runGitBeside(gitDir: string, args: readonly string[]): Promise<Buffer> {
  return execute([...gitArguments(gitDir), ...args], (child) =>
    lowerPriority(child, constants.priority.PRIORITY_LOW),
  );
}

/** What it starts itself inherits that. */
function lowerPriority({ pid }: ChildProcess, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    // It has ended already, or the system has no such thing.
  }
}

/** Starts a git command that is fed and read through pipes; the caller ends it. */
export function startGit(gitDir: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn("git", [...gitArguments(gitDir), ...args], { env: gitEnvironment(), stdio: "pipe" });
}

/** The same, for what is needed later than all that is done meanwhile: that goes first. */
export function startGitBeside(
  gitDir: string,
  args: readonly string[],
): ChildProcessWithoutNullStreams {
  const child = startGit(gitDir, args);
  lowerPriority(child, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

async function execute(
  args: readonly string[],
  started: (child: ChildProcess) => void = () => undefined,
): Promise<Buffer> {
  const options = {
    env: gitEnvironment(),
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile("git", args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(gitError(error, stderr.toString()));
    });
    started(child);
  });
}

/** What a failed start or run of git means to the caller. */
export function gitError(cause: Error, stderr = ""): CmsError {
  if ("code" in cause && cause.code === "ENOENT") {
    return new CmsError(
      "git_missing",
      `Loam needs the git program (${MINIMUM_VERSION.join(".")} or newer), and PATH has none.`,
      { cause },
    );
  }
  const said = stderr.trim().split("\n")[0] ?? "";
  return new CmsError("git_failed", `git failed: ${said === "" ? cause.message : said}`, {
    cause,
    details: { stderr: stderr.slice(0, 2000) },
  });
}
