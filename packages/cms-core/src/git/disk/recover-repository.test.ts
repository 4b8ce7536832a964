import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../repository/repository.ts";
import { OWN_LOCK_MODE } from "./refs.ts";

const MAIN = "refs/heads/main";
const CHANGE = { author: { name: "t", email: "t@example.test" }, message: "t" };

/** Creates a repository with one commit whose writer is dead. */
async function abandonedRepository(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "loam-heal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitDir = join(folder, "site.git");
  const repository = await openRepository(gitDir, { create: true });
  await repository.commit(MAIN, { ...CHANGE, files: new Map([["a", Buffer.from("1")]]) });
  await repository.close();
  writeFileSync(join(gitDir, "loam", "writer"), "4000000 1 gone");
  return gitDir;
}

/** Any Git process that started before a file was written may own it, also one outside of the tests. */
const BEFORE_ANY_PROCESS = new Date(0);

function writeAt(path: string, time: Date): void {
  writeFileSync(path, "");
  utimesSync(path, time, time);
}

test("removes a dead writer's locks, empty objects, and unfinished packs", async () => {
  const gitDir = await abandonedRepository();
  const leftovers = [
    "refs/heads/main.lock",
    "packed-refs.lock",
    "objects/info/commit-graphs/commit-graph-chain.lock",
    "objects/pack/.tmp-4000000-pack-1.pack",
    "objects/pack/tmp_pack_1",
    "objects/tmp_objdir-incoming-1",
    "objects/pack/loam-new-1-pack",
    "objects/pack/loam-new-1-idx",
    "objects/ab/0000000000000000000000000000000000000c",
  ];
  mkdirSync(join(gitDir, "objects/ab"));
  mkdirSync(join(gitDir, "objects/info/commit-graphs"));
  for (const path of leftovers) writeAt(join(gitDir, path), BEFORE_ANY_PROCESS);
  const repository = await openRepository(gitDir);
  onTestFinished(async () => repository.close());

  expect(leftovers.filter((path) => existsSync(join(gitDir, path)))).toEqual([]);
  await repository.commit(MAIN, { ...CHANGE, files: new Map([["a", Buffer.from("2")]]) });
  const fsck = execFileSync("git", ["--git-dir", gitDir, "fsck", "--full"], { encoding: "utf8" });
  expect(fsck).toBe("");
});

test("removes unfinished files also after the clock was set back", async () => {
  const gitDir = await abandonedRepository();
  const path = join(gitDir, "objects/pack/loam-new-1-idx");
  writeAt(path, new Date(Date.now() + 3_600_000));
  const repository = await openRepository(gitDir);
  onTestFinished(async () => repository.close());
  expect(existsSync(path)).toBe(false);
});

test("removes a dead writer's pack without an index and releases the others", async () => {
  const gitDir = await abandonedRepository();
  const packs = join(gitDir, "objects/pack");
  const pack = readdirSync(packs).find((name) => name.endsWith(".pack")) ?? "";
  const leftovers = [`${pack.slice(0, -5)}.keep`, "pack-1.pack", "pack-1.keep"];
  for (const name of leftovers) writeFileSync(join(packs, name), "", { mode: 0o444 });
  const foreign = ["pack-2.pack", "pack-2.keep"];
  for (const name of foreign) writeAt(join(packs, name), BEFORE_ANY_PROCESS);
  const repository = await openRepository(gitDir);
  onTestFinished(async () => repository.close());

  const left = readdirSync(packs);
  expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching(/pack-1\./)]));
  expect(left).not.toContain(leftovers[0]);
  expect(left).toEqual(expect.arrayContaining([pack, ...foreign]));
});

test("removes a dead writer's own lock immediately, however recent", async () => {
  const gitDir = await abandonedRepository();
  writeFileSync(join(gitDir, "refs/heads/main.lock"), "", { mode: OWN_LOCK_MODE });
  const repository = await openRepository(gitDir);
  onTestFinished(async () => repository.close());

  expect(existsSync(join(gitDir, "refs/heads/main.lock"))).toBe(false);
});

test("keeps a recent lock, which a save removes once it is old", async () => {
  const gitDir = await abandonedRepository();
  const lock = join(gitDir, "refs/heads/main.lock");
  writeFileSync(lock, "");
  const repository = await openRepository(gitDir);
  onTestFinished(async () => repository.close());

  expect(existsSync(lock)).toBe(true);
  writeAt(lock, BEFORE_ANY_PROCESS);
  const made = await repository.commit(MAIN, {
    ...CHANGE,
    files: new Map([["a", Buffer.from("2")]]),
  });
  expect(readFileSync(join(gitDir, MAIN), "utf8").trim()).toBe(made.commit);
});

test("removes nothing while the last writer is alive", async () => {
  const gitDir = await abandonedRepository();
  const first = await openRepository(gitDir);
  onTestFinished(async () => first.close());
  const lock = join(gitDir, "refs/heads/main.lock");
  writeAt(lock, BEFORE_ANY_PROCESS);
  const second = await openRepository(gitDir);
  onTestFinished(async () => second.close());

  expect(existsSync(lock)).toBe(true);
});
