import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../server/manage-api.fixture.ts";
import { type Person, type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { newPicture, sendForm, usedBytes } from "./media.fixture.ts";
import { grey } from "./png.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
});
afterAll(async () => hq.close());

/** Posts a body of any type in place of a form. */
async function post(raw: string, type: string): Promise<Answer> {
  return hq.ask("POST", "/media", { as: "writer", raw, headers: { "content-type": type } });
}

describe("an upload", () => {
  test("creates a record, a commit by the user, and a visible file", async () => {
    const created = await sendForm(hq, [
      { name: "alt", value: " A  cat " },
      { name: "file", value: newPicture(400, 300), filename: "C:\\Pictures\\Ünser Kätzchen.png" },
    ]);
    expect(created).toMatchObject({
      status: 201,
      body: {
        url: expect.stringMatching(/^https:\/\/hq\.example\/public\/s\w+\/media\/\w+\/.+\.png$/),
        mime_type: "image/png",
        width: 400,
        height: 300,
        alt: "A cat",
        variants: [
          { width: 320, format: "webp" },
          { width: 320, format: "avif" },
        ],
        version: created.etag,
      },
    });
    const { store } = await hq.services.sites.content(hq.site.id);
    const log = await store.repository.fileLog({ commits: [store.head()], limit: 1 });
    expect(log).toMatchObject([
      { author: { name: "writer" }, trailers: { "Loam-Media": created.body["id"] } },
    ]);
    const path = `${hq.url}/sites/${hq.site.id}/media/${String(created.body["id"])}`;
    const get = async (query: string, as: Person = "viewer") =>
      fetch(`${path}/content${query}`, { headers: hq.headersOf(as) });
    const original = await get("");
    expect(original.headers.get("content-type")).toBe("image/png");
    expect(original.headers.get("content-security-policy")).toContain("sandbox");
    expect(original.headers.get("cache-control")).toContain("private");
    expect((await original.bytes()).length).toBe(created.body["byte_size"]);
    const bytes = await (await get("")).bytes();
    const ask = async (headers: Record<string, string>) =>
      fetch(`${path}/content`, { headers: { ...hq.headersOf("viewer"), ...headers } });
    const part = await ask({ range: "bytes=1-3" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 1-3/${bytes.length}`,
    ]);
    expect(await part.text()).toBe("PNG");
    expect((await ask({ range: `bytes=${bytes.length}-` })).status).toBe(416);
    const etag = original.headers.get("etag") ?? "";
    expect((await ask({ range: "bytes=1-3", "if-range": '"other"' })).status).toBe(200);
    expect((await ask({ "if-none-match": etag, "cache-control": "" })).status).toBe(304);
    const copy = await get("?variant=320.webp");
    expect([copy.status, copy.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await get("?variant=321.webp")).status).toBe(404);
    expect((await get("?variant=..%2f..%2foriginal")).status).toBe(404);
    expect((await get("", "stranger")).status).toBe(404);
  });

  test.each([
    ["viewer", 403],
    ["stranger", 404],
  ] as const)("is denied to a %s", async (as, status) => {
    expect((await sendForm(hq, [{ name: "file", value: newPicture() }], as)).status).toBe(status);
  });

  test.each([
    ["garbage.png", Buffer.from("not a picture at all"), [422, "unreadable_image"]],
    ["page.png", Buffer.from("<!doctype html><script>alert(1)</script>"), [415]],
    ["cut.png", grey(50, 50, 7).subarray(0, 60), [422, "unreadable_image"]],
    ["empty.png", Buffer.alloc(0), [422, "unreadable_image"]],
  ])("of %s is rejected by the media checks (MED-20)", async (name, bytes) => {
    const answer = await sendForm(hq, [{ name: "file", value: bytes, filename: name }]);
    const { intake } = hq.services;
    const sent = { content: bytes, filename: name, alt: "", createdAt: new Date().toISOString() };
    await expect(intake.ingest(sent)).rejects.toMatchObject({
      code: answer.body["code"],
      status: answer.status,
    });
    expect(answer.status).toBeGreaterThanOrEqual(415);
  });

  test.each([
    ["no file", [{ name: "alt", value: "x" }], "file"],
    [
      "an unknown part",
      [
        { name: "file", value: grey(1, 1) },
        { name: "owner", value: "x" },
      ],
      "owner",
    ],
    ["a file under another name", [{ name: "image", value: grey(1, 1) }], "image"],
    ["two files", [1, 2].map(() => ({ name: "file", value: grey(1, 1) })), "file"],
    ["a part twice", [1, 2].map(() => ({ name: "alt", value: "x" })), "alt"],
    [
      "a text that is too long",
      [
        { name: "file", value: grey(1, 1) },
        { name: "alt", value: "x".repeat(1001) },
      ],
      "alt",
    ],
  ])("of a form with %s is rejected", async (_what, parts, path) => {
    const before = await hq.ask("GET", "/media?limit=100");
    expect(await sendForm(hq, parts)).toMatchObject({
      status: 422,
      body: { code: "invalid", errors: [{ path }] },
    });
    expect((await hq.ask("GET", "/media?limit=100")).body).toEqual(before.body);
  });

  test("rejects another type of body", async () => {
    expect((await post("{}", "application/json")).status).toBe(415);
    expect((await post("x", "multipart/form-data")).body["code"]).toBe("invalid_request");
  });

  test("is incomplete if the form is truncated", async () => {
    const raw = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`;
    expect(await post(raw, "multipart/form-data; boundary=b")).toMatchObject({
      status: 400,
      body: { code: "upload_incomplete" },
    });
  });

  test("leaves nothing behind when aborted (MED-09)", async () => {
    const before = await hq.ask("GET", "/media?limit=100");
    const bytes = await usedBytes(hq);
    const { hostname, port } = new URL(hq.url);
    const file = grey(300, 300, 251);
    const head = [
      `POST /api/manage/sites/${hq.site.id}/media HTTP/1.1`,
      `Host: ${hostname}`,
      ...Object.entries(hq.headersOf("writer")).map((header) => header.join(": ")),
      "Content-Type: multipart/form-data; boundary=b",
      `Content-Length: ${file.length + 500}`,
      "",
      "--b",
      'Content-Disposition: form-data; name="file"; filename="a.png"',
      "",
      "",
    ].join("\r\n");
    for (const sent of [10, file.length - 1]) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      socket.write(head);
      socket.write(file.subarray(0, sent));
      // Wait until the server has started writing to disk.
      while (uploads().length === 0) await wait(5);
      socket.destroy();
      while (uploads().length > 0) await wait(5);
    }
    expect((await hq.ask("GET", "/media?limit=100")).body).toEqual(before.body);
    expect(await usedBytes(hq)).toBe(bytes);
  });
});

/** Returns the files being received. */
function uploads(): readonly string[] {
  const { uploads: folder } = hq.services.hq.paths;
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("/upload"),
  );
}
