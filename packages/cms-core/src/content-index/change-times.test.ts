import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../git/repository.ts";
import { lastTimes } from "./change-times.ts";

const MAIN = "refs/heads/main";
const ANN = { name: "Ann", email: "ann@example.test" };
const NAMES = ["a.md", "a/1", "a/2", "a/3", "ab", "b/é", "b/ü/1", "c", "d", "e/1", "e/2", "f"];

test("each file has the time of the last commit that changed it, in whatever order they are asked for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-times-"));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => {
    await repository.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const save = async (names: readonly string[], round: number): Promise<string> => {
    const files = new Map(names.map((name) => [name, Buffer.from(`${name} ${round}`)] as const));
    const when = new Date(round * 60_000);
    const change = { files, author: ANN, message: "Save", when };
    return (await repository.commit(MAIN, change)).commit;
  };
  let commit = await save(NAMES, 1);
  // The history of more than eight commits is read in another way.
  for (const round of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const listing = repository.changedFiles(undefined, commit);
    const timeOf = await lastTimes(repository, commit, listing);

    const paths = (await listing).map(({ path }) => path);
    const wanted = await repository.lastChanges(commit, { paths: new Set(paths) });
    for (const path of [...paths, ...paths.toReversed()]) {
      expect([path, timeOf(path)]).toEqual([path, wanted.get(path)]);
    }
    expect(timeOf("gone")).toBe(undefined);
    commit = await save(
      NAMES.filter((_, at) => at % round === 1),
      round,
    );
  }
});
