import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { uploadPicture } from "../../content/media/media.fixture.ts";
import { type Person, type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type EventReader, readEvents } from "./event-reader.fixture.ts";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

async function listen(as: Person, lastId?: string): Promise<EventReader> {
  const { connection: _, ...headers } = hq.headersOf(as);
  const reader = await readEvents(`${hq.url}/sites/${hq.site.id}/events`, {
    ...headers,
    ...(lastId !== undefined && { "last-event-id": lastId }),
  });
  onTestFinished(() => reader.leave());
  return reader;
}

test("reports changes with their authors to all users of a site once they are served", async () => {
  const readers = await Promise.all([listen("viewer"), listen("writer")]);
  expect(readers[0]?.headers.get("content-type")).toContain("text/event-stream");
  expect(readers[0]?.headers.get("cache-control")).toContain("no-transform");
  for (const reader of readers) expect(await reader.next()).toMatchObject({ event: "ready" });

  const { id, slug } = await makePost(hq, { title: "Rain", intro: "a\n\nevent: job.progress" });
  await hq.ask("POST", `/types/posts/entries/${id}/publish`, { as: "writer" });
  await hq.ask("POST", `/types/posts/entries/${id}/unpublish`, { as: "writer" });
  await hq.ask("DELETE", `/types/posts/entries/${id}`);
  const media = await uploadPicture(hq);
  await hq.ask("POST", "/types", {
    body: { apiId: "notes", kind: "list", label: "N", fields: [] },
  });
  for (const reader of readers) {
    const events = await reader.until("type.changed");
    expect(
      events.map(({ event, data }) => [event, data["by"], data["id"] ?? data["type"]]),
    ).toEqual([
      ["entry.saved", "admin", id],
      ["entry.published", "writer", id],
      ["entry.unpublished", "writer", id],
      ["entry.deleted", "admin", id],
      ["media.changed", "writer", media],
      ["type.changed", "admin", "notes"],
    ]);
    expect(events[0]?.data).toMatchObject({ type: "posts", slug, action: "create" });
    expect(events.every(({ data }) => /^[0-9a-f]{40}$/.test(String(data["commit"])))).toBe(true);
    expect(JSON.stringify(events)).not.toContain("@example.test");
  }
});

test("sends a reconnecting client what it missed, once", async () => {
  const before = await listen("viewer");
  const [ready] = await before.until("ready");
  const first = await makePost(hq, { title: "First" });
  const [seen] = await before.until("entry.saved");
  before.leave();
  const second = await makePost(hq, { title: "Second" });
  await hq.ask("POST", `/types/posts/entries/${second.id}/publish`);

  const again = await (await listen("viewer", seen?.lastId)).until("ready");
  expect(again.map(({ event, data }) => [event, data["id"]])).toEqual([
    ["entry.saved", second.id],
    ["entry.published", second.id],
    ["ready", undefined],
  ]);
  const all = await (await listen("viewer", ready?.lastId)).until("ready");
  expect(all.map(({ data }) => data["id"])).toEqual([first.id, second.id, second.id, undefined]);
  expect(all.at(-1)?.lastId).toBe(again.at(-1)?.lastId);
});

test.for(["nonsense", `${"0".repeat(40)}.none`])(
  "tells a client reconnecting from %s to reload everything",
  async (lastId) => {
    const reader = await listen("viewer", lastId);
    expect((await reader.until("ready")).map(({ event }) => event)).toEqual(["reset", "ready"]);
  },
);

test("reports the progress of a long-running job", async () => {
  const reader = await listen("viewer");
  await reader.until("ready");
  expect(
    (await fetch(`${hq.url}/sites/${hq.site.id}/export`, { headers: hq.headersOf("admin") }))
      .status,
  ).toBe(200);
  expect(await reader.next()).toMatchObject({
    event: "job.progress",
    data: { kind: "export", state: "running", done: 1, total: expect.any(Number) },
  });
});

test("returns the headers of an export without creating it", async () => {
  const reader = await listen("viewer");
  await reader.until("ready");
  const { status, headers } = await fetch(`${hq.url}/sites/${hq.site.id}/export`, {
    method: "HEAD",
    headers: hq.headersOf("admin"),
  });
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(await reader.next()).toMatchObject({
    event: "job.progress",
    data: { kind: "export", state: "done", done: 0 },
  });
});

test("limits each user to twenty streams", async () => {
  const readers = await Promise.all(Array.from({ length: 25 }, async () => listen("editor")));
  expect(readers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(readers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await listen("writer")).status).toBe(200);
  readers.find(({ status }) => status === 200)?.leave();
  await expect.poll(async () => (await listen("editor")).status).toBe(200);
});

test.each([
  ["settings.changed", "PATCH", "", { previewUrl: "https://blog.example/preview" }],
  ["settings.changed", "PATCH", "/settings", { media: { svg: "clean" } }],
  ["access.changed", "PUT", "/access", { user: "u-viewer", role: "view" }],
  ["key.changed", "POST", "/draft-key", undefined],
  ["webhook.changed", "POST", "/webhooks", { url: "https://hooks.example/x" }],
] as const)("notifies %s of %s %s by name", async (event, method, path, body) => {
  const reader = await listen("viewer");
  await reader.until("ready");
  const { status } = await hq.ask(method, path, { ...(body !== undefined && { body }) });
  expect(status).toBeLessThan(300);
  expect((await reader.until(event)).at(-1)?.data).toEqual({
    at: expect.stringMatching(/^20/),
    by: "admin",
    user: "u-admin",
  });
});

test("reports schedules, releases, and membership changes at all sites of the workspace", async () => {
  const { id } = await makePost(hq, { title: "Later" });
  const reader = await listen("viewer");
  await reader.until("ready");
  const schedule = { publishAt: "2030-01-01T00:00:00Z" };
  await hq.ask("PUT", `/types/posts/entries/${id}/schedule`, { as: "writer", body: schedule });
  expect((await reader.until("schedule.changed")).at(-1)?.data).toMatchObject({ by: "writer" });
  await hq.ask("POST", "/releases", { as: "writer", body: { title: "Spring", entries: [id] } });
  expect((await reader.until("release.changed")).at(-1)?.data).toMatchObject({ by: "writer" });
  const body = { user: "u-editor", role: "member" };
  const managed = await fetch(`${hq.url}/workspaces/main/members`, {
    method: "PUT",
    headers: { ...hq.headersOf("admin"), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(managed.status).toBeLessThan(300);
  expect((await reader.until("access.changed")).at(-1)?.data).toMatchObject({ by: "admin" });
});

test("reports nothing to users outside the site", async () => {
  const reader = await listen("stranger");
  expect(reader.status).toBe(404);
});

test("ends a stream when its reader loses access, without further events (AUT-10)", async () => {
  const reader = await listen("viewer");
  await reader.until("ready");
  const { database } = hq.services.hq;
  await database.deleteFrom("members").where("user_id", "=", "u-viewer").execute();
  await makePost(hq, { title: "Secret" });
  expect(await reader.next()).toBeUndefined();
  await expect.poll(() => hq.services.events.listening()).toBe(0);
});
