import { createHash } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { SavedMedia } from "@loam/cms-core/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerWith } from "../../../../../tests/support/hq/webhook-receiver.ts";
import { PLANS } from "../../people/workspaces/usage.ts";
import { LOCAL, openEgress, receiver, resolveTo } from "../../platform/egress/egress.fixture.ts";
import { openPartialUploads } from "../../platform/partial-uploads/partial-uploads.ts";
import type { Answer } from "../../server/manage-api.fixture.ts";
import { type Person, type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";
import { fetchMedia } from "./fetch-media.ts";
import { newPicture, uploadPicture, usedBytes } from "./media.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

interface Begin {
  readonly filename?: string;
  readonly sha256?: string;
  readonly as?: Person;
}

/** Creates a tus upload. */
async function createUpload(
  size: number,
  { filename = "cat.png", sha256, as = "writer" }: Begin = {},
): Promise<Answer> {
  const pairs = Object.entries({ filename, ...(sha256 !== undefined && { sha256 }) });
  const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`);
  const headers = { "upload-length": String(size), "upload-metadata": metadata.join(",") };
  return hq.ask("POST", "/media/uploads", { as, headers });
}

/** Sends a part of an upload. */
async function send(
  id: string,
  part: Uint8Array<ArrayBuffer>,
  { offset = 0, as = "writer" }: { offset?: number; as?: Person } = {},
): Promise<Response> {
  return fetch(`${hq.url}/sites/${hq.site.id}/media/uploads/${id}`, {
    method: "PATCH",
    headers: {
      ...hq.headersOf(as),
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
    },
    body: part,
  });
}

async function take(id: string, body: object = {}, as: Person = "writer"): Promise<Answer> {
  return hq.ask("POST", `/media/uploads/${id}/media`, { as, body });
}

/** Uploads a whole file. @returns the id of the upload */
async function uploadWhole(file: Buffer<ArrayBuffer>, filename = "cat.png"): Promise<string> {
  const id = String((await createUpload(file.length, { filename })).body["id"]);
  expect((await send(id, file)).status).toBe(204);
  return id;
}

describe("a resumable upload", () => {
  test("continues after a restart and creates one record", async () => {
    const file = newPicture(200, 200);
    const created = await createUpload(file.length, { filename: "in parts.png" });
    expect(created).toMatchObject({ status: 201, body: { offset: 0, size: file.length } });
    const id = String(created.body["id"]);
    expect(created.headers.get("location")).toBe(`uploads/${id}`);
    expect((await send(id, file.subarray(0, 100))).headers.get("upload-offset")).toBe("100");
    expect(await take(id)).toMatchObject({
      status: 400,
      body: { code: "upload_incomplete", offset: 100 },
    });
    // The folder is the only state: another or a restarted process finds the upload.
    const { hq: opened, log } = hq.services;
    const reopened = await openPartialUploads(opened, { log });
    const owner = { siteId: hq.site.id, userId: "u-writer" };
    expect((await reopened.read(owner, id)).upload.offset).toBe(100);
    await reopened.close();
    const head = await fetch(`${hq.url}/sites/${hq.site.id}/media/uploads/${id}`, {
      method: "HEAD",
      headers: hq.headersOf("writer"),
    });
    expect([head.headers.get("upload-offset"), head.headers.get("upload-length")]).toEqual([
      "100",
      String(file.length),
    ]);
    expect((await send(id, file.subarray(0, 10), { offset: 50 })).status).toBe(409);
    expect((await send(id, file.subarray(100), { offset: 100 })).status).toBe(204);
    const made = await take(id, { alt: "In parts" });
    expect(made).toMatchObject({
      status: 201,
      body: { filename: "in-parts.png", alt: "In parts" },
    });
    expect((await hq.ask("GET", `/media/${String(made.body["id"])}`)).status).toBe(200);
    expect((await take(id)).body["code"]).toBe("not_found");
    expect(left(id)).toEqual([]);
  });

  test("keeps received data when the connection breaks", async () => {
    const file = newPicture(300, 300);
    const id = String((await createUpload(file.length)).body["id"]);
    const { hostname, port } = new URL(hq.url);
    const socket = connect(Number(port), hostname);
    const head = [
      `PATCH /api/manage/sites/${hq.site.id}/media/uploads/${id} HTTP/1.1`,
      `Host: ${hostname}`,
      ...Object.entries(hq.headersOf("writer")).map((header) => header.join(": ")),
      "Content-Type: application/offset+octet-stream",
      "Upload-Offset: 0",
      `Content-Length: ${file.length}`,
      "",
      "",
    ].join("\r\n");
    socket.on("error", () => undefined);
    socket.write(head);
    socket.write(file.subarray(0, 200));
    const { partialUploads } = hq.services.hq.paths;
    while (statSync(join(partialUploads, id)).size < 200) await wait(5);
    socket.destroy();
    const { body } = await hq.ask("GET", `/media/uploads/${id}`, { as: "writer" });
    expect(body).toMatchObject({ offset: 200, size: file.length });
    expect((await send(id, file.subarray(200), { offset: 200 })).status).toBe(204);
    expect((await take(id)).status).toBe(201);
  });

  test("is visible only to its owner and requires permission", async () => {
    const file = newPicture();
    const id = String((await createUpload(file.length)).body["id"]);
    for (const [as, status] of [
      ["editor", 404],
      ["viewer", 403],
      ["stranger", 404],
    ] as const) {
      expect((await send(id, file, { as })).status).toBe(status);
      expect((await take(id, {}, as)).status).toBe(status);
      const path = `/media/uploads/${id}`;
      expect((await hq.ask("GET", path, { as })).status).toBe(status);
      expect((await hq.ask("DELETE", path, { as })).status).toBe(status);
    }
    expect((await createUpload(9, { as: "viewer" })).status).toBe(403);
    for (const wrong of ["..%2f..%2fhq.db", "x".repeat(32), `${id}.json`]) {
      expect((await hq.ask("DELETE", `/media/uploads/${wrong}`, { as: "writer" })).status).toBe(
        404,
      );
    }
    expect((await hq.ask("DELETE", `/media/uploads/${id}`, { as: "writer" })).status).toBe(204);
    expect(left(id)).toEqual([]);
  });

  test("is rejected for the same reasons as other uploads", async () => {
    expect(await createUpload(209_715_201)).toMatchObject({
      status: 413,
      body: { code: "too_large" },
    });
    expect((await createUpload(0)).status).toBe(400);
    expect((await createUpload(9, { filename: "" })).body["code"]).toBe("invalid_request");
    const few = String((await createUpload(4)).body["id"]);
    expect((await send(few, newPicture())).status).toBe(413);
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    expect((await take(await uploadWhole(page, "page.png"))).status).toBe(415);
    const movie = Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1");
    expect(await take(await uploadWhole(movie, "walk.mp4"))).toMatchObject({
      status: 415,
      body: { code: "unsupported_media_type", mimeType: "video/mp4" },
    });
    const torn = Buffer.from(newPicture(50, 50).subarray(0, 60));
    expect(await take(await uploadWhole(torn, "torn.png"))).toMatchObject({
      status: 422,
      body: { code: "unreadable_image" },
    });
    const json = await hq.ask("PATCH", `/media/uploads/${few}`, { as: "writer", body: {} });
    expect(json.status).toBe(415);
    const { database } = hq.services.hq;
    const before = await usedBytes(hq);
    const set = async (bytes: number) =>
      database.updateTable("sites").set({ media_bytes: bytes }).execute();
    const image = newPicture();
    const id = await uploadWhole(image);
    await set(PLANS.free.mediaBytes);
    expect((await createUpload(9)).body).toMatchObject({ code: "quota_exceeded" });
    expect((await take(id)).body).toMatchObject({ code: "quota_exceeded" });
    expect((await hq.ask("GET", "/usage", { as: "viewer" })).body).toEqual({
      mediaBytes: { used: PLANS.free.mediaBytes, limit: PLANS.free.mediaBytes },
    });
    await set(before);
    // Received data is still there after space was freed.
    expect((await take(id)).status).toBe(201);
  });

  test("expires after a day, and too many unfinished ones remove the oldest", async () => {
    const old = String((await createUpload(9)).body["id"]);
    const { partialUploads } = hq.services.hq.paths;
    writeFileSync(join(partialUploads, "torn.json"), "{");
    hq.time += 23 * 3_600_000;
    const young = String((await createUpload(9)).body["id"]);
    expect(left(old)).not.toEqual([]);
    hq.time += 2 * 3_600_000;
    expect((await send(old, newPicture())).status).toBe(404);
    const next: string[] = [];
    for (let made = 0; made < 20; made += 1) {
      hq.time += 1;
      next.push(String((await createUpload(9)).body["id"]));
    }
    expect([left(old), left(young)]).toEqual([[], []]);
    expect(left(next[0] ?? "")).not.toEqual([]);
  });
});

describe("bytes that the site already has", () => {
  test("are reported before and after uploading, and added on request", async () => {
    const file = newPicture();
    const id = await uploadPicture(hq, { file, filename: "horizons.png" });
    const sha256 = createHash("sha256").update(file).digest("hex");
    const known = {
      status: 409,
      body: { code: "media_known", media: { id, filename: "horizons.png" } },
    };
    expect(await createUpload(file.length, { sha256 })).toMatchObject(known);
    const upload = await uploadWhole(file);
    expect(await take(upload, { ifKnown: "refuse" })).toMatchObject(known);
    expect((await take(upload)).status).toBe(201);
    // Other sites don't learn of it.
    const other = createHash("sha256").update("other").digest("hex");
    expect((await createUpload(9, { sha256: other })).status).toBe(201);
  });
});

describe("a replacement file", () => {
  test("keeps id, name, text, and references; the live site changes with the next publish", async () => {
    const before = newPicture(40, 40);
    const id = await uploadPicture(hq, { file: before, filename: "fault.png", alt: "A fault" });
    const { body: was } = await hq.ask("GET", `/media/${id}`);
    const entry = await makePost(hq, { title: "Shows a fault", cover: id });
    const publish = async () => hq.ask("POST", `/types/posts/entries/${entry.id}/publish`);
    await publish();
    const used = await usedBytes(hq);
    const upload = await uploadWhole(newPicture(80, 20), "new.png");
    const made = await hq.ask("POST", `/media/uploads/${upload}/media`, {
      as: "writer",
      body: { replaces: id },
      ifMatch: String(was["version"]),
    });
    expect(made).toMatchObject({
      status: 201,
      body: { id, filename: "fault.png", alt: "A fault", width: 80, createdAt: was["createdAt"] },
    });
    expect(made.body["url"]).not.toBe(was["url"]);
    const change = Number(made.body["byte_size"]) - Number(was["byte_size"]);
    expect(await usedBytes(hq)).toBe(used + change);
    const { store } = await hq.services.sites.content(hq.site.id);
    const [newest] = await store.repository.fileLog({ commits: [store.head()], limit: 1 });
    expect(newest).toMatchObject({
      trailers: { "Loam-Action": "replace-media", "Loam-Media": id },
    });
    const history = await hq.ask("GET", `/media/${id}/history`, { as: "viewer" });
    expect(history.body).toMatchObject({
      changes: [
        { action: "replaced", by: "writer" },
        { action: "added", by: "writer" },
      ],
    });
    const live = async () => (await hq.services.sites.content(hq.site.id)).index.linksTo(id);
    expect((await live()).some((link) => link.live)).toBe(true);
    expect((await publish()).status).toBe(200);
    // A client that saw the previous file gets an error.
    const late = await uploadWhole(newPicture());
    const stale = await hq.ask("POST", `/media/uploads/${late}/media`, {
      as: "writer",
      body: { replaces: id },
      ifMatch: String(was["version"]),
    });
    expect(stale).toMatchObject({ status: 412, body: { code: "stale" } });
    const text = await uploadWhole(Buffer.from("a,b\n1,2\n"), "table.csv");
    expect((await take(text, { replaces: id })).body["errors"]).toMatchObject([{ path: "upload" }]);
    expect((await take(text, { replaces: "maaaaaaaaaaaaaaaaaaa" })).status).toBe(404);
  });

  test("can be renamed, keeping its extension", async () => {
    const id = await uploadPicture(hq, { filename: "IMG_0001.png" });
    const rename = async (filename: string) =>
      (await hq.ask("PATCH", `/media/${id}`, { as: "writer", body: { filename } })).body;
    expect((await rename("Terraces in March.html"))["filename"]).toMatch(
      /^Terraces-in-March.*\.png$/,
    );
    expect((await rename("../../etc/passwd"))["filename"]).toBe("passwd.png");
  });
});

describe("a file from a URL", () => {
  test("is downloaded through redirects and checked like an upload", async () => {
    const { url } = await receiver((response, { path }) => {
      if (path === "/far/terraces.png") response.end(newPicture(30, 30));
      else response.writeHead(302, { location: "/far/terraces.png#top" }).end();
    });
    const { record } = await fetched(url);
    expect(record).toMatchObject({ filename: "terraces.png", width: 30, alt: "From afar" });
    const page = await receiver((response) => void response.end("<!doctype html>"));
    await expect(fetched(page.url)).rejects.toMatchObject({ code: "unsupported_media_type" });
    const { url: gone } = await receiver(answerWith(404));
    await expect(fetched(gone)).rejects.toThrow("responded with 404");
  });

  test("is never downloaded from HQ's own network, even by redirect (WHK-02)", async () => {
    const inside = await receiver();
    for (const url of [inside.url, "https://169.254.169.254/", "file:///etc/passwd"]) {
      expect(await hq.ask("POST", "/media/fetch", { as: "writer", body: { url } })).toMatchObject({
        status: 422,
        body: { code: "target_refused" },
      });
    }
    const around = await receiver(answerWith(307, { location: "http://10.0.0.1/secret.png" }));
    await expect(fetched(around.url)).rejects.toMatchObject({ code: "target_refused" });
    const { url } = await receiver(answerWith(302, { location: "/again" }));
    await expect(fetched(url)).rejects.toThrow("too many times");
    expect(inside.received).toEqual([]);
    const asViewer = await hq.ask("POST", "/media/fetch", { as: "viewer", body: { url } });
    expect(asViewer.status).toBe(403);
  });
});

/** Downloads as a server that can reach this machine. */
async function fetched(url: string): Promise<SavedMedia> {
  const egress = openEgress(LOCAL, resolveTo("127.0.0.1"));
  const actor = { name: "writer", email: "writer@example.test" };
  const from = { url, alt: "From afar", folder: "web", ifKnown: "add", egress } as const;
  return fetchMedia(hq.services, { site: hq.site, actor, ...from });
}

/** Returns the files of an upload in its folder. */
function left(id: string): readonly string[] {
  const { partialUploads } = hq.services.hq.paths;
  return readdirSync(partialUploads).filter((name) => name.startsWith(id));
}
