import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMaintenance } from "./maintenance.ts";
import { openRepository, type GitRepository } from "./repository.ts";

const MAIN = "refs/heads/main";
const AUTHOR = { name: "t", email: "t@example.test" };

async function commit(repository: GitRepository, number: number): Promise<string> {
  const files = new Map([[`content/${number % 5}/${number}`, Buffer.from(`text ${number}\n`)]]);
  return (await repository.commit(MAIN, { files, author: AUTHOR, message: `${number}` })).commit;
}

function countPacks({ gitDir }: GitRepository): number {
  const names = readdirSync(join(gitDir, "objects", "pack"));
  return names.filter((name) => name.endsWith(".pack")).length;
}

test("small packs are merged beside the writers, and everything stays readable", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-maintenance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  const commits: string[] = [];
  for (let number = 0; number < 30; number += 1) commits.push(await commit(repository, number));
  const before = countPacks(repository);
  let repacked = 0;
  const maintenance = createMaintenance(repository.gitDir, {
    onRepacked: () => (repacked += 1),
    packsBetween: 31,
  });
  maintenance.packWritten();
  // Started once, not once more for each pack that comes while it runs.
  maintenance.packWritten();
  const during = Array.from({ length: 10 }, async (_, number) => commit(repository, 100 + number));
  commits.push(...(await Promise.all(during)));
  await maintenance.idle();

  expect(repacked).toBe(1);
  expect(before).toBe(30);
  expect(countPacks(repository)).toBeLessThan(15);
  const git = (...args: string[]): string =>
    execFileSync("git", ["--git-dir", repository.gitDir, ...args], { encoding: "utf8" }).trim();
  const reachable = new Set(git("rev-list", "main").split("\n"));
  expect(commits.filter((made) => !reachable.has(made))).toEqual([]);
  expect(git("fsck", "--full", "--strict")).toBe("");
  expect(git("commit-graph", "verify", "--no-progress")).toBe("");
  const graphs = join(repository.gitDir, "objects", "info", "commit-graphs");
  expect(readdirSync(graphs)).toContain("commit-graph-chain");
  const files = await repository.listFiles(await commit(repository, 200));
  expect(await repository.readBlobs(files.map(({ oid }) => oid))).toHaveLength(41);
});
