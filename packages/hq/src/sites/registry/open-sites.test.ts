import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { publishEntries } from "@loam/cms-core/publish";
import { openSiteStore } from "@loam/cms-core/site";
import { expect, onTestFinished, test } from "vitest";
import { setUpHq } from "../../people/identity/setup/set-up-hq.ts";
import { listWorkspaces } from "../../people/workspaces/workspaces.ts";
import { parseConfig } from "../../platform/config/config.ts";
import { testDatabaseSettings } from "../../platform/db/database.fixture.ts";
import { openHq } from "../../platform/hq.ts";
import { createLog } from "../../platform/log.ts";
import { createSite } from "../manage/create-site.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import type { SiteMoved } from "./open-site.ts";
import { createSites, openSites } from "./open-sites.ts";

const ACTOR = { name: "Ada", email: "ada@example.com" };

async function openWorkspace() {
  const folder = mkdtempSync(join(tmpdir(), "loam-sites-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { LOAM_DATA: folder, ...(await testDatabaseSettings()) };
  const hq = await openHq(parseConfig(settings, folder));
  onTestFinished(() => hq.close());
  await setUpHq(hq);
  const [workspace] = await listWorkspaces(hq.database);
  return { hq, workspaceId: workspace?.id ?? "" };
}

const OPTIONS = {
  publicStorageUrl: "https://cdn.example.test/public",
  log: createLog("silent"),
};

async function openRegistry() {
  const { hq, workspaceId } = await openWorkspace();
  const sites = await openSites(hq, OPTIONS);
  onTestFinished(() => sites.close());
  const { id } = await createSite(hq, { name: "Blog", workspaceId });
  return { sites, id };
}

test("serves open sites while others are being opened", async () => {
  const { hq, workspaceId } = await openWorkspace();
  const { id: one } = await createSite(hq, { name: "One", workspaceId });
  const { id: two } = await createSite(hq, { name: "Two", workspaceId });
  const seen: unknown[] = [];
  const stateOf = (id: string): string => {
    try {
      return sites.live(id).commit ?? "served";
    } catch (error) {
      return isCmsError(error) ? error.code : "broken";
    }
  };
  const onFollowed = (): void => {
    seen.push([one, two].map((id) => [sites.has(id), stateOf(id)]));
  };
  const sites = createSites(hq, { ...OPTIONS, onFollowed });
  onTestFinished(() => sites.close());
  await sites.open();
  expect(seen).toEqual([
    expect.arrayContaining([
      [true, "served"],
      [true, "unavailable"],
    ]),
    [
      [true, "served"],
      [true, "served"],
    ],
  ]);
  expect(sites.unavailable()).toEqual([]);
});

test("does not serve a site before its live content is loaded", async () => {
  const { hq, workspaceId } = await openWorkspace();
  const { id } = await createSite(hq, { name: "Blog", workspaceId });
  const store = await openSiteStore(siteGitDir(hq, id));
  await store.saveType(
    { apiId: "posts", kind: "list", label: "Posts", fields: [] },
    { actor: ACTOR },
  );
  await store.publishSchema("posts", { actor: ACTOR });
  const saved = await store.saveEntry(
    { type: "posts", slug: "one", values: new Map() },
    { actor: ACTOR },
  );
  await publishEntries(store, { entries: [{ id: saved.entry.id }], actor: ACTOR });
  await store.close();
  const sites = createSites(hq, OPTIONS);
  onTestFinished(() => sites.close());
  const shown = new Set<string>();
  const tryRead = (): void => {
    try {
      shown.add(sites.live(id).find("posts", "one")?.slug ?? "nothing");
    } catch (error) {
      shown.add(isCmsError(error) ? error.code : "broken");
    }
  };
  const looking = setInterval(tryRead, 1);
  onTestFinished(() => clearInterval(looking));
  tryRead();
  await sites.open();
  tryRead();
  expect([...shown]).toEqual(["unavailable", "one"]);
});

test("opens a new site once, on the first follow", async () => {
  const { sites, id } = await openRegistry();
  expect(sites.has("site_unknown")).toBe(false);
  await expect(sites.content("site_unknown")).rejects.toMatchObject({ code: "site_not_found" });
  await Promise.all([sites.follow(id), sites.follow(id), sites.follow(id)]);
  expect(sites.has(id)).toBe(true);
  expect(await sites.content(id)).toBe(await sites.content(id));
  expect(sites.unavailable()).toEqual([]);
});

test("lists and reports a save once after following the site", async () => {
  const { sites, id } = await openRegistry();
  await sites.follow(id);
  const { store, index } = await sites.content(id);
  const reports: SiteMoved[] = [];
  const stop = sites.onMoved((moved) => reports.push(moved));
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
  expect(reports).toEqual([{ siteId: id, main: store.head() }]);
  stop();
});

test("no longer knows a dropped site", async () => {
  const { sites, id } = await openRegistry();
  await sites.follow(id);
  await sites.content(id);
  await sites.drop(id);
  expect(sites.has(id)).toBe(false);
  expect(() => sites.live(id)).toThrow(/cannot be served/);
});
