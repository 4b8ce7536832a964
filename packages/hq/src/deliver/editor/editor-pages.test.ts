import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { editorPages } from "./editor-pages.ts";

const VISIT = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** Serves a dashboard; without `page`, one that was not built. */
async function serve(
  page?: string,
  basePath = "",
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const folder = await mkdtemp(join(tmpdir(), "loam-editor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/main-1a2b.js"), "run()");
  if (page !== undefined) await writeFile(join(folder, "index.html"), page);
  const app = express();
  app.use(editorPages({ folder, mediaUrl: "https://media.example.test/public", basePath }));
  app.use((_request, response) => void response.status(404).send("passed on"));
  const server = createServer(app).listen(0);
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return (path, init) =>
    fetch(`http://127.0.0.1:${String(port)}${path}`, { headers: VISIT, ...init });
}

const PAGE = '<meta property="csp-nonce" nonce="{{nonce}}">';

describe("the page of the dashboard", () => {
  test("has a new nonce each time and a policy without inline scripts", async () => {
    const ask = await serve(PAGE);
    const nonces = new Set<string>();
    for (const path of ["/", "/sites/s1/entries", "/setup/loam_setup_x"]) {
      const response = await ask(path);
      const policy = response.headers.get("content-security-policy") ?? "";
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect(await response.text()).toContain(`nonce="${nonce}"`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("img-src 'self' blob: data: https://media.example.test;");
      expect(policy).not.toContain("unsafe");
      expect(response.headers.get("cache-control")).toBe("no-store");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test.each([
    ["/api/manage/nothing", {}],
    ["/public/s1/api/posts.json", {}],
    ["/git/s1.git", {}],
    ["/metrics", {}],
    ["/assets/gone.js", {}],
    ["/assets/..%2findex.html", {}],
    ["/sites/s1", { headers: { accept: "application/json" } }],
    ["/sites/s1", { headers: { accept: "*/*" } }],
    ["/sites/s1", { method: "POST" }],
  ] satisfies [string, RequestInit][])("is not returned for %s %o", async (path, init) => {
    const ask = await serve(PAGE);
    expect(await (await ask(path, init)).text()).toMatch(/passed on/);
  });

  test.each(["*/*", "text/html", "application/json", "text/plain;q=0.5", "image/webp", ""])(
    "is returned at / for a client that accepts %s",
    async (accept) => {
      const ask = await serve(PAGE);
      for (const method of ["GET", "HEAD"]) {
        const answer = await ask("/", { method, headers: { accept } });
        expect([answer.status, answer.headers.get("content-type")]).toEqual([
          200,
          "text/html; charset=utf-8",
        ]);
      }
    },
  );

  test("refers to its files and itself below a base path", async () => {
    const page = [
      '<meta name="loam-base" content="{{base}}" />',
      '<link rel="icon" href="./mark.svg" /><script src="./assets/a.js"></script>',
      '<a href="https://example.test/">x</a>',
    ];
    const text = async (basePath: string): Promise<string> =>
      (await (await serve(page.join(""), basePath))("/sites/s1")).text();
    expect(await text("/cms/a")).toBe(
      '<meta name="loam-base" content="/cms/a" /><link rel="icon" href="/cms/a/mark.svg" /><script src="/cms/a/assets/a.js"></script><a href="https://example.test/">x</a>',
    );
    expect(await text("")).toContain('content="" /><link rel="icon" href="/mark.svg" />');
  });

  test("is passed on if the dashboard was not built", async () => {
    const ask = await serve();
    expect((await ask("/")).status).toBe(404);
  });
});

test("lets browsers cache its files for a year", async () => {
  const ask = await serve(PAGE);
  const response = await ask("/assets/main-1a2b.js");
  expect([response.status, await response.text()]).toEqual([200, "run()"]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});
