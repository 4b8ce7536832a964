import { mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  claimRepository,
  createRepository,
  nameRepository,
  removeUnfinishedRepositories,
  unfinishedPath,
} from "./create-repository.ts";

test("removes leftovers of a killed process and keeps those of a live one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loam-unfinished-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ofAnother = `b.git.new-${process.ppid}-0a1b`;
  // No process has the PID in the second name.
  const left = [unfinishedPath(join(folder, "a.git")), join(folder, "b.git.new-4000000-0a1b")];
  for (const path of [...left, join(folder, ofAnother), join(folder, "c.git")]) mkdirSync(path);

  await removeUnfinishedRepositories(folder, () => false);

  expect(readdirSync(folder).toSorted()).toEqual([ofAnother, "c.git"]);
});

test("keeps a named repository that is claimed or known as a site", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loam-unfinished-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["claimed.git", "known.git", "nobodys.git"]) {
    const unfinished = unfinishedPath(join(folder, name));
    await createRepository(unfinished);
    await nameRepository(unfinished, join(folder, name));
  }
  await claimRepository(join(folder, "claimed.git"));

  await removeUnfinishedRepositories(folder, (name) => name === "known.git");
  // The repository counts as claimed from here.
  await removeUnfinishedRepositories(folder, () => false);
  expect(readdirSync(folder).toSorted()).toEqual(["claimed.git", "known.git"]);
});
