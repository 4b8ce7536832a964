import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CmsError } from "@loam/cms-core";
import { simpleGit } from "simple-git";
import type { GitRemote, OpenRemoteOptions } from "./remote-copy.ts";
import { remoteError, tooMuch } from "./remote-error.ts";

/** Overrides every repository's own configuration: nothing from it or from this machine ever runs. */
const SAFE_CONFIG = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.fsckObjects=true",
  "transfer.bundleURI=false",
  "http.followRedirects=false",
  "credential.helper=",
];

/** simple-git rejects such settings by default; these are the constants in this file. */
const OUR_SETTINGS = {
  allowUnsafeHooksPath: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeAskPass: true,
  allowUnsafeCredentialHelper: true,
} as const;

/** Network settings of a machine behind a proxy or with its own certificate authority. */
const NETWORK = [
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "GIT_SSL_CAINFO",
  "SSH_AUTH_SOCK",
];
const SCHEMES: Readonly<Record<string, string>> = {
  "https:": "https",
  "http:": "http",
  "ssh:": "ssh",
  "file:": "file",
};
const STALL_SECONDS = 60;
const MAX_STDERR = 4000;
/** Maximum size of a response; the largest contains the files of a skill. */
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Git in one bare repository, for one remote. */
export interface GitProgram {
  /** @returns standard output, a few lines of text. @throws CmsError as `remoteError` */
  readonly run: (args: readonly string[], ends?: AbortSignal) => Promise<string>;
  /**
   * For commands with input or large output. @throws CmsError `unsafe_skill` for too much output, and as `remoteError`
   */
  readonly feed: (args: readonly string[], input: Uint8Array) => Promise<Buffer>;
}

/**
 * Opens Git for the repository `gitDir` with a fixed environment: user and system configuration have no effect, and
 * only the scheme of the remote's URL is allowed.
 *
 * @throws CmsError `invalid`
 */
export async function openGitProgram(
  gitDir: string,
  { url, password }: GitRemote,
  { signal, stallSeconds = STALL_SECONDS }: Pick<OpenRemoteOptions, "signal" | "stallSeconds"> = {},
): Promise<GitProgram> {
  const scheme = URL.canParse(url) ? SCHEMES[new URL(url).protocol] : undefined;
  if (scheme === undefined) {
    throw new CmsError(
      "invalid",
      `${url} is not a repository URL. Use https://, ssh://, or file://.`,
    );
  }
  const env = {
    ...cleanEnvironment(),
    GIT_DIR: gitDir,
    GIT_ALLOW_PROTOCOL: scheme,
    ...(password !== undefined && (await askPass(gitDir, password))),
  };
  // Git itself waits indefinitely for a silent server.
  const config = [...SAFE_CONFIG, "http.lowSpeedLimit=1", `http.lowSpeedTime=${stallSeconds}`];
  return {
    run: async (args, ends) => {
      const signals = [signal, ends].filter((one) => one !== undefined);
      return runGit(args, { env, config, signal: AbortSignal.any(signals) });
    },
    feed: async (args, input) => feedGit(args, { env, input, ...(signal && { signal }) }),
  };
}

function cleanEnvironment(): Record<string, string> {
  const network = NETWORK.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(network),
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
}

/** Git runs a script for the password, which reads it from the environment; only this user can read that. */
async function askPass(gitDir: string, password: string): Promise<Record<string, string>> {
  const program = join(gitDir, "askpass");
  await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$LOAM_GIT_PASSWORD"\n', { mode: 0o700 });
  await chmod(program, 0o700);
  return { GIT_ASKPASS: program, LOAM_GIT_PASSWORD: password };
}

async function runGit(
  args: readonly string[],
  {
    env,
    config,
    signal,
  }: {
    readonly env: Record<string, string>;
    readonly config: string[];
    readonly signal: AbortSignal;
  },
): Promise<string> {
  let stderr = "";
  const git = simpleGit({
    config,
    unsafe: OUR_SETTINGS,
    allowEnvironment: Object.keys(env),
    abort: signal,
    // Otherwise an unsuccessful exit without output would pass for success.
    errors: (error, { exitCode, stdErr }) => {
      stderr = Buffer.concat(stdErr).toString().slice(-MAX_STDERR);
      return error ?? (exitCode === 0 ? undefined : new Error(`exit ${exitCode}`));
    },
  });
  try {
    return await git.env(env).raw([...args]);
  } catch (cause) {
    signal.throwIfAborted();
    throw remoteError(stderr === "" && cause instanceof Error ? cause.message : stderr, cause);
  }
}

interface Feed {
  readonly env: Record<string, string>;
  readonly input: Uint8Array;
  readonly signal?: AbortSignal;
}

async function feedGit(args: readonly string[], { env, input, signal }: Feed): Promise<Buffer> {
  const config = SAFE_CONFIG.flatMap((setting) => ["-c", setting]);
  const child = spawn("git", [...config, ...args], {
    env,
    stdio: "pipe",
    ...(signal && { signal }),
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-MAX_STDERR);
  });
  // A process that ended early breaks the pipe; its exit code explains why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  // A few folders that name each other give a listing of a billion lines.
  let byteSize = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    byteSize += chunk.length;
    if (byteSize > MAX_OUTPUT) child.stdout.destroy(tooMuch("The file list", MAX_OUTPUT));
  });
  const ended = once(child, "close");
  ended.catch(() => undefined);
  try {
    const [output, [code]] = await Promise.all([buffer(child.stdout), ended]);
    if (code !== 0) throw remoteError(stderr === "" ? `exit ${String(code)}` : stderr);
    return output;
  } finally {
    child.kill("SIGKILL");
  }
}
