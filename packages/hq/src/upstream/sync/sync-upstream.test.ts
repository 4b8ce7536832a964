import { expect, test } from "vitest";
import { FORGE_TOKEN } from "../../../../../tests/support/git/forge-repository.ts";
import { findUpstream } from "../connection/upstreams.ts";
import { cloneForge, pushThere, startMirroredSite } from "../upstream.fixture.ts";

test("retries an unreachable host at increasing intervals and reports it once", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const events: string[] = [];
  const stop = site.hq.services.events.onAnnounced((_, event) => events.push(event));
  site.forge.intercept = (request) => {
    request.socket.destroy();
    return true;
  };
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { body } = await site.sync();
    expect(body).toMatchObject({
      state: "failing",
      problem: {
        code: "upstream_unreachable",
        message: expect.stringContaining("cannot be reached"),
      },
      branches: [{ name: "main", state: "in_sync" }, {}],
    });
    waits.push(Date.parse(String(body["nextAt"])) - site.hq.time);
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[3]).toBeGreaterThan(4 * (waits[0] ?? 0));
  expect(events).toEqual(["upstream.failed"]);
  site.forge.intercept = () => false;
  await site.patch("first", { title: "Saved meanwhile" });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync", problem: null });
  expect(events).toEqual(["upstream.failed", "upstream.synced"]);
  stop();
});

test("reports rejected credentials without revealing them, and continues with new ones", async () => {
  const site = await startMirroredSite();
  const wrong = "a-wrong-token";
  await site.hq.ask("PUT", "/upstream", { body: { url: site.forge.url, credential: wrong } });
  const { body } = await site.sync();
  expect(body).toMatchObject({ state: "failing", problem: { code: "upstream_denied" } });
  expect(JSON.stringify(body)).not.toContain(wrong);
  const credential = { kind: "token", token: FORGE_TOKEN, username: "deploy" };
  await site.hq.ask("PUT", "/upstream", { body: { url: site.forge.url, credential } });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
});

test("does not compare another repository with the state of the previous one", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const refs = await site.gitHere("for-each-ref", "--format=%(refname)", "refs/loam/upstream");
  await site.hq.ask("PUT", "/upstream", { body: { url: site.forge.url, branch: "trunk" } });
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({ state: "in_sync" });
  expect(site.forge.git("rev-parse", "trunk").trim()).toBe(state.branch("main")?.here);
  const now = await site.gitHere("for-each-ref", "--format=%(refname)", "refs/loam/upstream");
  expect(now).not.toContain(refs.split("\n")[0]);
  await site.hq.ask("DELETE", "/upstream");
  expect(await site.gitHere("for-each-ref", "refs/loam/upstream")).toBe("");
});

test("records upstream changes in the audit log and the site's events", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const events: string[] = [];
  const stop = site.hq.services.events.onAnnounced((_, event) => events.push(event));
  const folder = await cloneForge(site);
  const commit = await pushThere(folder, { "content/posts/second.yml": "title: Second\n" });
  await site.sync();
  expect(events).toEqual(["upstream.synced"]);
  const rows = await site.hq.services.hq.database
    .selectFrom("audit_log")
    .select(["event", "site_id", "target"])
    .where("event", "=", "upstream.pulled")
    .execute();
  expect(rows).toMatchObject([
    { site_id: site.hq.site.id, target: expect.stringContaining(commit) },
  ]);
  stop();
});

test("discards the result of a sync if another upstream was set in the meantime", async () => {
  const site = await startMirroredSite();
  let isSet = false;
  site.forge.intercept = () => {
    if (!isSet) {
      isSet = true;
      void site.hq.ask("PUT", "/upstream", { body: { url: site.forge.url, branch: "trunk" } });
    }
    return false;
  };
  await site.sync();
  await expect
    .poll(async () => (await findUpstream(site.hq.services.hq.database, site.hq.site.id))?.branch)
    .toBe("trunk");
  const row = await findUpstream(site.hq.services.hq.database, site.hq.site.id);
  expect([row?.branch, row?.report]).toEqual(["trunk", null]);
});

test("does not connect to a network that the operator no longer allows", async () => {
  const site = await startMirroredSite();
  const { database } = site.hq.services.hq;
  await database.updateTable("upstreams").set({ url: "https://10.0.0.1/team/site.git" }).execute();
  expect((await site.sync()).body).toMatchObject({ problem: { code: "target_refused" } });
});
