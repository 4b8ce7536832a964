import { execFileSync } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gitBackend } from "../../../../tests/support/git/git-backend.ts";
import { serve } from "../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";

export const GIT_PASSWORD = "loam_wrk_of_the_test";

/** A bare repository served by Git over HTTP with one password. */
export interface GitServer {
  readonly url: string;
  /** The URL without the path of the repository. */
  readonly hqUrl: string;
  readonly repository: string;
  /** The authorization of each request. */
  readonly seen: (string | undefined)[];
  readonly git: (...args: readonly string[]) => string;
  /** Stores a file. @returns its id */
  readonly store: (text: string) => string;
  /** Stores a folder unchanged, even with names that Git rejects. @returns its id */
  readonly storeTree: (
    entries: readonly (readonly [mode: string, oid: string, name: string])[],
  ) => string;
  /** Commits a tree to `main`. */
  readonly commitTree: (tree: string) => void;
  /** Commits these files, whatever they are, as the first commit of `main`. */
  readonly commit: (
    entries: readonly (readonly [mode: string, oid: string, path: string])[],
  ) => void;
}

/** Serves an empty repository, `<folder>/skills.git`, until the test ends. */
export async function startGitServer(folder: string = "."): Promise<GitServer> {
  const root = await temporaryFolder("git-server");
  const repository = join(root, folder, "skills.git");
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", repository, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: "1", HOME: root },
    });
  const feed = (args: readonly string[], input: string | Uint8Array): string =>
    execFileSync("git", ["-C", repository, ...args], { input, encoding: "utf8" }).trim();
  execFileSync("git", ["init", "--bare", "--quiet", "--initial-branch=main", repository]);
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.org");
  git("config", "http.receivepack", "true");
  const seen: (string | undefined)[] = [];
  const address = await serve((request, response) => {
    seen.push(request.headers.authorization);
    answer(root, request, response);
  });
  const commitTree = (tree: string): void => {
    git("update-ref", "refs/heads/main", git("commit-tree", "-m", "Made", tree).trim());
  };
  return {
    url: new URL(join("/", folder, "skills.git"), address).href,
    hqUrl: address.origin,
    repository,
    seen,
    git,
    store: (text) => feed(["hash-object", "-w", "--stdin"], text),
    storeTree: (entries) => {
      const lines = entries.map(([mode, oid, name]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]),
      );
      const args = ["hash-object", "-w", "-t", "tree", "--literally", "--stdin"];
      return feed(args, Buffer.concat(lines));
    },
    commitTree,
    commit: (entries) => {
      feed(
        ["update-index", "--add", "-z", "--index-info"],
        entries.map(([mode, oid, path]) => `${mode} ${oid}\t${path}\0`).join(""),
      );
      commitTree(git("write-tree").trim());
    },
  };
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [, given = ""] = (request.headers.authorization ?? "").split(" ");
  if (Buffer.from(given, "base64").toString() !== `loam:${GIT_PASSWORD}`) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="test"' }).end();
    return;
  }
  gitBackend(root, request, response);
}
