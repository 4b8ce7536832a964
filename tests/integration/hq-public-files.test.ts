import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { publicHeaders } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { runHq } from "../support/hq/running-hq.ts";
import { rawRequest, type RawRequestOptions, type RawResponse } from "../support/raw-request.ts";
import { startS3Server } from "../support/s3/s3-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const SITE = "saaaaaaaaaaaaaaaaaaa";
const LIST = JSON.stringify({ contents: "x".repeat(5000) });
const PIXELS = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 251));
const MEDIA = `${SITE}/media/${createHash("sha256").update(PIXELS).digest("hex").slice(0, 16)}`;

interface Files {
  get(path: string, options?: RawRequestOptions): Promise<RawResponse>;
  readonly write: (path: string, bytes: string | Uint8Array) => Promise<void>;
}

/** Puts a file where HQ serves it from. */
type Write = Files["write"];

/** Supported storages, as environment variables. */
const PLACES = {
  folder: async (): Promise<{ env: Record<string, string>; write: Write }> => {
    const folder = await temporaryFolder("public");
    return {
      env: { LOAM_PUBLIC_STORAGE: `file:${folder}` },
      async write(path, bytes) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(`${file}.new`, bytes);
        await rename(`${file}.new`, file);
      },
    };
  },
  bucket: async (): Promise<{ env: Record<string, string>; write: Write }> => {
    const server = await startS3Server();
    const bucket = server.bucket("public");
    return {
      env: { ...server.env, LOAM_PUBLIC_STORAGE: server.url("public") },
      async write(path, bytes) {
        const mediaType = path.includes("/media/") ? TYPES[extname(path)] : undefined;
        await bucket.put(path, Buffer.from(bytes), publicHeaders(path, mediaType));
      },
    };
  },
} as const;

const TYPES: Readonly<Record<string, string>> = {
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
  ".html": "text/html",
  ".pdf": "application/pdf",
};

const accepting = (coding: string) => ({ headers: { "accept-encoding": coding } });

