import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, isCmsError } from "@loam/cms-core";
import { askGit, type RunGitOptions, streamGit } from "@loam/cms-core/git/program";
import type { GitRemote, OpenRemoteOptions } from "./remote-copy.ts";
import { remoteError, tooMuch } from "./remote-error.ts";

/** For access to a remote, in addition to the settings of every Git process. */
const REMOTE_CONFIG = [
  "fetch.fsckObjects=true",
  "transfer.bundleURI=false",
  "http.followRedirects=false",
  "credential.helper=",
];

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
 * Opens Git for the repository `gitDir` and one remote. User and system configuration have no effect, and only the
 * scheme of the remote's URL is allowed.
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
  const options = {
    env: {
      ...networkSettings(),
      GIT_ALLOW_PROTOCOL: scheme,
      ...(password !== undefined && (await askPass(gitDir, password))),
    },
    // Git itself waits indefinitely for a silent server.
    config: [...REMOTE_CONFIG, "http.lowSpeedLimit=1", `http.lowSpeedTime=${stallSeconds}`],
  };
  return {
    run: async (args, ends) => {
      const signals = [signal, ends].filter((one) => one !== undefined);
      return runGit(gitDir, args, { ...options, signal: AbortSignal.any(signals) });
    },
    feed: async (args, input) =>
      feedGit(gitDir, args, { ...options, input, ...(signal && { signal }) }),
  };
}

function networkSettings(): Record<string, string> {
  const set = NETWORK.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** Git runs a script for the password, which reads it from the environment; only this user can read that. */
async function askPass(gitDir: string, password: string): Promise<Record<string, string>> {
  const program = join(gitDir, "askpass");
  await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$LOAM_GIT_PASSWORD"\n', { mode: 0o700 });
  await chmod(program, 0o700);
  return { GIT_ASKPASS: program, LOAM_GIT_PASSWORD: password };
}

async function runGit(
  gitDir: string,
  args: readonly string[],
  options: RunGitOptions & { readonly signal: AbortSignal },
): Promise<string> {
  try {
    const { exitCode, stdout, stderr } = await askGit(gitDir, args, options);
    if (exitCode === 0) return stdout;
    const reason = stderr === "" ? `exit ${exitCode}` : stderr.slice(-MAX_STDERR);
    // A push prints the reason of a rejection on standard output.
    throw remoteError(reason, new Error(stdout.slice(-MAX_STDERR)));
  } catch (error) {
    options.signal.throwIfAborted();
    throw error;
  }
}

async function feedGit(
  gitDir: string,
  args: readonly string[],
  { input, ...options }: RunGitOptions & { readonly input: Uint8Array },
): Promise<Buffer> {
  const output: Uint8Array[] = [];
  let byteSize = 0;
  try {
    for await (const chunk of streamGit(gitDir, args, input, options)) {
      output.push(chunk);
      byteSize += chunk.length;
      // A few folders that name each other give a listing of a billion lines.
      if (byteSize > MAX_OUTPUT) throw tooMuch("The file list", MAX_OUTPUT);
    }
    return Buffer.concat(output);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw isCmsError(error) && error.code === "git_failed" ? fromProgram(error) : error;
  }
}

/** Converts Git's own message to what it means for the remote. */
function fromProgram({ details, cause }: CmsError): CmsError {
  const { stderr } = details;
  const reason = cause instanceof Error ? cause.message : "";
  return remoteError(typeof stderr === "string" && stderr !== "" ? stderr : reason, cause);
}
