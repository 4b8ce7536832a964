import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { readEvents } from "../events/event-reader.fixture.ts";

/** Returns the folder of the site's public files. */
function publicFolder(hq: SiteApi): string {
  const { publicStorage } = hq.services.hq.config;
  if (publicStorage.kind !== "folder") throw new Error("public storage is a folder here");
  return join(publicStorage.folder, hq.site.id);
}

function path(id: string): string {
  return `/types/posts/entries/${id}`;
}

async function openSite() {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  await hq.services.sites.follow(hq.site.id);
  const { id: first } = await makePost(hq, { title: "First" }, "first");
  const folder = publicFolder(hq);
  await hq.services.hq.database.updateTable("sites").set({ publishing: 1 }).execute();
  expect((await hq.ask("POST", `${path(first)}/publish`)).status).toBe(200);
  return {
    hq,
    folder,
    first,
    /** Makes all writes fail, as on a full or read-only volume. */
    refuse: async (): Promise<void> => {
      await rename(folder, `${folder}-away`);
      await writeFile(folder, "");
    },
    mend: async (): Promise<void> => {
      await rm(folder);
      await rename(`${folder}-away`, folder);
    },
  };
}

test("keeps working when storage rejects a publish, and writes its files after the fix", async () => {
  const { hq, folder, first, refuse, mend } = await openSite();
  const { sites } = hq.services;
  const events = await readEvents(`${hq.url}/sites/${hq.site.id}/events`, hq.headersOf("admin"));
  await events.until("ready");
  const { id } = await makePost(hq, { title: "Second" }, "second");
  await refuse();

  const refused = await hq.ask("POST", `${path(id)}/publish`);
  expect(refused.status).toBe(503);
  expect(refused.body["detail"]).toContain("published in Git");
  expect(sites.stuck()).toEqual([hq.site.id]);
  expect(sites.unavailable()).toEqual([]);
  expect((await events.until("publisher.stuck")).length).toBeGreaterThan(0);

  // Users can keep working: publish, save, list, and upload; the live site stays available.
  expect((await hq.ask("GET", path(id))).body["state"]).toBe("published");
  const saved = await hq.ask("PATCH", path(first), { body: { fields: { title: "Changed" } } });
  expect(saved.status).toBe(200);
  expect((await hq.ask("GET", "/types/posts/entries")).status).toBe(200);
  expect(sites.live(hq.site.id).commit).toBeDefined();

  await mend();
  await expect.poll(() => sites.stuck()).toEqual([]);
  expect(existsSync(join(folder, "api/posts/second.json"))).toBe(true);
  expect((await events.until("publisher.recovered")).length).toBeGreaterThan(0);
  events.leave();
  expect((await hq.ask("POST", `${path(first)}/publish`)).status).toBe(200);
});

test("does not delete a site while its public files cannot be removed", async () => {
  const { hq, refuse, mend } = await openSite();
  await refuse();
  expect((await hq.ask("DELETE", "")).status).toBe(503);
  expect(hq.services.sites.has(hq.site.id)).toBe(true);
  await mend();
  expect((await hq.ask("DELETE", "")).status).toBe(204);
});