describe.for(["folder", "bucket"] as const)("from a %s", (kind) => {
  /** Starts a server with some public files, and some next to them that must stay private. */
  async function serveFiles(): Promise<Files> {
    const { env, write } = await PLACES[kind]();
    const { url } = await runHq({ env });
    await write(`${SITE}/api/posts.json`, LIST);
    await write(`${SITE}/api/posts/größe.json`, "{}");
    await write(`${SITE}/api/posts/v1.2.json`, "{}");
    await write(`${SITE}/.stage/secret.json`, "canary");
    await write(`${SITE}/api/.secret.json`, "canary");
    await write(`${SITE}/secret.json`, "canary");
    await write("secret.json", "canary");
    await write("api/secret.json", "canary");
    for (const name of ["photo.webp", "drawing.svg", "page.html", "paper.pdf"]) {
      await write(`${MEDIA}/${name}`, PIXELS);
    }
    return { get: (path, options) => rawRequest(url, `/public/${path}`, options), write };
  }

  const asIs = accepting("identity");

  describe("published JSON", () => {
    test("is served complete to every origin with revalidation", async () => {
      const files = await serveFiles();
      const { status, headers, body } = await files.get(`${SITE}/api/posts.json`, asIs);
      expect([status, body.toString()]).toEqual([200, LIST]);
      expect(headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "content-length": String(LIST.length),
        "cache-control": "public, max-age=0, must-revalidate",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
        vary: "Accept-Encoding",
        etag: expect.stringMatching(/^"[^"]+"$/),
      });
      expect(headers).not.toHaveProperty("x-powered-by");
      expect(headers).not.toHaveProperty("accept-ranges");
    });

    test.for(Object.entries(UNPACK))(
      "is compressed with %s and a separate ETag",
      async ([encoding, decompress]) => {
        const files = await serveFiles();
        const plain = await files.get(`${SITE}/api/posts.json`, asIs);
        const packed = await files.get(`${SITE}/api/posts.json`, accepting(encoding));
        expect(packed.headers["content-encoding"]).toBe(encoding);
        expect(decompress(packed.body).toString()).toBe(LIST);
        expect(packed.headers["etag"]).not.toBe(plain.headers["etag"]);

        for (const tag of [plain.headers["etag"], packed.headers["etag"]]) {
          const again = await files.get(`${SITE}/api/posts.json`, {
            headers: { "accept-encoding": encoding, "if-none-match": String(tag) },
          });
          expect([again.status, again.headers["etag"], again.body.length]).toEqual([304, tag, 0]);
        }
      },
    );

    test.for(["identity", "br", "gzip"])("is equal on repeated requests: %s", async (encoding) => {
      const files = await serveFiles();
      const asked = accepting(encoding);
      const seen = new Set<string>();
      for (let round = 0; round < 12; round += 1) {
        const { status, headers, body } = await files.get(`${SITE}/api/posts.json`, asked);
        expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
        // Framing and the compression level can differ.
        const same = Object.keys(headers)
          .filter((name) => !/^(?:date|x-request-id|content-length|transfer-encoding)$/.test(name))
          .map((name) => `${name}: ${String(headers[name])}`)
          .toSorted((a, b) => a.localeCompare(b));
        seen.add(JSON.stringify([status, same, (UNPACK[encoding]?.(body) ?? body).toString()]));
        await pause(5);
      }
      expect([...seen]).toHaveLength(1);
    });

    test("returns 304 to fetch with no-cache", async () => {
      const files = await serveFiles();
      const { headers } = await files.get(`${SITE}/api/posts.json`, asIs);
      const again = await files.get(`${SITE}/api/posts.json`, {
        headers: { "if-none-match": String(headers["etag"]), "cache-control": "no-cache" },
      });
      expect(again.status).toBe(304);
    });

    test("has a new ETag after each replacement, even with the same length", async () => {
      const files = await serveFiles();
      const tags = new Set<unknown>();
      for (let round = 0; round < 20; round += 1) {
        await files.write(`${SITE}/api/posts.json`, `{"n":${100 + round}}`);
        tags.add((await files.get(`${SITE}/api/posts.json`, asIs)).headers["etag"]);
      }
      expect(tags.size).toBe(20);
    });

    test("supports HEAD and refuses other methods", async () => {
      const files = await serveFiles();
      const head = await files.get(`${SITE}/api/posts.json`, { method: "HEAD", ...asIs });
      expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
        200,
        String(LIST.length),
        0,
      ]);
      const put = await files.get(`${SITE}/api/posts.json`, { method: "PUT" });
      expect([put.status, put.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
      const options = await files.get(`${SITE}/api/posts.json`, { method: "OPTIONS" });
      expect([options.status, options.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
    });

    test.for(["gr%C3%B6%C3%9Fe.json", "v1.2.json"])("is found by slug: %s", async (name) => {
      const files = await serveFiles();
      expect((await files.get(`${SITE}/api/posts/${name}`)).status).toBe(200);
    });
  });

  describe("media", () => {
    test("never change under their URL and execute nothing", async () => {
      const files = await serveFiles();
      const { status, headers, body } = await files.get(`${MEDIA}/photo.webp`);
      expect([status, body.equals(PIXELS)]).toEqual([200, true]);
      expect(headers).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "accept-ranges": "bytes",
      });
      expect(headers).not.toHaveProperty("content-encoding");
      expect(headers).not.toHaveProperty("content-disposition");
    });

    test("that could execute are downloaded", async () => {
      const files = await serveFiles();
      for (const name of ["drawing.svg", "page.html", "paper.pdf"]) {
        const { headers } = await files.get(`${MEDIA}/${name}`, accepting("br, gzip"));
        expect([name, headers["content-disposition"]]).toEqual([name, "attachment"]);
        expect(headers).not.toHaveProperty("content-encoding");
      }
    });

    test("are not served if their bytes differ from the published ones", async () => {
      const files = await serveFiles();
      await files.write(`${MEDIA}/photo.webp`, Buffer.from(PIXELS).fill(1, 100, 116));
      for (const headers of [{}, { range: "bytes=10-19" }]) {
        const { status, body } = await files.get(`${MEDIA}/photo.webp`, { headers });
        expect([status, JSON.parse(body.toString()).code]).toEqual([503, "media_damaged"]);
      }
    });

    test("MED-16 support ranges", async () => {
      const files = await serveFiles();
      const part = await files.get(`${MEDIA}/photo.webp`, { headers: { range: "bytes=10-19" } });
      expect([part.status, part.headers["content-range"]]).toEqual([206, "bytes 10-19/3000"]);
      expect(part.body.equals(PIXELS.subarray(10, 20))).toBe(true);
      const beyond = await files.get(`${MEDIA}/photo.webp`, { headers: { range: "bytes=9999-" } });
      expect(beyond.status).toBe(416);
      expect(beyond.headers["content-type"]).toBe("application/problem+json");
    });
  });

  describe("unpublished files", () => {
    test("are not found by any path", async () => {
      const files = await serveFiles();
      for (const path of [
        "",
        SITE,
        `${SITE}/`,
        `${SITE}/api`,
        `${SITE}/api/`,
        `${SITE}/api/posts`,
        `${SITE}/api/posts/`,
        `${SITE}/secret.json`,
        `${SITE}/.stage/secret.json`,
        `${SITE}/api/.secret.json`,
        `${SITE}/api/%2Esecret.json`,
        "secret.json",
        "api/secret.json",
        `${SITE}/api/../secret.json`,
        `${SITE}/api/..%2Fsecret.json`,
        `${SITE}/api/%2e%2e/secret.json`,
        `${SITE}/api/%2e%2e%2fsecret.json`,
        `${SITE}/api/..%5Csecret.json`,
        `${SITE}/api/%252e%252e/secret.json`,
        `${SITE}/api/../../../hq.db`,
        `${SITE}/api/..%2f..%2f..%2fhq.db`,
        `${SITE}/media/../../../format.json`,
        `../format.json`,
        `%2e%2e/format.json`,
        `${SITE}/api//../secret.json`,
        `${SITE.toUpperCase()}/api/posts.json`,
      ]) {
        const { status, headers, body } = await files.get(path);
        expect([path, status, headers["location"]]).toEqual([path, 404, undefined]);
        expect(JSON.parse(body.toString())).toMatchObject({ code: "not_found" });
        expect(body.toString()).not.toMatch(/canary|SQLite|loamData/);
      }
    });

    test("are refused for impossible names", async () => {
      const files = await serveFiles();
      for (const [path, expected] of [
        [`${SITE}/api/%00.json`, 400],
        [`${SITE}/api/%E0%A4%A.json`, 400],
        [`${SITE}/api/${"x".repeat(8200)}.json`, 414],
        [`${SITE}/api/${"x".repeat(300)}.json`, 404],
      ] as const) {
        const { status, body } = await files.get(path);
        expect({ path, status }).toEqual({ path, status: expected });
        // Nor is the files' location revealed.
        expect(body.toString()).not.toMatch(/ENAMETOOLONG|\/(?:public|loam-s3)-/);
      }
    });
  });
});
