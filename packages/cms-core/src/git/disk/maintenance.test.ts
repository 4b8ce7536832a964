import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type GitRepository } from "../repository/repository.ts";
import { createMaintenance } from "./maintenance.ts";

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

async function newRepository(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-maintenance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  return repository;
}

/** Reports as many new packs as trigger a repack. */
function writeMany({ packWritten }: ReturnType<typeof createMaintenance>): void {
  for (let pack = 0; pack < 250; pack += 1) packWritten();
}

function gitOf({ gitDir }: GitRepository): (...args: string[]) => string {
  return (...args) =>
    execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" }).trim();
}

test("merges small packs in the background and keeps everything readable", async () => {
  const repository = await newRepository();
  const commits: string[] = [];
  for (let number = 0; number < 30; number += 1) commits.push(await commit(repository, number));
  const before = countPacks(repository);
  let repacked = 0;
  const maintenance = createMaintenance(repository.gitDir, {
    onRepacked: () => (repacked += 1),
  });
  // Started only once, not again for each pack that arrives while it runs.
  writeMany(maintenance);
  const during = Array.from({ length: 10 }, async (_, number) => commit(repository, 100 + number));
  commits.push(...(await Promise.all(during)));
  await maintenance.idle();

  expect(repacked).toBe(1);
  expect(before).toBe(30);
  expect(countPacks(repository)).toBeLessThan(15);
  const git = gitOf(repository);
  const reachable = new Set(git("rev-list", "main").split("\n"));
  expect(commits.filter((made) => !reachable.has(made))).toEqual([]);
  expect(git("fsck", "--full", "--strict")).toBe("");
  expect(git("commit-graph", "verify", "--no-progress")).toBe("");
  const graphs = join(repository.gitDir, "objects", "info", "commit-graphs");
  expect(readdirSync(graphs)).toContain("commit-graph-chain");
  const files = await repository.listFiles(await commit(repository, 200));
  expect(await repository.readBlobs(files.map(({ oid }) => oid))).toHaveLength(41);
});

let newNumber = 1000;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Merges packs as if the last prune were long ago, while other commits are written. */
async function keepHouse(repository: GitRepository): Promise<string[]> {
  const { gitDir } = repository;
  const note = join(gitDir, "loam", "pruned");
  const longAgo = new Date(Date.now() - 2 * WEEK_MS);
  writeFileSync(note, "");
  utimesSync(note, longAgo, longAgo);
  const maintenance = createMaintenance(gitDir, { onRepacked: () => undefined });
  writeMany(maintenance);
  const running = { ended: false };
  const idle = maintenance.idle().then(() => (running.ended = true));
  const commits: string[] = [];
  // Few enough that the repository doesn't start its own maintenance.
  while (!running.ended && commits.length < 50) commits.push(await commit(repository, newNumber++));
  await idle;
  return commits;
}

test("merges large packs before there are many of them", async () => {
  const repository = await newRepository();
  for (let number = 0; number < 60; number += 1) {
    const files = new Map([[`content/${number}`, randomBytes(100_000)]]);
    await repository.commit(MAIN, { files, author: AUTHOR, message: `${number}` });
  }
  await repository.close();
  expect(countPacks(repository)).toBeLessThan(45);
  expect(gitOf(repository)("fsck", "--full", "--strict")).toBe("");
});

test("drops unreachable objects after a while, but not those being written", async () => {
  const repository = await newRepository();
  const git = gitOf(repository);
  const made = [await commit(repository, 1)];
  const refuse = async (name: string): Promise<string> => {
    const files = new Map([[`content/${name}`, Buffer.from(name)]]);
    const change = { files, author: AUTHOR, message: "Refused" };
    return (await repository.commit(`refs/heads/${name}`, change)).commit;
  };
  const refused = await refuse("refused");
  made.push(...(await keepHouse(repository)));
  git("update-ref", "-d", "refs/heads/refused");

  made.push(...(await keepHouse(repository)));
  // Git excludes the pack of unreachable objects when it merges others.
  made.push(...(await keepHouse(repository)));
  expect(git("cat-file", "-t", refused)).toBe("commit");
  const folder = join(repository.gitDir, "objects", "pack");
  const packs = readdirSync(folder);
  expect(packs.filter((name) => name.endsWith(".mtimes"))).toHaveLength(1);

  const old = await refuse("old");
  git("update-ref", "-d", "refs/heads/old");
  const threeWeeksAgo = new Date(Date.now() - 3 * WEEK_MS);
  for (const name of readdirSync(folder)) {
    utimesSync(join(folder, name), threeWeeksAgo, threeWeeksAgo);
  }
  git("repack", "-d", "-q", "--cruft", "--cruft-expiration=never");
  expect(git("cat-file", "-t", old)).toBe("commit");
  made.push(...(await keepHouse(repository)));
  expect(() => git("cat-file", "-e", old)).toThrow(/Not a valid object name|Command failed/);
  expect(git("cat-file", "-t", refused)).toBe("commit");
  const reachable = new Set(git("rev-list", "main").split("\n"));
  expect(made.filter((one) => !reachable.has(one))).toEqual([]);
  expect(git("fsck", "--full", "--strict", "--no-dangling")).toBe("");
  expect(git("commit-graph", "verify", "--no-progress")).toBe("");
});
