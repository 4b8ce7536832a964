import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { unpublishEntries } from "@loam/cms-core/publish";
import { expect, onTestFinished, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

const ACTOR = { name: "Ada", email: "ada@example.test" };

test("completes an interrupted deletion when the site is opened, unless the entry is live", async () => {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  await makeTypes(hq);
  await hq.ask("PUT", "/publishing", { body: { enabled: true } });
  const gone = await makePost(hq, { title: "Gone" });
  const live = await makePost(hq, { title: "Live" });
  const saved = await makePost(hq, { title: "Saved" });
  for (const { id } of [gone, live]) await hq.ask("POST", `/types/posts/entries/${id}/publish`);
  const { store } = await hq.services.sites.content(hq.site.id);
  await unpublishEntries(store, { ids: [gone.id], actor: ACTOR });
  const notes = join(siteGitDir(hq.services.hq, hq.site.id), "loam", "deleting");
  mkdirSync(notes, { recursive: true });
  for (const { id, version } of [gone, live, { ...saved, version: gone.version }]) {
    const writer = { host: hostname(), process: "4000000 1 gone" };
    const entries = [{ id, blob: version.replaceAll('"', "") }];
    const note = { entries, actor: ACTOR, ...writer };
    writeFileSync(join(notes, `${id}.json`), JSON.stringify(note));
  }
  writeFileSync(join(notes, "cut-short.json"), '{"id":');

  await hq.services.sites.drop(hq.site.id);
  await hq.services.sites.follow(hq.site.id);
  const statusOf = async ({ id }: { readonly id: string }): Promise<number> =>
    (await hq.ask("GET", `/types/posts/entries/${id}`)).status;
  expect([await statusOf(gone), await statusOf(live), await statusOf(saved)]).toEqual([
    404, 200, 200,
  ]);
  expect(readdirSync(notes)).toEqual([]);
});
