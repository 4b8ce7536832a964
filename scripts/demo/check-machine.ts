import { execFile } from "node:child_process";
import { once } from "node:events";
import { access, constants, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { DemoError } from "./demo-error.ts";
import type { DemoSettings } from "./read-settings.ts";

/**
 * Checks for problems that would stop the demo later, before anything is created.
 *
 * @throws DemoError if git is missing, a port is in use, or the folder isn't writable.
 */
export async function checkMachine({ hqPort, sitePort, folder }: DemoSettings): Promise<void> {
  await checkGit();
  if (hqPort === sitePort) throw new DemoError("LOAM_PORT and LOAM_SITE_PORT must differ.");
  await checkPort(hqPort, "LOAM_PORT");
  await checkPort(sitePort, "LOAM_SITE_PORT");
  await checkFolder(folder);
}

async function checkGit(): Promise<void> {
  try {
    await promisify(execFile)("git", ["--version"]);
  } catch {
    throw new DemoError("git was not found. Install it (https://git-scm.com) and run this again.");
  }
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new DemoError(
      `${folder} cannot be made or written to. Check its owner and permissions, or choose another with --folder.`,
    );
  }
}

async function checkPort(port: number, variable: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    throw new DemoError(
      isTaken(error)
        ? `Port ${port} is in use. Stop what listens there, or choose another with ${variable}=<port>.`
        : `Port ${port} cannot be used: ${String(error)}`,
    );
  } finally {
    server.close();
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
