import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSiteStore } from "@loam/cms-core/site";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { damageObject } from "../../../../../tests/support/site/damage-object.ts";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { setUpHq } from "../../people/identity/setup/set-up-hq.ts";
import { listWorkspaces } from "../../people/workspaces/workspaces.ts";
import { parseConfig } from "../../platform/config/config.ts";
import { testDatabaseSettings } from "../../platform/db/database.fixture.ts";
import { openHq } from "../../platform/hq.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { createSite } from "../manage/create-site.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import { openSites } from "./open-sites.ts";

const ACTOR = { name: "Ada", email: "ada@example.com" };

async function openThree() {
  const folder = mkdtempSync(join(tmpdir(), "loam-damaged-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { LOAM_DATA: folder, ...(await testDatabaseSettings()) };
  const hq = await openHq(parseConfig(settings, folder));
  onTestFinished(() => hq.close());
  await setUpHq(hq);
  const [workspace] = await listWorkspaces(hq.database);
  const workspaceId = workspace?.id ?? "";
  const ids: string[] = [];
  for (const name of ["One", "Two", "Three"]) {
    ids.push((await createSite(hq, { name, workspaceId })).id);
  }
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
  const sites = await openSites(hq, { publicStorageUrl: "https://cdn.example.test/public", log });
  onTestFinished(() => sites.close());
  const gitDirs = ids.map((id) => siteGitDir(hq, id));
  return { sites, ids, gitDirs, linesOf: (id: string) => lines.filter((one) => one.includes(id)) };
}

/** Saves to a site from another process. */
async function saveElsewhere(gitDir: string, label: string): Promise<void> {
  const store = await openSiteStore(gitDir);
  const type = { apiId: "posts", kind: "list", label, fields: [] } as const;
  await store.saveType(type, { actor: ACTOR });
  await store.close();
}

function entryPath(id: string): string {
  return `/types/posts/entries/${id}`;
}

const HARMS: readonly [string, (gitDir: string) => () => void][] = [
  [
    "whose main is garbage",
    (gitDir) => {
      const path = join(gitDir, "refs/heads/main");
      const before = readFileSync(path);
      writeFileSync(path, "garbage");
      return () => writeFileSync(path, before);
    },
  ],
  [
    "whose repository is gone",
    (gitDir) => {
      renameSync(gitDir, `${gitDir}-away`);
      return () => renameSync(`${gitDir}-away`, gitDir);
    },
  ],
  [
    "whose repository is a file",
    (gitDir) => {
      renameSync(gitDir, `${gitDir}-away`);
      writeFileSync(gitDir, "");
      return () => {
        rmSync(gitDir);
        renameSync(`${gitDir}-away`, gitDir);
      };
    },
  ],
];

test.each(HARMS)("reports a site %s once and keeps following the others", async (_, harm) => {
  const { sites, ids, gitDirs, linesOf } = await openThree();
  for (const id of ids) await sites.content(id);
  const moved: string[] = [];
  sites.onMoved(({ siteId }) => moved.push(siteId));
  // Regardless of the order from the database.
  for (const at of [0, 2]) {
    const id = ids[at] ?? "";
    const gitDir = gitDirs[at] ?? "";
    const repair = harm(gitDir);
    await expect
      .poll(() => sites.inTrouble())
      .toEqual([{ site: id, trouble: "unreadable", reason: expect.any(String) }]);
    expect(JSON.stringify(sites.inTrouble())).not.toContain(gitDir);
    await saveElsewhere(gitDirs[1] ?? "", `Posts ${at}`);
    await expect.poll(() => moved).toContain(ids[1]);
    // Long enough for another check.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await sites.troubles()).toHaveLength(1);
    expect(linesOf(id).filter((line) => line.includes("cannot be read"))).toHaveLength(1);
    repair();
    await expect.poll(() => sites.troubles()).toEqual([]);
    expect(linesOf(id).filter((line) => line.includes("can be read again"))).toHaveLength(1);
    moved.length = 0;
  }
});

test("keeps following other sites while one is writing public files for long", async () => {
  const { sites, ids, gitDirs } = await openThree();
  for (const id of ids) await sites.content(id);
  const written = Promise.withResolvers<void>();
  // Regardless of the order from the database.
  const writing = [0, 2].map((at) => sites.alone(ids[at] ?? "", () => written.promise));
  onTestFinished(() => Promise.all(writing).then(() => undefined));
  onTestFinished(() => written.resolve());
  // Long enough for checking the public files of each site.
  await new Promise((resolve) => setTimeout(resolve, 6000));
  const moved: string[] = [];
  sites.onMoved(({ siteId }) => moved.push(siteId));
  await saveElsewhere(gitDirs[1] ?? "", "Posts");
  await expect.poll(() => moved).toContain(ids[1]);
});

test("names an entry with a damaged file and serves everything else", async () => {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  await hq.services.sites.follow(hq.site.id);
  const [lost, kept] = [
    await makePost(hq, { title: "Lost" }, "lost"),
    await makePost(hq, { title: "Kept" }, "kept"),
  ];
  const { sites } = hq.services;
  const gitDir = siteGitDir(hq.services.hq, hq.site.id);
  damageObject(gitDir, lost.version, "overwritten");
  // Git keeps files open while the site is open.
  await sites.drop(hq.site.id);
  await sites.follow(hq.site.id);

  const refused = await hq.ask("GET", entryPath(lost.id));
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({
    code: "repository_broken",
    detail: expect.stringMatching(/content\/posts\/lost\.md cannot be read.*hq repair --from/),
  });
  expect((await hq.ask("GET", entryPath(kept.id))).status).toBe(200);
  const listed = await hq.ask("GET", "/types/posts/entries");
  expect(listed.body["entries"]).toHaveLength(2);
  const saved = await hq.ask("PATCH", entryPath(kept.id), {
    body: { fields: { title: "Changed" } },
  });
  expect(saved.status).toBe(200);
  await makePost(hq, { title: "New" }, "new");
  await hq.services.hq.database.updateTable("sites").set({ publishing: 1 }).execute();
  expect((await hq.ask("POST", `${entryPath(kept.id)}/publish`)).status).toBe(200);
  expect(sites.live(hq.site.id).find("posts", "kept")).toBeDefined();
  expect(await sites.troubles()).toEqual([
    {
      site: hq.site.id,
      trouble: "damaged",
      reason: expect.stringContaining(`content/posts/lost.md`),
    },
  ]);
  const unpublished = await hq.ask("POST", `${entryPath(lost.id)}/publish`);
  expect([unpublished.status, unpublished.body["errors"]]).toEqual([
    422,
    [expect.objectContaining({ message: expect.stringContaining(lost.version) })],
  ]);
});
