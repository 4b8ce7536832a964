import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, closeSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type GitRepository } from "../repository/repository.ts";
import { findAbandonedFiles } from "./lock-owner.ts";

const MAIN = "refs/heads/main";
const HOUR_MS = 3_600_000;
const CHANGE = { author: { name: "t", email: "t@example.test" }, message: "t" };

async function repositoryWithCommit(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-left-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  await repository.commit(MAIN, { ...CHANGE, files: new Map([["a", Buffer.from("1")]]) });
  return repository;
}

/** Starts a Git process that holds the lock of `main` with its file closed, and waits before it moves the branch. */
async function lockWithGit(gitDir: string) {
  const flags = ["--git-dir", gitDir, "update-ref", "--stdin"];
  const git = spawn("git", flags, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void git.kill("SIGKILL"));
  const other = execFileSync("git", ["--git-dir", gitDir, "rev-parse", "main^{tree}"]);
  const flat = ["--git-dir", gitDir, "-c", "user.name=t", "-c", "user.email=t@example.test"];
  const args = [...flat, "commit-tree", "-m", "t", other.toString().trim()];
  const commit = execFileSync("git", args).toString().trim();
  git.stdin.write(`start\nupdate ${MAIN} ${commit}\nprepare\n`);
  for (let output = ""; !output.includes("prepare: ok");) {
    output += String((await once(git.stdout, "data"))[0]);
  }
  return git;
}

test("attributes a lock to any Git process that started before it was written", async () => {
  const { gitDir } = await repositoryWithCommit();
  await lockWithGit(gitDir);
  const path = join(gitDir, `${MAIN}.lock`);
  const lock = { path, mtimeMs: statSync(path).mtimeMs };
  // No Git process, not even outside of the tests, is older.
  const older = { path, mtimeMs: 0 };
  const muchLater = { nowMs: Date.now() + HOUR_MS };
  // Git has closed the file, so no process has it open.
  expect(findAbandonedFiles([lock, older], muchLater)).toEqual([older]);
  expect(findAbandonedFiles([older], { nowMs: older.mtimeMs })).toEqual([]);
});

test("a save names the lock of a live process and succeeds once that process has ended", async () => {
  const repository = await repositoryWithCommit();
  const path = join(repository.gitDir, `${MAIN}.lock`);
  const file = openSync(path, "wx");
  utimesSync(path, 0, 0);
  const change = { ...CHANGE, files: new Map([["a", Buffer.from("2")]]) };
  await expect(repository.commit(MAIN, change)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("site.git/refs/heads/main.lock exists"),
    details: { retryAfterSeconds: 10 },
  });

  closeSync(file);
  const { commit } = await repository.commit(MAIN, change);
  expect(await repository.resolveRef(MAIN)).toBe(commit);
});
