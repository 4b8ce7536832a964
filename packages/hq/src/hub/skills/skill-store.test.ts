import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRepository } from "@loam/cms-core/git";
import { expect, onTestFinished, test } from "vitest";
import { type SavedSkill, SkillStore } from "./skill-store.ts";

const ANN = { name: "Ann", email: "ann@example.test" };
const BOB = { name: "Bob", email: "bob@example.test" };

/** Opens several stores of one repository, like several processes. */
async function openStores(count: number): Promise<readonly SkillStore[]> {
  const folder = mkdtempSync(join(tmpdir(), "loam-skills-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stores: SkillStore[] = [];
  for (let index = 0; index < count; index += 1) {
    const shared = { alone: (work: () => Promise<void>) => work() };
    const repository = await openRepository(join(folder, "skills.git"), { create: true, shared });
    const store = new SkillStore(repository, { now: () => new Date(0) });
    onTestFinished(() => store.close());
    stores.push(store);
  }
  return stores;
}

async function save(
  store: SkillStore,
  name: string,
  body: string,
  actor = ANN,
): Promise<SavedSkill> {
  const text = `---\nname: ${name}\ndisplay_name: A skill\ndescription: Does it.\n---\n${body}\n`;
  const file = { path: "SKILL.md", mode: "100644", bytes: Buffer.from(text) } as const;
  return store.save(name, [file], { actor });
}

test("creates a version for each of several processes that save concurrently", async () => {
  const stores = await openStores(2);
  const saved = await Promise.all(
    ["a", "b", "c", "d", "e", "f"].map((body, index) => {
      const [first, second] = stores;
      const store = index % 2 === 0 ? first : second;
      if (store === undefined) throw new Error("There are two.");
      return save(store, "one", body, index % 2 === 0 ? ANN : BOB);
    }),
  );
  const numbers = saved.map(({ version: { version } }) => version);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { version } of saved) {
    for (const store of stores) expect(await store.find("one", version.version)).toEqual(version);
  }
  const trees = new Set(saved.map(({ version: { tree } }) => tree));
  expect(trees.size).toBe(6);
});

test("shows what another process saved, with its author", async () => {
  const [first, second] = await openStores(2);
  if (first === undefined || second === undefined) throw new Error("There are two.");
  await save(first, "one", "a", ANN);
  await save(second, "two", "b", BOB);
  const seen = (await first.list()).map(({ name, by }) => [name, by.name]);
  expect(seen).toEqual([
    ["one", "Ann"],
    ["two", "Bob"],
  ]);
});

test("ignores files outside of skills and invalid skills", async () => {
  const [store] = await openStores(1);
  if (store === undefined) throw new Error("There is one.");
  await save(store, "one", "a");
  const edit = Buffer.from("x");
  const paths = ["README.md", "skills/README.md", "skills/Big/SKILL.md", "skills/empty/a.txt"];
  await store.repository.commit("refs/heads/main", {
    files: new Map(paths.map((path) => [path, edit])),
    author: BOB,
    message: "Past HQ",
  });
  expect((await store.list()).map(({ name, version }) => [name, version])).toEqual([["one", 1]]);
});
