import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { serve } from "../serve.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { gitBackend } from "./git-backend.ts";

export const FORGE_TOKEN = "forge-token-of-the-test";

/** A remote repository over HTTP: real Git serves it to clients with the token. */
export interface ForgeRepository {
  /** Without a credential. */
  readonly url: string;
  /** Includes a developer's credential. */
  readonly cloneUrl: string;
  readonly gitDir: string;
  readonly host: string;
  /** Method, path, and query of each request. */
  readonly seen: string[];
  /** Intercepts a request; false passes it on to Git. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Runs Git in the repository, and returns its output. */
  readonly git: (...args: readonly string[]) => string;
  /** Refuses pushes to a branch with a Git host's message. */
  readonly protect: (branch: string) => void;
}

/** Serves an empty repository until the test ends. */
export async function startForgeRepository(
  path = "team/site.git",
  api?: RequestListener,
): Promise<ForgeRepository> {
  const root = await temporaryFolder("forge");
  const gitDir = join(root, path);
  execFileSync("git", ["init", "--bare", "--quiet", "--initial-branch=main", gitDir]);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", gitDir, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
    });
  git("config", "http.receivepack", "true");
  const seen: string[] = [];
  const forge: Pick<ForgeRepository, "intercept"> = { intercept: () => false };
  const address = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (forge.intercept(request, response)) return;
    if (api !== undefined && request.url?.startsWith("/api/") === true) api(request, response);
    else if (isKnown(request)) gitBackend(root, request, response);
    else response.writeHead(401, { "www-authenticate": 'Basic realm="forge"' }).end();
  });
  const url = new URL(`/${path}`, address).href;
  return {
    url,
    cloneUrl: url.replace("://", `://any:${FORGE_TOKEN}@`),
    gitDir,
    host: address.origin,
    seen,
    get intercept() {
      return forge.intercept;
    },
    set intercept(value) {
      forge.intercept = value;
    },
    git,
    protect(branch) {
      const hook = join(gitDir, "hooks/update");
      const said = `echo "error: GH006: Protected branch update failed for $1." >&2`;
      const rule = `[ "$1" = "refs/heads/${branch}" ] && { ${said}; exit 1; }`;
      writeFileSync(hook, `#!/bin/sh\n${rule}\nexit 0\n`);
      chmodSync(hook, 0o755);
    },
  };
}

function isKnown({ headers }: IncomingMessage): boolean {
  const [, given = ""] = (headers.authorization ?? "").split(" ");
  return Buffer.from(given, "base64").toString().endsWith(`:${FORGE_TOKEN}`);
}
