import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryFolder } from "../temporary-folder.ts";

interface Proxied {
  /** The public port. */
  readonly port: number;
  /** Port of HQ. */
  readonly hqPort: number;
  /** For example `/loam`. */
  readonly path: string;
  /** Whether the path is removed from requests to HQ. */
  readonly strips: boolean;
}

/** Whether nginx is installed; otherwise our own proxy is used. */
export const hasNginx: boolean = spawnSync("nginx", ["-v"]).status === 0;

/** Starts a web server that proxies everything below a path to HQ: nginx if installed. */
export async function startPathProxy(
  proxied: Proxied,
  onEnd: (end: () => Promise<void>) => void,
): Promise<void> {
  await (hasNginx ? startNginx : startOwn)(proxied, onEnd);
}

async function startNginx(
  { port, hqPort, path, strips }: Proxied,
  onEnd: (end: () => Promise<void>) => void,
): Promise<void> {
  const folder = await temporaryFolder("loam-nginx", onEnd);
  mkdirSync(join(folder, "tmp"));
  const file = join(folder, "nginx.conf");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  ${places.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location ${path}/ {
      proxy_pass http://127.0.0.1:${hqPort}${strips ? "/" : ""};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_request_buffering off;
      proxy_buffering off;
    }
    location / { return 404; }
  }
}
`,
  );
  const nginx = spawn("nginx", ["-e", join(folder, "error.log"), "-c", file], { stdio: "ignore" });
  const ended = once(nginx, "exit");
  onEnd(async () => {
    nginx.kill("SIGTERM");
    await ended;
  });
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return;
    await delay(50);
  }
  throw new Error("nginx does not answer.");
}

async function startOwn(
  { port, hqPort, path, strips }: Proxied,
  onEnd: (end: () => Promise<void>) => void,
): Promise<void> {
  const server = createServer((request, response) => {
    const { url = "", method, headers } = request;
    if (!url.startsWith(`${path}/`)) {
      response.writeHead(404).end();
      return;
    }
    const to = strips ? url.slice(path.length) : url;
    const sent = ask({ port: hqPort, host: "127.0.0.1", path: to, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  }).listen(port, "127.0.0.1");
  onEnd(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
}
