import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
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

function listFile(repository: GitRepository, commit: string): string {
  const oid = git(repository, "rev-parse", `${commit}:ledger/posts`);
  return join(repository.gitDir, "objects", oid.slice(0, 2), oid.slice(2));
}

test("a long list in which an entry changed stands beside the pack, and git reads it", async () => {
  const repository = await longFolder();
  const before = git(repository, "rev-parse", REF);
  const edited = await put(repository, new Map([["ledger/posts/e77-of-many.yml", "edited"]]));
  const grown = await put(repository, new Map([["ledger/posts/new.yml", "new"]]));
  const shorter = await put(repository, new Map([["ledger/posts/e0-of-many.yml", null]]));
  expect(existsSync(listFile(repository, before))).toBe(false);
  for (const commit of [edited, grown, shorter]) {
    expect(existsSync(listFile(repository, commit))).toBe(true);
  }
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
  const changed = git(repository, "diff-tree", "-r", "--name-status", before, shorter);
  expect(changed.split("\n")).toEqual([
    "D\tledger/posts/e0-of-many.yml",
    "M\tledger/posts/e77-of-many.yml",
    "A\tledger/posts/new.yml",
  ]);
  const packed = repackedSize(repository);
  expect(existsSync(listFile(repository, shorter))).toBe(false);
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
  const files = commits.filter((commit) => existsSync(listFile(repository, commit)));
  expect(files).toEqual([]);
  expect(git(repository, "ls-tree", "-r", REF).split("\n")).toHaveLength(NAMES.length + 3);
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

test("a list that is long for git, but torn by a power cut, is written again", async () => {
  const repository = await longFolder();
  const first = await put(repository, new Map([["ledger/posts/new.yml", "1"]]));
  const second = await put(repository, new Map([["ledger/posts/new.yml", "2"]]));
  const file = listFile(repository, first);
  const torn = readFileSync(file).subarray(0, 1000);
  rmSync(file);
  writeFileSync(file, torn);
  await put(repository, new Map([["ledger/posts/new.yml", "1"]]));
  expect(listFile(repository, REF)).toBe(file);
  expect(git(repository, "ls-tree", `${second}~2:ledger/posts`).split("\n").length).toBe(7000);
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
});

test("sixteen long lists become one pack, without their files, and stay readable", async () => {
  const repository = await longFolder();
  const commits: string[] = [];
  for (let number = 0; number < 18; number += 1) {
    const edits = new Map<string, string | null>([
      [`ledger/posts/e${number * 300}-of-many.yml`, `edit ${number}`],
      [`ledger/posts/new-${number}.yml`, number % 3 === 0 ? null : "new"],
    ]);
    commits.push(await put(repository, edits));
  }
  const { gitDir } = repository;
  await repository.close();
  const files = commits.map((commit) => listFile(repository, commit));
  expect(files.filter((file) => existsSync(file))).toEqual(files.slice(16));
  expect(git(repository, "fsck", "--full", "--strict")).toBe("");
  const packs = readdirSync(join(gitDir, "objects", "pack"))
    .filter((name) => name.endsWith(".pack"))
    .map((name) => statSync(join(gitDir, "objects", "pack", name)).size);
  // The import and one list as a whole; sixteen would be megabytes.
  expect(packs.filter((size) => size > 50_000)).toHaveLength(2);
  const reopened = await openRepository(gitDir);
  onTestFinished(async () => reopened.close());
  await put(reopened, new Map([["ledger/posts/after.yml", "after"]]));
  expect(git(reopened, "fsck", "--full", "--strict")).toBe("");
});
