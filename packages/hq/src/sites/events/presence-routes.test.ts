import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { type Person, type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { type EventReader, readEvents } from "./event-reader.fixture.ts";

let hq: SiteApi;
let entry: string;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
  entry = (await makePost(hq, { title: "Rain" })).id;
});
afterAll(async () => hq.close());

const WINDOW = "window-of-a-test";

const update = (as: Person, more: Readonly<Record<string, unknown>> = {}) =>
  hq.ask("POST", "/presence", { as, body: { entry, window: `${WINDOW}-${as}`, ...more } });

async function listen(as: Person): Promise<EventReader> {
  const { connection: _, ...headers } = hq.headersOf(as);
  const reader = await readEvents(`${hq.url}/sites/${hq.site.id}/events`, headers);
  onTestFinished(() => reader.leave());
  await reader.until("ready");
  return reader;
}

const writer = { user: "u-writer", name: "writer" };

test("shows users of a site who is at an entry and which field they edit", async () => {
  const reader = await listen("viewer");
  await update("writer");
  await update("writer", { field: "intro" });
  await update("writer", { left: true });
  const events = [await reader.next(), await reader.next(), await reader.next()];
  expect(events.map((event) => event?.data)).toEqual([
    { id: entry, people: [{ ...writer, fields: [] }] },
    { id: entry, people: [{ ...writer, fields: ["intro"] }] },
    { id: entry, people: [] },
  ]);
  expect(JSON.stringify(events)).not.toContain("@example.test");
});

test("returns the users who are there, without fields for viewers", async () => {
  await update("writer", { field: "title" });
  const { status, body } = await update("viewer", { field: "title" });
  expect(status).toBe(200);
  expect(body["people"]).toEqual([
    { user: "u-viewer", name: "viewer", fields: [] },
    { ...writer, fields: ["title"] },
  ]);
  for (const as of ["writer", "viewer"] as const) await update(as, { left: true });
});

test("rejects tokens and users outside the site", async () => {
  expect((await update("stranger")).status).toBe(404);
  const body = { entry, window: WINDOW };
  const byToken = await hq.ask("POST", "/presence", { body, scopes: ["content:read"] });
  expect(byToken.status).toBe(403);
  expect((await update("writer", { entry: "e2222222222222222222" })).status).toBe(404);
  expect((await update("writer", { window: "<script>" })).status).toBe(422);
  expect((await update("viewer")).body["people"]).toEqual([
    expect.objectContaining({ name: "viewer" }),
  ]);
});

test("limits repeated updates of one user only", async () => {
  const answers = await Promise.all(Array.from({ length: 121 }, async () => update("editor")));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await update("writer")).status).toBe(200);
});
