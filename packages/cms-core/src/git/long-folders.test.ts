import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type GitRepository } from "./repository.ts";

const REF = "refs/heads/main";
const AUTHOR = { name: "Ann", email: "ann@example.test" };
const NAMES = Array.from({ length: 7000 }, (_, number) => `ledger/posts/e${number}-of-many.yml`);

/** A repository with a folder whose list has 350 KB. */
async function longFolder(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-long-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  await put(repository, new Map(NAMES.map((name) => [name, name])));
  return repository;
}

async function put(
  repository: GitRepository,
  texts: ReadonlyMap<string, string | null>,
): Promise<string> {
  const files = new Map(
    [...texts].map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
  );
  const change = { files, author: AUTHOR, message: "edit" };
  return (await repository.commit(REF, change)).commit;
}

function git({ gitDir }: GitRepository, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" }).trim();
}

function listOf(repository: GitRepository, commit: string): string {
  return git(repository, "rev-parse", `${commit}:ledger/posts`);
}

/** The list that git makes this one of; zeros for one that stands as a whole. */
function baseOf({ gitDir }: GitRepository, list: string): string {
  const args = ["--git-dir", gitDir, "cat-file", "--batch-check=%(deltabase)"];
  return execFileSync("git", args, { encoding: "utf8", input: `${list}\n` }).trim();
}

function isPrepared(name: string): boolean {
  return name.startsWith("tmp_pack_loam-");
}

function packSizes({ gitDir }: GitRepository): number[] {
  const folder = join(gitDir, "objects", "pack");
  const packs = readdirSync(folder).filter((name) => name.endsWith(".pack"));
  return packs.map((name) => statSync(join(folder, name)).size);
}

test("a long list in which an entry changed has a pack of its own, and git reads it", async () => {
  const repository = await longFolder();
  const before = git(repository, "rev-parse", REF);
  const edited = await put(repository, new Map([["ledger/posts/e77-of-many.yml", "edited"]]));
  const grown = await put(repository, new Map([["ledger/posts/new.yml", "new"]]));
  const shorter = await put(repository, new Map([["ledger/posts/e0-of-many.yml", null]]));
  const first = listOf(repository, edited);
  expect(baseOf(repository, first)).toMatch(/^0+$/);
  for (const commit of [grown, shorter]) {
    expect(baseOf(repository, listOf(repository, commit))).toBe(first);
  }
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
  const changed = git(repository, "diff-tree", "-r", "--name-status", before, shorter);
  expect(changed.split("\n")).toEqual([
    "D\tledger/posts/e0-of-many.yml",
    "M\tledger/posts/e77-of-many.yml",
    "A\tledger/posts/new.yml",
  ]);
  const packed = repackedSize(repository);
  expect(packed).toBeLessThan(1_000_000);
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

function repackedSize(repository: GitRepository): number {
  git(repository, "repack", "-d", "-q", "-F", "--geometric=2");
  const counts = git(repository, "count-objects", "-v");
  return Number(/^size-pack: (\d+)$/m.exec(counts)?.[1]) * 1024;
}

test("long lists of one batch are deltas in its pack, and none is lost", async () => {
  const repository = await longFolder();
  const commits = await Promise.all(
    [1, 2, 3].map((number) => put(repository, new Map([[`ledger/posts/new-${number}`, "new"]]))),
  );
  const bases = commits.map((commit) => baseOf(repository, listOf(repository, commit)));
  expect(bases.slice(1)).toEqual(commits.slice(0, -1).map((commit) => listOf(repository, commit)));
  expect(git(repository, "ls-tree", "-r", REF).split("\n")).toHaveLength(NAMES.length + 3);
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

test("a list that is again what it was is no second object of its pack", async () => {
  const repository = await longFolder();
  const first = await put(repository, new Map([["ledger/posts/new.yml", "1"]]));
  await put(repository, new Map([["ledger/posts/new.yml", "2"]]));
  await put(repository, new Map([["ledger/posts/new.yml", "1"]]));
  expect(listOf(repository, REF)).toBe(listOf(repository, first));
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
  await put(repository, new Map([["ledger/posts/new.yml", "2"]]));
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

test("a long list is written when what was prepared for it is gone", async () => {
  const repository = await longFolder();
  await put(repository, new Map([["ledger/posts/new.yml", "1"]]));
  const folder = join(repository.gitDir, "objects", "pack");
  await expect.poll(() => readdirSync(folder).filter(isPrepared)).toHaveLength(4);
  for (const name of readdirSync(folder).filter(isPrepared)) rmSync(join(folder, name));
  await put(repository, new Map([["ledger/posts/new.yml", "2"]]));
  expect(git(repository, "show", `${REF}:ledger/posts/new.yml`)).toBe("2");
  await repository.close();
  expect(readdirSync(folder).filter((name) => name.startsWith("tmp_"))).toEqual([]);
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

test("a list that is another one nearly everywhere is written as a whole", async () => {
  const repository = await longFolder();
  await put(repository, new Map([["ledger/posts/new.yml", "1"]]));
  await put(repository, new Map(NAMES.map((name) => [name, `${name} is another one`])));
  expect(baseOf(repository, listOf(repository, REF))).toMatch(/^0+$/);
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

test("sixteen long lists become one pack in place of theirs, and stay readable", async () => {
  const repository = await longFolder();
  for (let number = 0; number < 18; number += 1) {
    const edits = new Map<string, string | null>([
      [`ledger/posts/e${number * 300}-of-many.yml`, `edit ${number}`],
      [`ledger/posts/new-${number}.yml`, number % 3 === 0 ? null : "new"],
    ]);
    await put(repository, edits);
  }
  const { gitDir } = repository;
  await repository.close();
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
  // The import, the sixteen, and the two after them; eighteen would be megabytes.
  expect(packSizes(repository).filter((size) => size > 50_000)).toHaveLength(4);
  const reopened = await openRepository(gitDir);
  onTestFinished(async () => reopened.close());
  await put(reopened, new Map([["ledger/posts/after.yml", "after"]]));
  expect(git(reopened, "fsck", "--full", "--strict")).toBe("");
});
