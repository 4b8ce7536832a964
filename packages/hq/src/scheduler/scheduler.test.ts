import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePost, makeTypes } from "../entries/entries.fixture.ts";
import { type SiteApi, startSiteApi } from "../manage/site-api.fixture.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";

const ADA = { actor: { name: "Ada", email: "ada@example.com" } };
const MINUTE = 60_000;

let hq: SiteApi;
let scheduler: Scheduler;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
  scheduler = startScheduler(hq.services);
});
afterAll(async () => {
  await scheduler.close();
  await hq.close();
});

interface Times {
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
}

/** A time so many minutes from now. */
function inMinutes(minutes: number): string {
  return new Date(hq.time + minutes * MINUTE).toISOString();
}

async function setTimes(id: string, times: Times): Promise<void> {
  const { store } = await hq.services.sites.content(hq.site.id);
  const ref = store.entryById(id);
  if (ref === undefined) throw new Error(`There is no entry ${id}.`);
  const { values } = await store.readEntry(ref);
  await store.saveEntry({ type: "posts", id, values, ...times }, ADA);
  await hq.services.sites.follow(hq.site.id);
}

async function stateOf(id: string): Promise<unknown> {
  return (await hq.ask("GET", `/types/posts/entries/${id}`)).body["state"];
}

async function commitsOfPublished(): Promise<number> {
  const { store } = await hq.services.sites.content(hq.site.id);
  const to = await store.repository.resolveRef("refs/heads/published");
  if (to === undefined) return 0;
  return (
    (await store.repository.firstParents({ from: undefined, to, limit: 10_000 }))?.length ?? -1
  );
}

describe("the scheduler", () => {
  test("publishes when the time has come, with that time, and takes off the site when it is over", async () => {
    const { id } = await makePost(hq, { title: "Timed" });
    const at = inMinutes(10);
    await setTimes(id, { publishAt: at, unpublishAt: inMinutes(30) });
    await scheduler.tick();
    expect(await stateOf(id)).toBe("draft");
    hq.time += 12 * MINUTE;
    await scheduler.tick();
    expect((await hq.ask("GET", `/types/posts/entries/${id}`)).body).toMatchObject({
      state: "published",
      publishedAt: at,
    });
    expect(hq.services.sites.live(hq.site.id).types.get("posts")?.body.totalCount).toBe(1);
    hq.time += 20 * MINUTE;
    await scheduler.tick();
    expect(await stateOf(id)).toBe("unpublished");
  });

  test("catches up after a downtime: what began and ended meanwhile is never shown (SCD-03)", async () => {
    const over = await makePost(hq, { title: "Over" });
    const begun = await makePost(hq, { title: "Begun" });
    await setTimes(over.id, { publishAt: inMinutes(1), unpublishAt: inMinutes(2) });
    await setTimes(begun.id, { publishAt: inMinutes(3) });
    const before = await commitsOfPublished();
    hq.time += 60 * MINUTE;
    await scheduler.tick();
    expect([await stateOf(over.id), await stateOf(begun.id)]).toEqual(["draft", "published"]);
    expect(await commitsOfPublished()).toBe(before + 1);
  });

  test("says why an entry cannot be published, and publishes it once that is mended (SCD-06)", async () => {
    const { id } = await makePost(hq, { title: "" });
    const dueAt = inMinutes(1);
    await setTimes(id, { publishAt: dueAt });
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    const schedule = await hq.ask("GET", "/schedule");
    expect(schedule.body).toMatchObject({
      failures: [
        {
          entryId: id,
          action: "publish",
          dueAt,
          issues: [{ field: expect.stringContaining("title") }],
        },
      ],
    });
    hq.time += 5 * MINUTE;
    await hq.ask("PATCH", `/types/posts/entries/${id}`, { body: { fields: { title: "Mended" } } });
    await scheduler.tick();
    expect(await stateOf(id)).toBe("published");
    expect((await hq.ask("GET", "/schedule")).body).toMatchObject({ failures: [] });
  });

  test("publishes once, however many run at the same time (SCD-01)", async () => {
    const { id } = await makePost(hq, { title: "Once" });
    await setTimes(id, { publishAt: inMinutes(1) });
    const before = await commitsOfPublished();
    const others = [startScheduler(hq.services), startScheduler(hq.services)];
    hq.time += 2 * MINUTE;
    await Promise.all([scheduler, ...others].flatMap((each) => [each.tick(), each.tick()]));
    await Promise.all(others.map((each) => each.close()));
    expect(await stateOf(id)).toBe("published");
    expect(await commitsOfPublished()).toBe(before + 1);
  });

  test("does not fire what was taken back or put off (SCD-07)", async () => {
    const back = await makePost(hq, { title: "Back" });
    const off = await makePost(hq, { title: "Off" });
    for (const { id } of [back, off]) await setTimes(id, { publishAt: inMinutes(1) });
    await setTimes(back.id, { publishAt: null });
    await setTimes(off.id, { publishAt: inMinutes(90) });
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    expect([await stateOf(back.id), await stateOf(off.id)]).toEqual(["draft", "draft"]);
  });

  test("does hundreds that are due at once, few commits long (SCD-08)", async () => {
    const { store } = await hq.services.sites.content(hq.site.id);
    const at = inMinutes(1);
    const titleId = store.type("posts")?.latest?.fields[0]?.id ?? "";
    const made = await Promise.all(
      Array.from({ length: 250 }, (_, number) =>
        store.saveEntry(
          { type: "posts", values: new Map([[titleId, `Many ${number}`]]), publishAt: at },
          ADA,
        ),
      ),
    );
    await hq.services.sites.follow(hq.site.id);
    const before = await commitsOfPublished();
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    expect(await commitsOfPublished()).toBe(before + 3);
    expect(await stateOf(made[249]?.entry.id ?? "")).toBe("published");
  });
});

