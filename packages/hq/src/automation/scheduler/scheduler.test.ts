import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePost } from "../../content/entries/entries.fixture.ts";
import { createDueWork } from "../../content/releases/fire-schedules.ts";
import { MINUTE, openScheduledSite, type ScheduledSite } from "./scheduled-site.fixture.ts";
import { startScheduler } from "./scheduler.ts";

const ADA = { actor: { name: "Ada", email: "ada@example.com" } };

let site: ScheduledSite;
let hq: ScheduledSite["hq"];
let scheduler: ScheduledSite["scheduler"];
beforeAll(async () => {
  site = await openScheduledSite();
  ({ hq, scheduler } = site);
});
afterAll(async () => site[Symbol.asyncDispose]());

interface Times {
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
}

async function setTimes(id: string, times: Times): Promise<void> {
  const { store } = await hq.services.sites.content(hq.site.id);
  const ref = store.entryById(id);
  if (ref === undefined) throw new Error(`There is no entry ${id}.`);
  const { values } = await store.readEntry(ref);
  await store.saveEntry({ type: "posts", id, values, ...times }, ADA);
  await hq.services.sites.follow(hq.site.id);
}

describe("the scheduler", () => {
  test("publishes and unpublishes an entry at its scheduled times", async () => {
    const { id } = await makePost(hq, { title: "Timed" });
    const at = site.inMinutes(10);
    await setTimes(id, { publishAt: at, unpublishAt: site.inMinutes(30) });
    await scheduler.tick();
    expect(await site.stateOf(id)).toBe("draft");
    hq.time += 12 * MINUTE;
    await scheduler.tick();
    expect((await hq.ask("GET", `/types/posts/entries/${id}`)).body).toMatchObject({
      state: "published",
      publishedAt: at,
    });
    expect(hq.services.sites.live(hq.site.id).types.get("posts")?.body.totalCount).toBe(1);
    hq.time += 20 * MINUTE;
    await scheduler.tick();
    expect(await site.stateOf(id)).toBe("unpublished");
  });

  test("catches up after downtime without showing entries that were due and have ended (SCD-03)", async () => {
    const over = await makePost(hq, { title: "Over" });
    const expired = await makePost(hq, { title: "Begun" });
    await setTimes(over.id, { publishAt: site.inMinutes(1), unpublishAt: site.inMinutes(2) });
    await setTimes(expired.id, { publishAt: site.inMinutes(3) });
    const before = await site.commitsOfPublished();
    hq.time += 60 * MINUTE;
    await scheduler.tick();
    expect([await site.stateOf(over.id), await site.stateOf(expired.id)]).toEqual([
      "draft",
      "published",
    ]);
    expect(await site.commitsOfPublished()).toBe(before + 1);
  });

  test("reports why an entry cannot be published, and publishes it after the fix (SCD-06)", async () => {
    const { id } = await makePost(hq, { title: "" });
    const dueAt = site.inMinutes(1);
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
    const notice = { kind: "schedule-failed", entryId: id, action: "publish", dueAt };
    const notices = await hq.ask("GET", "/notices", { as: "viewer" });
    expect(notices.body).toEqual({
      notices: [expect.objectContaining({ ...notice, message: expect.stringContaining("title") })],
    });
    hq.time += 5 * MINUTE;
    await hq.ask("PATCH", `/types/posts/entries/${id}`, { body: { fields: { title: "Mended" } } });
    await scheduler.tick();
    expect(await site.stateOf(id)).toBe("published");
    expect((await hq.ask("GET", "/schedule")).body).toMatchObject({ failures: [] });
    expect((await hq.ask("GET", "/notices")).body).toEqual({ notices: [] });
  });

  test("publishes once, even with several concurrent schedulers (SCD-01)", async () => {
    const { id } = await makePost(hq, { title: "Once" });
    await setTimes(id, { publishAt: site.inMinutes(1) });
    const before = await site.commitsOfPublished();
    const services = { ...hq.services, due: createDueWork(hq.services) };
    const others = [startScheduler(services), startScheduler(services)];
    hq.time += 2 * MINUTE;
    await Promise.all([scheduler, ...others].flatMap((each) => [each.tick(), each.tick()]));
    await Promise.all(others.map((each) => each.close()));
    expect(await site.stateOf(id)).toBe("published");
    expect(await site.commitsOfPublished()).toBe(before + 1);
  });

  test("skips schedules that were removed or postponed (SCD-07)", async () => {
    const back = await makePost(hq, { title: "Back" });
    const off = await makePost(hq, { title: "Off" });
    for (const { id } of [back, off]) await setTimes(id, { publishAt: site.inMinutes(1) });
    await setTimes(back.id, { publishAt: null });
    await setTimes(off.id, { publishAt: site.inMinutes(90) });
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    expect([await site.stateOf(back.id), await site.stateOf(off.id)]).toEqual(["draft", "draft"]);
  });

  test("does not repeat schedules when the clock is set back (SCD-04)", async () => {
    const { id } = await makePost(hq, { title: "Back and forth" });
    await setTimes(id, { publishAt: site.inMinutes(1), unpublishAt: site.inMinutes(90) });
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    const before = await site.commitsOfPublished();
    hq.time -= 60 * MINUTE;
    await scheduler.tick();
    expect(await site.stateOf(id)).toBe("published");
    hq.time += 61 * MINUTE;
    await scheduler.tick();
    expect(await site.commitsOfPublished()).toBe(before);
    hq.time += 90 * MINUTE;
    await scheduler.tick();
    expect(await site.stateOf(id)).toBe("unpublished");
    // Times in the far future must not overflow to 1901.
    hq.time = Date.parse("2037-12-31T00:00:00.000Z");
    const far = await makePost(hq, { title: "After 2038" });
    await setTimes(far.id, { publishAt: "2038-01-20T00:00:00.000Z" });
    await scheduler.tick();
    expect(await site.stateOf(far.id)).toBe("draft");
    hq.time = Date.parse("2038-01-20T00:00:01.000Z");
    await scheduler.tick();
    expect(await site.stateOf(far.id)).toBe("published");
  });

  test("processes hundreds of due schedules in few commits (SCD-08)", async () => {
    const { store } = await hq.services.sites.content(hq.site.id);
    const at = site.inMinutes(1);
    const titleId = store.type("posts")?.latest?.fields[0]?.id ?? "";
    const created = await Promise.all(
      Array.from({ length: 250 }, (_, number) =>
        store.saveEntry(
          { type: "posts", values: new Map([[titleId, `Many ${number}`]]), publishAt: at },
          ADA,
        ),
      ),
    );
    await hq.services.sites.follow(hq.site.id);
    const before = await site.commitsOfPublished();
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    expect(await site.commitsOfPublished()).toBe(before + 3);
    expect(await site.stateOf(created[249]?.entry.id ?? "")).toBe("published");
  });
});
