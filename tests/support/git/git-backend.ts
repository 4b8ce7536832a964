import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Responds to a request like `git http-backend` for the repositories in a folder, streaming. */
export function gitBackend(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  env: Readonly<Record<string, string>> = {},
): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const { headers } = request;
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      HOME: root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "someone",
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: headers["content-type"],
      HTTP_CONTENT_ENCODING: headers["content-encoding"],
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
      ...env,
    },
  });
  request.pipe(backend.stdin);
  // The backend stops reading when it has enough.
  backend.stdin.on("error", () => undefined);
  let head = Buffer.alloc(0);
  let isBegun = false;
  backend.stdout.on("data", (chunk: Buffer) => {
    if (isBegun) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) return;
    for (const line of head.toString("latin1", 0, end).split("\r\n")) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    isBegun = true;
    response.write(head.subarray(end + 4));
  });
  backend.on("close", () => response.end());
  response.on("close", () => backend.kill());
}
