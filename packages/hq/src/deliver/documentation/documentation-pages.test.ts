import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import express from "express";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { encodedEtag } from "../../platform/http/encoded-etag.ts";
import { guardUrl } from "../../platform/http/guard-request.ts";
import { problemHandler } from "../../platform/http/send-problem.ts";
import { documentationPages } from "./documentation-pages.ts";

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

const SITE = {
  "index.html": '<link href="/loam-docs-base/_astro/a.css"><script>run()</script>',
  "404.html": "<h1>Not here</h1><script>other()</script>",
  "how-to/deploy/index.html": '<a href="/loam-docs-base/errors/">Deploy</a>',
  "_astro/search.Ab3dEf78.js": "const base = `/loam-docs-base/`;",
  "_astro/a.css": "a{}",
  "pagefind/wasm.en.pagefind": Buffer.from([0, 0xff, 1]),
  ".hidden": "secret",
  "long.html": "x".repeat(9000),
};

async function serve(site?: Readonly<Record<string, string | Buffer>>, path = ""): Promise<Ask> {
  const origin = await start(site, path);
  return (address, init) => fetch(origin + address, { redirect: "manual", ...init });
}

/** Serves a built site, next to a file that isn't part of it. */
async function start(
  site: Readonly<Record<string, string | Buffer>> = SITE,
  basePath = "",
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "loam-docs-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  await writeFile(join(parent, "secret.html"), "secret");
  const folder = join(parent, "docs");
  for (const [name, content] of Object.entries(site)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const app = express().disable("etag");
  app.use(guardUrl, encodedEtag, documentationPages({ folder, basePath }));
  app.use((_request, response) => void response.status(418).send("passed on"));
  app.use(problemHandler(pino({ level: "silent" })));
  const server = createServer(app).listen(0);
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return `http://127.0.0.1:${port}`;
}

test("pages, and every name of the site's URL in them, are below HQ's path", async () => {
  const ask = await serve(SITE, "/cms");
  const page = await ask("/docs/how-to/deploy/");
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(await page.text()).toBe('<a href="/cms/docs/errors/">Deploy</a>');
  expect(await (await ask("/docs/")).text()).toContain('href="/cms/docs/_astro/a.css"');
  const script = await ask("/docs/_astro/search.Ab3dEf78.js");
  expect(await script.text()).toBe("const base = `/cms/docs/`;");
  const atRoot = await serve();
  expect(await (await atRoot("/docs/")).text()).toContain('href="/docs/_astro/a.css"');
});

test.each(["/docs", "/docs/how-to/deploy"])("%s leads to the page", async (path) => {
  for (const basePath of ["", "/cms"]) {
    const answer = await (await serve(SITE, basePath))(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, `${basePath}${path}/`]);
  }
});

test.each([
  "/docs/nothing/",
  "/docs/nothing.js",
  "/docs/how-to/",
  "/docs/index.html/",
  "/docs/.hidden",
  "/docs//evil.example",
  "/docs/..%2fsecret.html",
  "/docs/how-to/..%2f..%2f..%2fsecret.html",
  "/docs/..%5csecret.html",
  "/docs/C:%5csecret.html",
])("%s is the site's page for what isn't there", async (path) => {
  const answer = await (await serve())(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("Not here");
  expect(answer.headers.get("content-security-policy")).toContain(hashOf("other()"));
});

// fetch would resolve these paths itself.
test.each(["/docs/../secret.html", "/docs/%2e%2e/secret.html", "/docs/./index.html"])(
  "%s leads nowhere",
  async (path) => {
    const { hostname, port } = new URL(await start());
    const sent = request({ hostname, port, path, agent: false });
    sent.end();
    const [answer] = await once(sent, "response");
    expect([answer.statusCode, await text(answer)]).toEqual([
      404,
      expect.stringContaining("Not here"),
    ]);
  },
);

test("nothing else is answered, and nothing is written", async () => {
  const ask = await serve();
  expect((await ask("/docsx")).status).toBe(418);
  expect((await ask("/Docs/")).status).toBe(418);
  expect((await ask("/docs/", { method: "POST" })).status).toBe(405);
  expect((await ask("/docs/%00")).status).toBe(400);
  const head = await ask("/docs/", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a page runs the scripts that it was built with, and no others", async () => {
  const policy = (await (await serve())("/docs/")).headers.get("content-security-policy") ?? "";
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts).toBe(`'self' 'wasm-unsafe-eval' ${hashOf("run()")}`);
  expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
});

describe("caches", () => {
  test("ask again for pages, with a strong tag, and keep what has its hash in its name", async () => {
    const ask = await serve();
    const first = await ask("/docs/");
    const tag = first.headers.get("etag") ?? "";
    expect([tag, first.headers.get("cache-control")]).toEqual([
      expect.stringMatching(/^"[\w-]{43}"$/),
      "no-cache",
    ]);
    const again = await ask("/docs/", { headers: { "if-none-match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const kept = await ask("/docs/_astro/a.css");
    expect(kept.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const index = await ask("/docs/pagefind/wasm.en.pagefind");
    expect([index.headers.get("content-type"), index.headers.get("cache-control")]).toEqual([
      "application/octet-stream",
      "no-cache",
    ]);
    expect(new Uint8Array(await index.arrayBuffer())).toEqual(new Uint8Array([0, 0xff, 1]));
  });

  test("have another tag for the compressed page", async () => {
    const ask = await serve();
    const plain = await ask("/docs/long.html", { headers: { "accept-encoding": "identity" } });
    const gzip = await ask("/docs/long.html", { headers: { "accept-encoding": "gzip" } });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gzip.headers.get("etag")).toBe(plain.headers.get("etag")?.replace(/"$/, '-gzip"'));
    expect(gzip.headers.get("vary")).toBe("Accept-Encoding");
  });
});

test("where it wasn't built, every address says so", async () => {
  const ask = await serve({ "robots.txt": "" });
  for (const path of ["/docs", "/docs/", "/docs/how-to/deploy/", "/docs/robots.txt"]) {
    const answer = await ask(path);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await answer.json()).toMatchObject({
      status: 404,
      code: "not_found",
      detail: "The documentation is not built. Run npm run build.",
    });
  }
});

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
