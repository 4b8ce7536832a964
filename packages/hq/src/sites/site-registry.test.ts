import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../config.ts";
import { testDatabaseSettings } from "../db/database.fixture.ts";
import { createLog } from "../log.ts";
import { openHq } from "../open-hq.ts";
import { setUpHq } from "../set-up-hq.ts";
import { listWorkspaces } from "../workspaces/workspaces.ts";
import { createSite } from "./create-site.ts";
import type { SiteMoved } from "./open-site.ts";
import { openSites } from "./site-registry.ts";

const ACTOR = { name: "Ada", email: "ada@example.com" };

async function openRegistry() {
  const folder = mkdtempSync(join(tmpdir(), "loam-sites-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { LOAM_DATA: folder, ...(await testDatabaseSettings()) };
  const hq = await openHq(parseConfig(settings, folder));
  onTestFinished(() => hq.close());
  await setUpHq(hq);
  const [workspace] = await listWorkspaces(hq.database);
  const sites = await openSites(hq, {
    publicStorageUrl: "https://cdn.example.test/public",
    log: createLog("silent"),
  });
  onTestFinished(() => sites.close());
  const { id } = await createSite(hq, { name: "Blog", workspaceId: workspace?.id ?? "" });
  return { sites, id };
}

test("a site that was made after the start is opened once, by whoever follows it first", async () => {
  const { sites, id } = await openRegistry();
  expect(sites.has("site_unknown")).toBe(false);
  await expect(sites.content("site_unknown")).rejects.toMatchObject({ code: "site_not_found" });
  await Promise.all([sites.follow(id), sites.follow(id), sites.follow(id)]);
  expect(sites.has(id)).toBe(true);
  expect(await sites.content(id)).toBe(await sites.content(id));
  expect(sites.unavailable()).toEqual([]);
});

test("what was saved is listed, and told once, when the site was followed", async () => {
  const { sites, id } = await openRegistry();
  await sites.follow(id);
  const { store, index } = await sites.content(id);
  const told: SiteMoved[] = [];
  const stop = sites.onMoved((moved) => told.push(moved));
  await store.saveType(
    {
      apiId: "posts",
      kind: "list",
      label: "Posts",
      fields: [
        {
          id: "title",
          apiId: "title",
          label: "Title",
          type: "text",
          required: false,
          multiple: false,
        },
      ],
    },
    { actor: ACTOR },
  );
  await sites.follow(id);
  await sites.follow(id);
  expect((await index.types()).map(({ apiId }) => apiId)).toEqual(["posts"]);
  expect(told).toEqual([{ siteId: id, main: store.head() }]);
  stop();
});

test("a site that was dropped is known no longer", async () => {
  const { sites, id } = await openRegistry();
  await sites.follow(id);
  await sites.content(id);
  await sites.drop(id);
  expect(sites.has(id)).toBe(false);
  expect(() => sites.live(id)).toThrow(/cannot be served/);
});
