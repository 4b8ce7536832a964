import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../temporary-folder.ts";

const run = promisify(execFile);

/** Result of a Git command. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  /** Includes the server's messages. */
  readonly stderr: string;
}

/** Runs Git in a folder, ignoring this machine's configuration. */
export async function git(folder: string, ...args: readonly string[]): Promise<GitAnswer> {
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.test"];
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
  try {
    const said = await run("git", [...who, ...args], { cwd: folder, env });
    return { ok: true, ...said };
  } catch (error) {
    if (!(error instanceof Error) || !("stderr" in error)) throw error;
    return { ok: false, stdout: "", stderr: String(error.stderr) };
  }
}

/** Clones to a new folder with `main` checked out, even from a repository without commits. */
export async function cloneMain(remote: string, ...args: readonly string[]): Promise<string> {
  const folder = join(await temporaryFolder("loam-clone"), "clone");
  await mkdir(folder);
  const cloned = await git(folder, "clone", "--quiet", ...args, remote, ".");
  if (!cloned.ok) throw new Error(cloned.stderr);
  await git(folder, "checkout", "--quiet", "-B", "main");
  return folder;
}

/** Writes files, and commits all changes. */
export async function commitFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  message = "Change",
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "--allow-empty", "--message", message);
}
