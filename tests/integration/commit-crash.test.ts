import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openRepository } from "@loam/cms-core/git";
import { expect, onTestFinished, test } from "vitest";
import { rounds } from "../support/test-rounds.ts";

const PROGRAM = fileURLToPath(new URL("commit-until-killed.ts", import.meta.url));
const ROUNDS = rounds(7);
const MAIN = "refs/heads/main";

/**
 * Runs the committing process, kills it at a random instant, and returns what it acknowledged. The instant is counted
 * from the first commit, or in every fourth round from the start.
 */
async function commitUntilKilled(gitDir: string, round: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ["--conditions=@loam/source", PROGRAM, gitDir, String(round)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let printed = "";
  let killing = false;
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const begun = round % 4 === 0 || /^[0-9a-f]{40}$/m.test(printed);
      if (killing || !begun) return;
      killing = true;
      setTimeout(() => child.kill("SIGKILL"), 5 + Math.random() * 120);
    });
    child.once("close", () => resolve());
  });
  return printed.split("\n").filter((line) => /^[0-9a-f]{40}$/.test(line));
}

/** Waits for orphaned repacks of the killed process, which would remove packs during `git fsck`. */
async function orphansEnded(gitDir: string): Promise<void> {
  while (readdirSync("/proc").some((name) => commandOf(name).includes(gitDir))) await wait(20);
}

function commandOf(process: string): string {
  try {
    return readFileSync(join("/proc", process, "cmdline"), "utf8");
  } catch {
    // Not a process, or it has ended.
    return "";
  }
}

test("DUR-02 kill -9 loses no acknowledged commit and leaves a valid repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitDir = join(folder, "site.git");
  await (await openRepository(gitDir, { create: true })).close();
  const acknowledged = new Set<string>();
  const git = (...args: string[]): string =>
    execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8", stdio: "pipe" }).trim();

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const commit of await commitUntilKilled(gitDir, round)) acknowledged.add(commit);
    if (acknowledged.size === 0) continue;
    const reachable = new Set(git("rev-list", "main").split("\n"));
    expect([...acknowledged].filter((commit) => !reachable.has(commit))).toEqual([]);
  }

  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 5);
  const reopened = await openRepository(gitDir);
  const { commit } = await reopened.commit(MAIN, {
    files: new Map([["after.md", Buffer.from("still here\n")]]),
    author: { name: "t", email: "t@example.test" },
    message: "After the crashes",
  });
  await reopened.close();
  await orphansEnded(gitDir);
  expect(git("rev-parse", "main")).toBe(commit);
  expect(git("fsck", "--full", "--strict", "--no-dangling")).toBe("");
}, 600_000);
