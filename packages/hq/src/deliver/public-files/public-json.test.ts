import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createPublicJson } from "./public-json.ts";

const SITE = "saaaaaaaaaaaaaaaaaaa";
const POST = `/public/${SITE}/api/posts/one.json`;
const LONG = JSON.stringify({ text: "größe".repeat(1000) });

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

interface Files {
  get(path: string, asked?: Asked): Promise<Response>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Returns the file of a URL path. */
  place(path: string): string;
}

/** Serves a folder. Requests passed on to other handlers return 501. */
async function serveFolder(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), "public-json-"));
  const answer = createPublicJson(folder, { baseUrl: "http://hq.test", log: createLog("silent") });
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(501).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const place = (path: string): string => join(folder, path.replace("/public", ""));
  const get = (path: string, { method = "GET", headers = {} }: Asked = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
    });
  return {
    get,
    async write(path, text) {
      await mkdir(dirname(place(path)), { recursive: true });
      await writeFile(`${place(path)}.new`, text);
      await rename(`${place(path)}.new`, place(path));
    },
    remove: (path) => rm(place(path)),
    place,
  };
}

test("serves a short file from the first request on", async () => {
  const files = await serveFolder();
  await files.write(POST, LONG);
  const answer = await files.get(POST);
  expect([answer.status, await answer.text()]).toEqual([200, LONG]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, max-age=0, must-revalidate",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  const queried = await files.get(`${POST}?v=2`);
  expect(queried.status).toBe(200);
});

test("never serves the old content of a replaced or removed file", async () => {
  const files = await serveFolder();
  for (let round = 0; round < 20; round += 1) {
    const text = `{"n":${100 + round}}`;
    await files.write(POST, text);
    expect(await (await files.get(POST)).text()).toBe(text);
  }
  await files.remove(POST);
  expect((await files.get(POST)).status).toBe(501);
});

test("has a tag for each encoding and returns 304 for it", async () => {
  const files = await serveFolder();
  await files.write(POST, LONG);
  for (const encoding of ["identity", "br", "gzip"]) {
    const headers = { "accept-encoding": encoding };
    const answer = await files.get(POST, { headers });
    expect(await answer.text()).toBe(LONG);
    expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
    const tag = answer.headers.get("etag") ?? "";
    const again = await files.get(POST, { headers: { ...headers, "if-none-match": tag } });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
  }
});

test("returns only the length for HEAD", async () => {
  const files = await serveFolder();
  await files.write(POST, LONG);
  const head = await files.get(POST, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    String(Buffer.byteLength(LONG)),
    "",
  ]);
});

test.for([
  [`/public/${SITE}/media/0123456789abcdef/a.json`, {}],
  [`/public/${SITE}/api/.secret.json`, {}],
  [`/public/${SITE}/api/..%2Fsecret.json`, {}],
  [`/public/${SITE}/secret.json`, {}],
  [`/public/${SITE}/api/%E0%A4%A.json`, {}],
  [POST, { method: "PUT" }],
  [POST, { method: "OPTIONS" }],
  [POST, { headers: { "if-match": '"x"' } }],
] as const)("passes on repeatedly: %s %j", async ([path, asked]) => {
  const files = await serveFolder();
  for (const name of ["media/0123456789abcdef/a.json", "api/.secret.json", "secret.json"]) {
    await files.write(`/public/${SITE}/${name}`, LONG);
  }
  await files.write(POST, LONG);
  for (let round = 0; round < 5; round += 1) {
    expect((await files.get(path, asked)).status).toBe(501);
  }
});

test("passes on a file above 256 KB for streaming", async () => {
  const files = await serveFolder();
  await files.write(POST, `"${"a".repeat(256 * 1024 - 2)}"`);
  expect((await files.get(POST)).status).toBe(200);
  await files.write(POST, `"${"a".repeat(256 * 1024 - 1)}"`);
  expect((await files.get(POST)).status).toBe(501);
});

test("passes on what is not a file without blocking", async () => {
  const files = await serveFolder();
  await files.write(POST, LONG);
  const pipe = `/public/${SITE}/api/posts/two.json`;
  execFileSync("mkfifo", [files.place(pipe)]);
  expect((await files.get(pipe)).status).toBe(501);
  expect((await files.get(`/public/${SITE}/api/posts`)).status).toBe(501);
});
