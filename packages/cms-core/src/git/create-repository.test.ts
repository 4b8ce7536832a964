import { mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeUnfinishedRepositories, unfinishedPath } from "./create-repository.ts";

test("what a killed process left is removed, what another process is making stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loam-unfinished-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ofAnother = `b.git.new-${process.ppid}-0a1b`;
  // A process that had the number of this one is gone.
  const left = [unfinishedPath(join(folder, "a.git")), join(folder, "b.git.new-4000000-0a1b")];
  for (const path of [...left, join(folder, ofAnother), join(folder, "c.git")]) mkdirSync(path);

  removeUnfinishedRepositories(folder);

  expect(readdirSync(folder).toSorted()).toEqual([ofAnother, "c.git"]);
});
