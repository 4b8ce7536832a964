import { join } from "node:path";
import { publishEntries } from "@loam/cms-core/publish";
import { expect, onTestFinished, test } from "vitest";
import { ADMIN, startPeople } from "../../support/hq/hq-people.ts";
import { makeHqSite } from "../../support/hq/hq-site.ts";
import { hang, startReceiver } from "../../support/hq/webhook-receiver.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ENTRIES = 60;

test("WHK-08: a hanging endpoint with a long queue delays no other", async () => {
  const folder = await temporaryFolder();
  const { siteId } = await makeHqSite(folder);
  const env = { LOAM_DATA: join(folder, "data"), LOAM_WEBHOOK_ALLOW: "127.0.0.0/8" };
  const people = await startPeople({ env });
  const dead = await startReceiver(hang);
  const healthy = await startReceiver();
  onTestFinished(async () => {
    await Promise.all([dead.close(), healthy.close()]);
  });
  const browser = await people.signedIn(ADMIN);
  for (const { url } of [dead, healthy]) {
    const path = `/api/manage/sites/${siteId}/webhooks`;
    const { status } = await browser.ask("POST", path, { body: { url } });
    expect(status).toBe(201);
  }
  const { sites } = people.hq;
  const { store } = await sites.content(siteId);
  const actor = { name: "Ann", email: "ann@example.test" };
  for (let count = 0; count < ENTRIES; count += 1) {
    const values = new Map([["title", `Post ${count}`]]);
    const saved = await store.saveEntry({ type: "posts", slug: `p-${count}`, values }, { actor });
    await publishEntries(store, { entries: [{ id: saved.entry.id }], actor });
    await sites.follow(siteId);
  }
  await healthy.arrived(ENTRIES);
  // Four at a time hang there, and none of them has timed out yet.
  expect(dead.received.length).toBeLessThanOrEqual(4);
  const slugs = healthy.received.map(({ body }) => JSON.parse(body.toString()).entry_slug);
  expect(new Set(slugs).size).toBe(ENTRIES);
});
