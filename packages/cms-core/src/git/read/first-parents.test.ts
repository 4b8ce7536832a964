import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepository, type GitRepository } from "../repository/repository.ts";

const COMMITS = 40;

let folder: string;
let repository: GitRepository;
const made: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "loam-parents-"));
  const writer = await openRepository(join(folder, "site.git"), { create: true });
  for (let number = 0; number < COMMITS; number += 1) {
    const { commit } = await writer.commit("refs/heads/main", {
      files: new Map([["a", Buffer.from(String(number))]]),
      author: { name: "Ann", email: "ann@example.test" },
      message: "Save",
      when: new Date(number * 1000),
    });
    made.push(commit);
  }
  await writer.close();
  repository = await openRepository(join(folder, "site.git"));
});
afterAll(async () => {
  await repository.close();
  rmSync(folder, { recursive: true, force: true });
});

const last = (): string => made.at(-1) ?? "";

test("returns every commit from the root, oldest first, with time and author", async () => {
  const steps = await repository.firstParents({ from: undefined, to: last(), limit: COMMITS });
  const wanted = made.map((commit, number) => {
    const author = { name: "Ann", email: "ann@example.test" };
    return { commit, parent: made[number - 1], time: number * 1000, author, trailers: {} };
  });
  expect(steps).toEqual(wanted);
});

test("returns the commits after a known one", async () => {
  const steps = await repository.firstParents({ from: made[36], to: last(), limit: COMMITS });
  expect(steps?.map(({ commit }) => commit)).toEqual(made.slice(37));
});

test("returns undefined beyond the limit or if the start is not an ancestor", async () => {
  const limit = COMMITS - 1;
  expect(await repository.firstParents({ from: undefined, to: last(), limit })).toBe(undefined);
  expect(await repository.firstParents({ from: last(), to: made[3] ?? "", limit })).toBe(undefined);
});
