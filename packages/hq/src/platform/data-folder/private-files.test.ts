import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { makePost, makeTypes } from "../../content/entries/entries.fixture.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";

const OTHERS = 0o077;

/** Returns the paths that other users have any access to, below folders that they can pass through. */
function openToOthers(folder: string, top = folder): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    if ((statSync(path).mode & OTHERS) === 0) return [];
    return item.isDirectory() ? openToOthers(path, top) : [relative(top, path)];
  });
}

test("stores drafts, users, and keys in private files", async () => {
  const hq = await startSiteApi();
  try {
    await makeTypes(hq);
    const post = await makePost(hq, { title: "One" });
    await hq.ask("POST", `/types/posts/entries/${post.id}/publish`);
    const { config, paths } = hq.services.hq;
    const { dataFolder } = config;
    expect(statSync(paths.sites).mode & OTHERS).toBe(0);
    expect(statSync(join(paths.sites, `${hq.site.id}.git`)).mode & OTHERS).toBe(0);
    const indexes = readdirSync(paths.node).filter((name) => name.includes(".index.db"));
    expect(indexes).not.toEqual([]);
    for (const name of indexes) expect(statSync(join(paths.node, name)).mode & OTHERS).toBe(0);
    const open = openToOthers(dataFolder).filter((path) => !/^(public|media)\//.test(path));
    expect(open.filter((path) => !/^(nodes\/[^/]+\/)?(format\.json|hq\.lock)/.test(path))).toEqual(
      [],
    );
  } finally {
    await hq.close();
  }
});
