import { execFileSync, spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { serve } from "../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";

export const GIT_PASSWORD = "loam_wrk_of_the_test";

/** A bare repository, and git itself that serves it over HTTP for one password. */
export interface GitServer {
  readonly url: string;
  /** The address without the path of the repository. */
  readonly hqUrl: string;
  readonly repository: string;
  /** The authorisation of each request. */
  readonly seen: (string | undefined)[];
  readonly git: (...args: readonly string[]) => string;
  /** Keeps a file. @returns its id */
  readonly store: (text: string) => string;
  /** Makes these files, whatever they are, the first commit of `main`. */
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
  const feed = (args: readonly string[], input: string): string =>
    execFileSync("git", ["-C", repository, ...args], { input, encoding: "utf8" }).trim();
  execFileSync("git", ["init", "--bare", "--quiet", "--initial-branch=main", repository]);
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.org");
  git("config", "http.receivepack", "true");
  const seen: (string | undefined)[] = [];
  const address = await serve((request, response) => {
    seen.push(request.headers.authorization);
    void answer(root, request, response);
  });
  return {
    url: new URL(join("/", folder, "skills.git"), address).href,
    hqUrl: address.origin,
    repository,
    seen,
    git,
    store: (text) => feed(["hash-object", "-w", "--stdin"], text),
    commit: (entries) => {
      feed(
        ["update-index", "--add", "-z", "--index-info"],
        entries.map(([mode, oid, path]) => `${mode} ${oid}\t${path}\0`).join(""),
      );
      const commit = git("commit-tree", "-m", "Made", git("write-tree").trim());
      git("update-ref", "refs/heads/main", commit.trim());
    },
  };
}

async function answer(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, given = ""] = (request.headers.authorization ?? "").split(" ");
  if (Buffer.from(given, "base64").toString() !== `loam:${GIT_PASSWORD}`) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="test"' }).end();
    return;
  }
  const url = new URL(request.url ?? "/", "http://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "loam",
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"],
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(backend.stdin);
  const output = await buffer(backend.stdout);
  const end = output.indexOf("\r\n\r\n");
  for (const line of output.toString("latin1", 0, end).split("\r\n")) {
    const [name = "", value = ""] = line.split(": ");
    if (name === "Status") response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(output.subarray(end + 4));
}
