import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  MINUTE,
  openScheduledSite,
  type ScheduledSite,
} from "../../automation/scheduler/scheduled-site.fixture.ts";
import { makePost } from "../entries/entries.fixture.ts";

let site: ScheduledSite;
let hq: ScheduledSite["hq"];
let scheduler: ScheduledSite["scheduler"];
beforeAll(async () => {
  site = await openScheduledSite();
  ({ hq, scheduler } = site);
});
afterAll(async () => site[Symbol.asyncDispose]());

describe("a release", () => {
  test("publishes its entries in one commit when due", async () => {
    const created = [await makePost(hq, { title: "A" }), await makePost(hq, { title: "B" })];
    const release = await hq.ask("POST", "/releases", {
      as: "writer",
      body: { title: "Spring", entries: created.map(({ id }) => id), publishAt: site.inMinutes(5) },
    });
    expect(release).toMatchObject({ status: 201, body: { state: "scheduled" } });
    const before = await site.commitsOfPublished();
    hq.time += 6 * MINUTE;
    await scheduler.tick();
    expect(await site.commitsOfPublished()).toBe(before + 1);
    expect([
      await site.stateOf(created[0]?.id ?? ""),
      await site.stateOf(created[1]?.id ?? ""),
    ]).toEqual(["published", "published"]);
    const after = await hq.ask("GET", `/releases/${String(release.body["id"])}`);
    expect(after.body).toMatchObject({ state: "published", issues: [] });
    const again = await hq.ask("POST", `/releases/${String(release.body["id"])}/publish`);
    expect(again.status).toBe(409);
  });

  test("is published on time, whatever the polling interval", async () => {
    const { id } = await makePost(hq, { title: "Soon" });
    await scheduler.tick();
    const publishAt = new Date(hq.time + 200).toISOString();
    const body = { title: "Soon", entries: [id] };
    const created = await hq.ask("POST", "/releases", { body });
    await hq.ask("PATCH", `/releases/${String(created.body["id"])}`, { body: { publishAt } });
    hq.time += 300;
    await expect.poll(() => site.stateOf(id)).toBe("published");
  });

  test("is published as a whole or not at all, with reasons", async () => {
    const good = await makePost(hq, { title: "Good" });
    const bad = await makePost(hq, { title: "" });
    const created = await hq.ask("POST", "/releases", {
      body: { title: "Half", entries: [good.id, bad.id], publishAt: site.inMinutes(1) },
    });
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    const path = `/releases/${String(created.body["id"])}`;
    const failed = await hq.ask("GET", path);
    expect(failed.body).toMatchObject({ state: "failed", issues: [{ path: expect.any(String) }] });
    expect(await site.stateOf(good.id)).toBe("draft");
    const byHand = await hq.ask("POST", `${path}/publish`);
    const problem = { path: "title", message: "title is required and has no value." };
    expect(byHand).toMatchObject({ status: 422, body: { code: "publish_refused" } });
    expect(byHand.body["entries"]).toEqual({ [bad.id]: [problem] });
    await hq.ask("PATCH", path, { body: { entries: [good.id] } });
    await scheduler.tick();
    expect(await site.stateOf(good.id)).toBe("published");
  });

  test("is not published if its author lost permission", async () => {
    const { database } = hq.services.hq;
    const planned: (readonly [id: string, release: string])[] = [];
    for (const as of ["writer", "editor"] as const) {
      const { id } = await makePost(hq, { title: "Left behind" });
      const body = { title: "Late", entries: [id], publishAt: site.inMinutes(1) };
      const created = await hq.ask("POST", "/releases", { as, body });
      planned.push([id, `/releases/${String(created.body["id"])}`]);
    }
    await database.deleteFrom("site_access").where("user_id", "=", "u-writer").execute();
    const shutOut = { disabled_at: hq.services.hq.now().toISOString() };
    await database.updateTable("users").set(shutOut).where("id", "=", "u-editor").execute();
    hq.time += 2 * MINUTE;
    await scheduler.tick();
    for (const [id, release] of planned) {
      expect((await hq.ask("GET", release)).body).toMatchObject({
        state: "failed",
        issues: [{ message: expect.stringContaining("can no longer publish") }],
      });
      expect(await site.stateOf(id)).toBe("draft");
    }
  });

  test("accepts a time in any zone and stores UTC (SCD-04)", async () => {
    const { id } = await makePost(hq, { title: "Zoned" });
    const body = {
      title: "Zoned",
      entries: [id],
      publishAt: "2027-01-01T09:00:00+09:00",
    };
    const created = await hq.ask("POST", "/releases", { body });
    expect(created.body).toMatchObject({ publishAt: "2027-01-01T00:00:00.000Z" });
    const path = `/releases/${String(created.body["id"])}`;
    expect((await hq.ask("DELETE", path)).status).toBe(204);
  });

  test("can be changed and listed until published, and deleted by publishers", async () => {
    const { id } = await makePost(hq, { title: "Spring" });
    const body = { title: "Spring", entries: [id] };
    const created = await hq.ask("POST", "/releases", { as: "editor", body });
    expect([created.status, created.body["state"]]).toEqual([201, "open"]);
    const path = `/releases/${String(created.body["id"])}`;
    const change = { title: "Summer", publishAt: site.inMinutes(60) };
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
  ])("rejects %s (SCD-05)", async (_what, change) => {
    const { id } = await makePost(hq, { title: "Wrong" });
    const body = { title: "Wrong", entries: [id] };
    const asked = { ...body, ...change };
    expect((await hq.ask("POST", "/releases", { body: asked })).status).toBe(422);
    expect((await hq.ask("POST", "/releases", { as: "viewer", body: asked })).status).toBe(403);
    const created = await hq.ask("POST", "/releases", { body });
    const path = `/releases/${String(created.body["id"])}`;
    expect((await hq.ask("PATCH", path, { body: change })).status).toBe(422);
  });

  test("requires existing entries", async () => {
    const body = { title: "Nothing", entries: ["eaaaaaaaaaaaaaaaaaaa"] };
    const answer = await hq.ask("POST", "/releases", { body });
    expect([answer.status, answer.body["code"]]).toEqual([404, "content_not_found"]);
  });
});
