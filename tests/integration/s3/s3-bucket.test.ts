import { createHash } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import { createS3Bucket, etagOf, parseS3Url, PART_BYTES, type S3Bucket } from "@loam/cms-core/s3";
import { describe, expect, test } from "vitest";
import { startS3Server } from "../../support/s3/s3-server.ts";

async function keysOf(bucket: S3Bucket, prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  return keys.toSorted();
}

describe("a bucket", () => {
  test("returns stored objects with their headers", async () => {
    const server = await startS3Server();
    const bucket = server.bucket("sites/one");
    const headers = {
      contentType: "image/svg+xml",
      cacheControl: "public, max-age=0",
      contentDisposition: "attachment",
    };
    const { etag } = await bucket.put("media/héllo (1).svg", Buffer.from("<svg/>"), headers);

    const sha256 = createHash("sha256").update("<svg/>").digest("hex");
    const info = { ...headers, etag, sha256, byteSize: 6 };
    expect(await bucket.head("media/héllo (1).svg")).toEqual(info);
    const { body, ...rest } = await bucket.get("media/héllo (1).svg");
    expect([await text(body), rest]).toEqual(["<svg/>", info]);
    expect(etag).toBe(await etagOf([Buffer.from("<svg/>")]));
    expect(await keysOf(bucket)).toEqual(["media/héllo (1).svg"]);
    expect(await keysOf(server.bucket())).toEqual(["sites/one/media/héllo (1).svg"]);
  });

  test("reads a range and reports missing ranges and objects", async () => {
    const bucket = (await startS3Server()).bucket();
    await bucket.put("a", Buffer.from("0123456789"));
    expect(await text((await bucket.get("a", { start: 2, end: 4 })).body)).toBe("234");
    await expect(bucket.get("a", { start: 10, end: 12 })).rejects.toMatchObject({
      code: "range_not_satisfiable",
    });
    await expect(bucket.get("b")).rejects.toMatchObject({ code: "not_found" });
    expect(await bucket.head("b")).toBeUndefined();
  });

  test("uploads long bodies in parts and leaves nothing of a broken one", async () => {
    const server = await startS3Server();
    const bucket = server.bucket("p");
    const part = Buffer.alloc(1_000_000, "x");
    const body = async function* (): AsyncGenerator<Buffer> {
      for (let n = 0; n < 17; n += 1) yield part;
    };
    await bucket.put("long", body(), { contentType: "video/mp4" });
    expect(await bucket.head("long")).toMatchObject({
      byteSize: 17_000_000,
      contentType: "video/mp4",
    });
    const stored = server.requests.filter(({ query }) => query.has("partNumber"));
    expect(stored.map(({ headers }) => Number(headers["content-length"]))).toEqual([
      PART_BYTES,
      PART_BYTES,
      17_000_000 - 2 * PART_BYTES,
    ]);
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield* body();
      throw new Error("the reader broke");
    };
    await expect(bucket.put("broken", broken())).rejects.toThrow("the reader broke");
    expect(await bucket.head("broken")).toBeUndefined();
    expect(server.requests.at(-2)?.method).toBe("DELETE");
  });

  test("stores a body of exactly one part and an empty one in one request", async () => {
    const server = await startS3Server();
    const bucket = server.bucket();
    await bucket.put("full", Buffer.alloc(PART_BYTES));
    await bucket.put("empty", []);
    expect(server.requests.map(({ method }) => method)).toEqual(["PUT", "PUT"]);
    expect((await buffer((await bucket.get("empty")).body)).length).toBe(0);
  });

  test("lists and deletes more than a page", async () => {
    const server = await startS3Server({ pageSize: 20 });
    const bucket = server.bucket("many");
    const names = Array.from({ length: 50 }, (_, n) => `k/${String(n).padStart(4, "0")}`);
    await Promise.all(names.map((name) => bucket.put(name, Buffer.from(name))));
    await server.bucket().put("many-more/x", Buffer.from("of someone else"));
    expect(await keysOf(bucket)).toEqual(names);
    const absent = Array.from({ length: 1000 }, (_, n) => `absent/${n}`);
    await bucket.delete([...absent, ...names]);
    const deletion = server.requests.find(({ query }) => query.has("delete"));
    expect(deletion?.headers).toHaveProperty("content-md5");
    expect(Object.keys(deletion?.headers ?? {}).join()).not.toContain("checksum");
    expect(await keysOf(server.bucket())).toEqual(["many-more/x"]);
  });

  test("copies within a service", async () => {
    const server = await startS3Server();
    const media = server.bucket("media");
    await media.put("ab/ü", Buffer.from("picture"));
    await server.bucket("public").copy(media, "ab/ü", "s1/p.png", { contentType: "image/png" });
    expect(await server.bucket("public/s1").head("p.png")).toMatchObject({
      contentType: "image/png",
      byteSize: 7,
    });
  });

  test.for(["../x", "/x", "a//b", "a/", "", "a/./b", "a\\b", "a\nb", "x".repeat(1025), "\ud800"])(
    "refuses the key %j before sending anything",
    async (key) => {
      const server = await startS3Server();
      const bucket = server.bucket("p");
      const refused = { code: "invalid_path" };
      await expect(bucket.put(key, Buffer.from("x"))).rejects.toMatchObject(refused);
      await expect(bucket.get(key)).rejects.toMatchObject(refused);
      await expect(bucket.head(key)).rejects.toMatchObject(refused);
      expect(server.requests).toEqual([]);
    },
  );
});

