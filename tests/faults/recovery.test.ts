import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBlog } from "../support/site/blog-site.ts";
import { buryWriter, checkOpened } from "./support/check-site.ts";
import { faultFolder } from "./support/fault-folder.ts";
import { everyNth, inRounds } from "./support/rounds.ts";
import { makeBase } from "./support/save-scenarios.ts";
import { cutPowerEverywhere, failEachCall, type Scenario } from "./support/scenario.ts";

/** Creates a site in the worst state a crash can leave: with unfinished work. */
async function crashedSite(): Promise<string> {
  const folder = await faultFolder();
  await makeBase(folder);
  const gitDir = join(folder, "site.git");
  const packs = join(gitDir, "objects", "pack");
  for (const name of readdirSync(packs).filter((file) => file.endsWith(".pack"))) {
    const keep = join(packs, name.replace(/\.pack$/, ".keep"));
    writeFileSync(keep, "", { mode: 0o444 });
  }
  writeFileSync(join(packs, `pack-${"1".repeat(40)}.pack`), "half of a pack", { mode: 0o444 });
  writeFileSync(join(packs, `pack-${"1".repeat(40)}.keep`), "", { mode: 0o444 });
  mkdirSync(join(gitDir, "objects", "01"));
  writeFileSync(join(gitDir, "objects", "01", "2".repeat(38)), "");
  writeFileSync(join(packs, "loam-new-1-idx"), "half of an index");
  writeFileSync(join(gitDir, "refs", "heads", "main.lock"), "", { mode: 0o444 });
  writeFileSync(join(gitDir, "loam", "writer"), "4000000 1 gone");
  return folder;
}

async function start(folder: string): Promise<void> {
  await (await openBlog(folder)).store.close();
}

const RECOVER: Scenario<string> = {
  open: async (folder) => Promise.resolve(folder),
  act: start,
  again: async (folder) => {
    buryWriter(join(folder, "site.git"));
    await start(folder);
  },
  close: async () => Promise.resolve(),
  check: (folder) =>
    checkOpened(folder, [], async ({ store }) => {
      const slugs = store.entries("posts").map(({ slug }) => slug);
      expect(await Promise.resolve(slugs.toSorted())).toEqual(["a", "b", "c"]);
    }),
};

test("a start that fails with EIO during recovery reports it, and the next one recovers", async () => {
  const runs = await failEachCall(RECOVER, await crashedSite(), {
    code: "EIO",
    moment: "before",
    ...everyNth(8),
  });
  expect(runs.length).toBeGreaterThanOrEqual(inRounds(3));
});

test("DUR-02 two starts interrupted during recovery leave a state that the third recovers", async () => {
  const again: Scenario<string> = {
    ...RECOVER,
    check: async (folder) => {
      await cutPowerEverywhere(RECOVER, folder, { most: 1 });
      await RECOVER.check(folder, []);
    },
  };
  const { cuts } = await cutPowerEverywhere(again, await crashedSite(), { most: inRounds(4) });
  expect(cuts).toBeGreaterThanOrEqual(inRounds(5));
});
