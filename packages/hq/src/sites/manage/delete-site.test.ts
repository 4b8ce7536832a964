import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { findSiteById, updateSite } from "../../people/workspaces/sites.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import { deleteSite, finishDeletedSites, removalBy } from "./delete-site.ts";

test.each([["before its public files went"], ["when its repository was in the trash"]])(
  "completes a site deletion interrupted %s on the next start",
  async (moment) => {
    const site = await startSiteApi();
    onTestFinished(() => site.close());
    const { hq } = site.services;
    const { id } = site.site;
    await makeTypes(site);
    const post = await makePost(site, { title: "Live" });
    await site.ask("PUT", "/publishing", { body: { enabled: true } });
    await site.ask("POST", `/types/posts/entries/${post.id}/publish`);
    const files = join(hq.config.dataFolder, "public", id);
    expect(existsSync(files)).toBe(true);

    mkdirSync(hq.paths.trash, { recursive: true });
    const note = join(hq.paths.trash, `${id}.deleting`);
    writeFileSync(note, "");
    utimesSync(note, 0, 0);
    if (moment.startsWith("when")) {
      await updateSite(hq.database, id, { publishing: 0 });
      await site.services.sites.follow(id);
      await site.services.sites.drop(id);
      renameSync(siteGitDir(hq, id), join(hq.paths.trash, `${id}-1.git`));
    }
    await finishDeletedSites(site.services);

    expect(await findSiteById(hq.database, id)).toBeUndefined();
    expect(existsSync(siteGitDir(hq, id))).toBe(false);
    expect(existsSync(join(files, "api"))).toBe(false);
    expect(readdirSync(hq.paths.trash)).toEqual([expect.stringMatching(`^${id}-.*git$`)]);
    expect(site.services.sites.unavailable()).toEqual([]);
    expect(indexesOf(site)).toEqual([]);
  },
);

/** Returns the files of content indexes, which contain the text of drafts. */
function indexesOf({ services }: Awaited<ReturnType<typeof startSiteApi>>): readonly string[] {
  return readdirSync(services.hq.paths.node).filter((name) => name.includes(".index.db"));
}

test("removes the content index of a deleted site, also on start", async () => {
  const site = await startSiteApi();
  onTestFinished(() => site.close());
  const { hq } = site.services;
  await makeTypes(site);
  await makePost(site, { title: "Secret plans" });
  expect(indexesOf(site)).not.toEqual([]);
  writeFileSync(join(hq.paths.node, `s${"a".repeat(19)}.index.db-wal`), "");
  await finishDeletedSites(site.services);
  expect([...new Set(indexesOf(site).map((name) => name.split(".")[0]))]).toEqual([site.site.id]);
  await deleteSite(removalBy(site.services), site.site.id);
  expect(indexesOf(site)).toEqual([]);
});