describe("a condition", () => {
  test("protects an object changed by others", async () => {
    const bucket = (await startS3Server()).bucket();
    const { etag } = await bucket.put("pointer", Buffer.from("1"), { onlyIf: { absent: true } });
    await expect(
      bucket.put("pointer", Buffer.from("2"), { onlyIf: { absent: true } }),
    ).rejects.toMatchObject({ code: "conflict" });
    await bucket.put("pointer", Buffer.from("3"), { onlyIf: { etag } });
    await expect(
      bucket.put("pointer", Buffer.from("4"), { onlyIf: { etag } }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await text((await bucket.get("pointer")).body)).toBe("3");
  });

  test("holds if an own attempt was stored but its response lost", async () => {
    const server = await startS3Server();
    const bucket = server.bucket();
    server.fail({ kind: "drop-after", times: 1 });
    await bucket.put("pointer", Buffer.from("1"), { onlyIf: { absent: true } });
    expect(await text((await bucket.get("pointer")).body)).toBe("1");
  });

  test("is omitted if the service doesn't support it", async () => {
    const server = await startS3Server();
    server.fail({ kind: "no-conditions" });
    const bucket = server.bucket();
    await bucket.put("a", Buffer.from("1"), { onlyIf: { absent: true } });
    const before = server.requests.length;
    await bucket.put("a", Buffer.from("2"), { onlyIf: { etag: "x" } });
    expect(server.requests.length - before).toBe(1);
  });
});

describe("a failing service", () => {
  test.for(["slow-down", "internal-error", "drop", "drop-after"] as const)(
    "is retried: %s",
    async (kind) => {
      const server = await startS3Server();
      const bucket = server.bucket();
      server.fail({ kind, times: 2 });
      await bucket.put("a", Buffer.from("1"));
      expect(await text((await bucket.get("a")).body)).toBe("1");
    },
  );

  test("is retried without a response", async () => {
    const server = await startS3Server();
    server.fail({ kind: "silent-after", times: 1 });
    const bucket = server.bucket("", { timeoutMs: 2000 });
    await bucket.put("a", Buffer.from("1"));
    expect(server.requests).toHaveLength(2);
  });

  test.for([
    ["access-denied", "AccessDenied", /access was denied/],
    ["expired-token", "ExpiredToken", /have expired/],
    ["slow-down", "SlowDown", /rate limiting/],
    ["internal-error", "InternalError", /returned 500/],
  ] as const)("is reported: %s", async ([kind, reason, sentence]) => {
    const server = await startS3Server();
    server.fail({ kind });
    const bucket = server.bucket("p", { attempts: 1 });
    const failure = { code: "storage_failed", message: expect.stringMatching(sentence) };
    await expect(bucket.put("a", Buffer.from("1"))).rejects.toMatchObject({
      ...failure,
      details: { reason, bucket: "loam" },
    });
    await expect(bucket.check()).rejects.toMatchObject(failure);
  });

  test("is reported for a missing bucket and an unreachable service", async () => {
    const server = await startS3Server();
    const credentials = { accessKeyId: "S3RVER", secretAccessKey: "canary-secret" };
    const absent = createS3Bucket(parseS3Url(server.url().replace("loam", "other")), {
      credentials,
    });
    await expect(absent.check()).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringMatching(/the bucket does not exist/),
    });
    const nobody = createS3Bucket(parseS3Url("s3://loam?endpoint=http://127.0.0.1:9"), {
      credentials,
      attempts: 1,
    });
    const failure = await nobody.check().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "storage_failed",
      message: expect.stringMatching(/cannot be reached .*ECONNREFUSED/),
    });
    expect(String(failure)).not.toContain("canary-secret");
  });
});
