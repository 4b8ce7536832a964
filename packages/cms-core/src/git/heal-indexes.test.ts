import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "./repository.ts";

const MAIN = "refs/heads/main";
const CHANGE = { author: { name: "t", email: "t@example.test" }, message: "t" };
const COMMITS = 6;

function git(gitDir: string, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" }).trim();
}

/** What the disk may hold of a file whose name and size are durable and whose contents are not. */
const LOSSES: readonly [string, (path: string) => void][] = [
  ["is empty", (path) => truncateSync(path, 0)],
  ["ends early", (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
  ["is all zeros", (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
  ["has no name", (path) => rmSync(path)],
  [
    "has a page of zeros",
    (path) => {
      const bytes = readFileSync(path);
      bytes.fill(0, 0, 512);
      writeFileSync(path, bytes);
    },
  ],
];

test.each(LOSSES)("no commit is lost when after a power cut every index %s", async (_, lose) => {
  const folder = mkdtempSync(join(tmpdir(), "loam-indexes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const running = join(folder, "running.git");
  const repository = await openRepository(running, { create: true });
  onTestFinished(async () => repository.close());
  const made: string[] = [];
  for (let save = 0; save < COMMITS; save += 1) {
    const files = new Map([[`folder/${save}.md`, Buffer.from(`text ${save}\n`)]]);
    made.push((await repository.commit(MAIN, { ...CHANGE, files })).commit);
  }
  // The disk as the cut leaves it: the writer never closed.
  const gitDir = join(folder, "after.git");
  cpSync(running, gitDir, { recursive: true });
  const packs = join(gitDir, "objects", "pack");
  const indexes = readdirSync(packs).filter((name) => name.endsWith(".idx"));
  for (const name of indexes) {
    chmodSync(join(packs, name), 0o644);
    lose(join(packs, name));
  }

  const opened = await openRepository(gitDir);
  onTestFinished(async () => opened.close());
  const files = new Map([["after.md", Buffer.from("after\n")]]);
  const { parent } = await opened.commit(MAIN, { ...CHANGE, files });

  expect(indexes).toHaveLength(COMMITS);
  expect(parent).toBe(made.at(-1));
  expect(git(gitDir, "rev-list", "--reverse", "main").split("\n").slice(0, -1)).toEqual(made);
  expect(git(gitDir, "fsck", "--full", "--strict")).toBe("");
  expect(readdirSync(join(gitDir, "loam"))).toEqual(["writer"]);
});
