import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createHotFiles } from "./hot-files.ts";

const SITE = "saaaaaaaaaaaaaaaaaaa";
const POST = `/public/${SITE}/api/posts/one.json`;
const LONG = JSON.stringify({ text: "größe".repeat(1000) });

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

interface Files {
  get(path: string, asked?: Asked): Promise<Response>;
  /** Asks until the answer is one from memory. */
  heat(path: string, asked?: Asked): Promise<Response>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** What is not answered from memory is answered 501. */
async function serveHot(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), "hot-files-"));
  const hot = createHotFiles(folder, { baseUrl: "http://hq.test", log: createLog("silent") });
  const server = createServer((request, response) => {
    if (!hot(request, response)) response.writeHead(501).end();
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
    async heat(path, asked) {
      let answer = await get(path, asked);
      await expect.poll(async () => (answer = await get(path, asked)).status).not.toBe(501);
      return answer;
    },
    async write(path, text) {
      await mkdir(dirname(place(path)), { recursive: true });
      await writeFile(`${place(path)}.new`, text);
      await rename(`${place(path)}.new`, place(path));
    },
    remove: (path) => rm(place(path)),
  };
}

test("a file is left to others at first, and answered from memory when it is asked for again", async () => {
  const files = await serveHot();
  await files.write(POST, LONG);
  expect((await files.get(POST)).status).toBe(501);
  const answer = await files.heat(POST);
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

test("a file that was replaced or removed is never answered as it was", async () => {
  const files = await serveHot();
  for (let round = 0; round < 20; round += 1) {
    const text = `{"n":${100 + round}}`;
    await files.write(POST, text);
    expect((await files.get(POST)).status).toBe(501);
    expect(await (await files.heat(POST)).text()).toBe(text);
  }
  await files.remove(POST);
  expect((await files.get(POST)).status).toBe(501);
});

test("each form has its tag, by which a client that has it is answered 304", async () => {
  const files = await serveHot();
  await files.write(POST, LONG);
  await files.heat(POST);
  for (const encoding of ["identity", "br", "gzip"]) {
    const headers = { "accept-encoding": encoding };
    const answer = await files.heat(POST, { headers });
    expect(await answer.text()).toBe(LONG);
    expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
    const tag = answer.headers.get("etag") ?? "";
    const again = await files.get(POST, { headers: { ...headers, "if-none-match": tag } });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
  }
});

test("HEAD is told the length alone", async () => {
  const files = await serveHot();
  await files.write(POST, LONG);
  await files.heat(POST);
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
] as const)("is left to others, however often: %s %j", async ([path, asked]) => {
  const files = await serveHot();
  for (const name of ["media/0123456789abcdef/a.json", "api/.secret.json", "secret.json"]) {
    await files.write(`/public/${SITE}/${name}`, LONG);
  }
  await files.write(POST, LONG);
  await files.heat(POST);
  for (let round = 0; round < 5; round += 1) {
    expect((await files.get(path, asked)).status).toBe(501);
  }
});
