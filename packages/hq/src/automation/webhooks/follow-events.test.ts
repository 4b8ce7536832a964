import {
  deleteEntry,
  publishEntries,
  reorderPublished,
  rollBackSite,
  unpublishEntries,
} from "@loam/cms-core/publish";
import { expect, test } from "vitest";
import { type HookedSite, startHookedSite } from "./webhooks.fixture.ts";

const actor = { name: "Ann", email: "ann@example.test" };

/** Returns `event type slug` of all queued events in order of time, with their counts. */
async function eventsOf({ hq }: HookedSite): Promise<string[]> {
  const rows = await hq.services.hq.database
    .selectFrom("webhook_events")
    .select(["event", "content_type", "entry_slug"])
    .execute();
  return rows
    .map((row) => [row.event, row.content_type, row.entry_slug].join(" ").trim())
    .toSorted();
}

async function start(settings?: object): Promise<HookedSite> {
  const site = await startHookedSite();
  await site.addWebhook("https://hooks.example.com/", settings);
  return site;
}

async function forget({ hq }: HookedSite): Promise<void> {
  await hq.services.hq.database.deleteFrom("webhook_events").execute();
}

test("reports published, unpublished, and deleted entries, but not drafts", async () => {
  const site = await start();
  const [one = "", draft = ""] = await site.post("one", "draft");
  await site.follow();
  expect(await eventsOf(site)).toEqual([]);
  await site.publish(one);
  expect(await eventsOf(site)).toEqual(["entry.published posts one"]);
  await site.publish(one);
  await site.unpublish(one);
  await site.publish(one);
  await deleteEntry(site.store, one, { actor });
  await deleteEntry(site.store, draft, { actor });
  await site.follow();
  expect(await eventsOf(site)).toEqual([
    "entry.deleted posts draft",
    "entry.deleted posts one",
    "entry.published posts one",
    "entry.published posts one",
    "entry.unpublished posts one",
    "entry.unpublished posts one",
  ]);
});

test("numbers events of both branches in order, even within one second", async () => {
  const site = await start();
  const [id = ""] = await site.post("one");
  site.hq.time = Math.ceil(site.hq.time / 1000) * 1000;
  const now = (): Date => new Date((site.hq.time += 1));
  const publish = { entries: [{ id }], actor, now };
  await publishEntries(site.store, publish);
  await unpublishEntries(site.store, { ids: [id], actor, now });
  await publishEntries(site.store, publish);
  site.hq.time += 1;
  await deleteEntry(site.store, id, { actor, now });
  site.hq.time += 1;
  const values = new Map([["title", "One"]]);
  await site.store.saveEntry({ type: "posts", id, slug: "one", values }, { actor });
  await publishEntries(site.store, publish);
  await site.follow();
  const rows = await site.hq.services.hq.database
    .selectFrom("webhook_events")
    .select(["event", "sequence", "occurred_at"])
    .orderBy("sequence")
    .execute();
  expect(rows.map(({ event }) => event)).toEqual([
    "entry.published",
    "entry.unpublished",
    "entry.published",
    "entry.unpublished",
    "entry.deleted",
    "entry.published",
  ]);
  expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  const times = rows.map(({ occurred_at }) => occurred_at);
  expect(times).toEqual(times.toSorted());
});

test("does not report a new slug as a deletion", async () => {
  const site = await start();
  const [id = ""] = await site.post("one");
  const values = new Map([["title", "One"]]);
  await site.store.saveEntry({ type: "posts", id, slug: "two", values }, { actor });
  await site.follow();
  expect(await eventsOf(site)).toEqual([]);
});

test("reports a published schema", async () => {
  const site = await start();
  const type = site.store.type("posts")?.type;
  if (type === undefined) throw new Error("no type");
  const text = { required: false, multiple: false, type: "text" } as const;
  const intro = { ...text, id: "intro", apiId: "intro", label: "Intro" };
  await site.store.saveType({ ...type, fields: [...type.fields, intro] }, { actor });
  await site.follow();
  expect(await eventsOf(site)).toEqual([]);
  await site.store.publishSchema("posts", { actor });
  await site.follow();
  expect(await eventsOf(site)).toEqual(["content_type.updated posts"]);
});