describe("a release", () => {
  test("makes its entries live in one commit when its time comes", async () => {
    const made = [await makePost(hq, { title: "A" }), await makePost(hq, { title: "B" })];
    const release = await hq.ask("POST", "/releases", {
      as: "writer",
      body: { title: "Spring", entries: made.map(({ id }) => id), publishAt: inMinutes(5) },
    });
    expect(release).toMatchObject({ status: 201, body: { state: "scheduled" } });
    const before = await commitsOfPublished();
    hq.time += 6 * MINUTE;
    await scheduler.tick();
    expect(await commitsOfPublished()).toBe(before + 1);
    expect([await stateOf(made[0]?.id ?? ""), await stateOf(made[1]?.id ?? "")]).toEqual([
      "published",
      "published",
    ]);
    const after = await hq.ask("GET", `/releases/${String(release.body["id"])}`);
    expect(after.body).toMatchObject({ state: "published", issues: [] });
    const again = await hq.ask("POST", `/releases/${String(release.body["id"])}/publish`);
    expect(again.status).toBe(409);
  });

  test("is published at its time, however long until the next look", async () => {
    const { id } = await makePost(hq, { title: "Soon" });
    await scheduler.tick();
    const publishAt = new Date(hq.time + 200).toISOString();
    const body = { title: "Soon", entries: [id] };
    const made = await hq.ask("POST", "/releases", { body });
    await hq.ask("PATCH", `/releases/${String(made.body["id"])}`, { body: { publishAt } });
    hq.time += 300;
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("published");
  });

  test("is published whole or not at all, and says what keeps it back", async () => {
    const good = await makePost(hq, { title: "Good" });
    const bad = await makePost(hq, { title: "" });
    const made = await hq.ask("POST", "/releases", {
      body: { title: "Half", entries: [good.id, bad.id], publishAt: inMinutes(1) },
    });
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    const path = `/releases/${String(made.body["id"])}`;
    const failed = await hq.ask("GET", path);
    expect(failed.body).toMatchObject({ state: "failed", issues: [{ path: expect.any(String) }] });
    expect(await stateOf(good.id)).toBe("draft");
    const byHand = await hq.ask("POST", `${path}/publish`);
    const problem = { path: "title", message: "title is required and has no value." };
    expect(byHand).toMatchObject({ status: 422, body: { code: "publish_refused" } });
    expect(byHand.body["entries"]).toEqual({ [bad.id]: [problem] });
    await hq.ask("PATCH", path, { body: { entries: [good.id] } });
    await scheduler.tick();
    expect(await stateOf(good.id)).toBe("published");
  });

  test("of someone who may publish no more is not published", async () => {
    const { id } = await makePost(hq, { title: "Left behind" });
    const made = await hq.ask("POST", "/releases", {
      as: "writer",
      body: { title: "Late", entries: [id], publishAt: inMinutes(1) },
    });
    const { database } = hq.services.hq;
    const grant = database.deleteFrom("site_access").where("user_id", "=", "u-writer");
    await grant.execute();
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    expect((await hq.ask("GET", `/releases/${String(made.body["id"])}`)).body).toMatchObject({
      state: "failed",
      issues: [{ message: expect.stringContaining("may not publish here") }],
    });
    expect(await stateOf(id)).toBe("draft");
  });

  test("takes a time of any zone, and keeps it as UTC (SCD-04)", async () => {
    const { id } = await makePost(hq, { title: "Zoned" });
    const body = {
      title: "Zoned",
      entries: [id],
      publishAt: "2027-01-01T09:00:00+09:00",
    };
    const made = await hq.ask("POST", "/releases", { body });
    expect(made.body).toMatchObject({ publishAt: "2027-01-01T00:00:00.000Z" });
    const path = `/releases/${String(made.body["id"])}`;
    expect((await hq.ask("DELETE", path)).status).toBe(204);
  });

  test("is changed and listed until it is published, and forgotten by who may publish", async () => {
    const { id } = await makePost(hq, { title: "Spring" });
    const body = { title: "Spring", entries: [id] };
    const made = await hq.ask("POST", "/releases", { as: "editor", body });
    expect([made.status, made.body["state"]]).toEqual([201, "open"]);
    const path = `/releases/${String(made.body["id"])}`;
    const change = { title: "Summer", publishAt: inMinutes(60) };
    const changed = await hq.ask("PATCH", path, { as: "editor", body: change });
    expect(changed.body).toMatchObject({ ...change, state: "scheduled" });
    const listed = await hq.ask("GET", "/releases", { as: "viewer" });
    expect(listed.body["releases"]).toContainEqual(changed.body);
    expect((await hq.ask("DELETE", path, { as: "viewer" })).status).toBe(403);
    expect((await hq.ask("DELETE", path)).status).toBe(204);
    expect((await hq.ask("GET", path)).status).toBe(404);
  });

  test.each([
    ["more than five years ahead", { publishAt: "2036-01-01T00:00:00.000Z" }],
    ["of a time without a zone", { publishAt: "2026-12-01T00:00:00" }],
    ["of a time that has passed", { publishAt: "2020-01-01T00:00:00.000Z" }],
    ["without entries", { entries: [] }],
  ])("%s is refused (SCD-05)", async (_what, change) => {
    const { id } = await makePost(hq, { title: "Wrong" });
    const body = { title: "Wrong", entries: [id] };
    const asked = { ...body, ...change };
    expect((await hq.ask("POST", "/releases", { body: asked })).status).toBe(422);
    expect((await hq.ask("POST", "/releases", { as: "viewer", body: asked })).status).toBe(403);
    const made = await hq.ask("POST", "/releases", { body });
    const path = `/releases/${String(made.body["id"])}`;
    expect((await hq.ask("PATCH", path, { body: change })).status).toBe(422);
  });

  test("is planned with entries that are there", async () => {
    const body = { title: "Nothing", entries: ["eaaaaaaaaaaaaaaaaaaa"] };
    const answer = await hq.ask("POST", "/releases", { body });
    expect([answer.status, answer.body["code"]]).toEqual([404, "content_not_found"]);
  });
});