test("reports a new order and a rollback", async () => {
  const site = await start();
  const ids = await site.post("one", "two");
  await site.publish(...ids);
  const { commit: to = "" } = site.hq.services.sites.live(site.hq.site.id);
  await forget(site);
  const [id = ""] = ids;
  const place = { path: "", before: "", after: "", sortOrder: 5 };
  await reorderPublished(site.store, { moved: new Map([[id, place]]), actor });
  await site.follow();
  expect(await eventsOf(site)).toEqual(["site.published"]);
  await forget(site);
  await site.unpublish(...ids);
  await forget(site);
  await rollBackSite(site.store, { to, actor });
  await site.follow();
  expect(await eventsOf(site)).toEqual([
    "entry.published posts one",
    "entry.published posts two",
    "site.published",
  ]);
});

test("reports a batch or release once per site, even with a single entry", async () => {
  const site = await start();
  const [one, two] = await site.post("one", "two");
  await site.hq.ask("POST", "/publish-changes", { body: { entries: [one] } });
  const created = await site.hq.ask("POST", "/releases", { body: { title: "R", entries: [two] } });
  await site.hq.ask("POST", `/releases/${String(created.body["id"])}/publish`);
  await site.follow();
  expect(await eventsOf(site)).toEqual([
    "entry.published posts one",
    "entry.published posts two",
    "site.published",
    "site.published",
  ]);
});

test("WHK-12: reports a release of 500 entries once for the site and once per entry", async () => {
  const site = await start();
  const { id } = await site.addWebhook("https://other.example.com/", {
    coalesce: true,
    events: ["entry.published", "entry.deleted"],
  });
  const slugs = Array.from({ length: 500 }, (_, at) => `post-${at}`);
  await site.publish(...(await site.post(...slugs)));
  const events = await eventsOf(site);
  expect(events.filter((event) => event === "site.published")).toHaveLength(1);
  expect(events.filter((event) => event.startsWith("entry.published"))).toHaveLength(500);
  expect((await site.hq.ask("GET", `/webhooks/${id}/deliveries`)).body).toMatchObject({
    deliveries: [{ event: "site.published" }],
  });
});

test("reports once that publishing was turned on", async () => {
  const site = await start();
  for (const enabled of [false, true, true]) {
    await site.hq.ask("PUT", "/publishing", { body: { enabled } });
  }
  const { database } = site.hq.services.hq;
  await database
    .updateTable("workspaces")
    .set({ payment_label: "Card", payment_added_at: "2026-11-20T12:00:00.000Z" })
    .execute();
  for (const enabled of [false, true, true]) {
    const { status } = await site.hq.ask("PUT", "/publishing", { body: { enabled } });
    expect(status).toBe(200);
  }
  expect(await eventsOf(site)).toEqual(["site.published"]);
});

test("stores no events without webhooks, and sends no earlier events to a new webhook", async () => {
  const site = await startHookedSite();
  const [id = ""] = await site.post("one");
  await site.publish(id);
  expect(await eventsOf(site)).toEqual([]);
  const { database } = site.hq.services.hq;
  const cursor = await database.selectFrom("webhook_cursors").selectAll().executeTakeFirst();
  expect(cursor).toMatchObject({ main: site.store.head(), published: expect.any(String) });
  await site.addWebhook("https://hooks.example.com/");
  await site.follow();
  expect(await eventsOf(site)).toEqual([]);
});

test("derives identical events when repeated", async () => {
  const site = await start();
  const { database } = site.hq.services.hq;
  const before = await database.selectFrom("webhook_cursors").selectAll().executeTakeFirst();
  if (before === undefined) throw new Error("no cursor");
  const [id = ""] = await site.post("one");
  await site.publish(id);
  await deleteEntry(site.store, id, { actor });
  await site.follow();
  const first = await database.selectFrom("webhook_events").select("id").execute();
  expect(first).toHaveLength(3);
  await database.updateTable("webhook_cursors").set(before).execute();
  await site.follow();
  expect(await database.selectFrom("webhook_events").select("id").execute()).toEqual(first);
  const deliveries = await database.selectFrom("webhook_deliveries").select("event_id").execute();
  expect(deliveries).toHaveLength(3);
});

test("reports unpublishing but not publishing while publishing of the site is off", async () => {
  const site = await start();
  const [one = ""] = await site.post("one");
  const switchTo = async (publishing: 0 | 1): Promise<void> => {
    await site.hq.services.hq.database.updateTable("sites").set({ publishing }).execute();
  };
  await switchTo(0);
  await site.publish(one);
  expect(await eventsOf(site)).toEqual([]);
  await site.unpublish(one);
  expect(await eventsOf(site)).toEqual(["entry.unpublished posts one"]);
  await switchTo(1);
  await site.publish(one);
  expect(await eventsOf(site)).toEqual([
    "entry.published posts one",
    "entry.unpublished posts one",
  ]);
});
