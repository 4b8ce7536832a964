import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { change, MAIN, newRepository, temporaryFolder } from "../repository/repository.fixture.ts";
import { runGit, streamGit } from "./git-program.ts";

/** Puts a fake `git` script on PATH. */
function fakeGit(script: string): void {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "git"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test("returns the output of Git", async () => {
  const { gitDir, commit } = await newRepository();
  const made = await commit(MAIN, change({ "a.txt": "a" }));

  expect(await runGit(gitDir, ["rev-parse", MAIN])).toBe(`${made.commit}\n`);
});

test("fails with the first line of Git's error, also if there is none", async () => {
  const { gitDir } = await newRepository();

  await expect(runGit(gitDir, ["rev-parse", "--verify", MAIN])).rejects.toMatchObject({
    code: "git_failed",
    message: "git failed: fatal: Needed a single revision",
  });
  await expect(runGit(gitDir, ["rev-parse", "--verify", "-q", MAIN])).rejects.toMatchObject({
    code: "git_failed",
  });
});

test("ignores the user's environment and settings", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Mallory\n");
  const hostile = { HOME: home, GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name" };
  for (const [key, value] of Object.entries(hostile)) vi.stubEnv(key, value);
  vi.stubEnv("GIT_CONFIG_VALUE_0", "Mallory");
  vi.stubEnv("GIT_EXEC_PATH", "/nonexistent");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { gitDir } = await newRepository();

  const settings = await runGit(gitDir, ["config", "--list"]);

  expect(settings).toContain("core.hookspath=/dev/null");
  expect(settings).not.toContain("Mallory");
});

test("is killed by a signal", async () => {
  const { gitDir } = await newRepository();
  fakeGit("exec sleep 60");
  const stop = new AbortController();
  const running = runGit(gitDir, ["version"], { signal: stop.signal });
  setTimeout(() => stop.abort(), 100);

  await expect(running).rejects.toMatchObject({ code: "git_failed" });
});

test("limits endless output", async () => {
  const { gitDir } = await newRepository();
  fakeGit("exec yes");

  await expect(runGit(gitDir, ["version"])).rejects.toMatchObject({ code: "git_failed" });
});

test("reports a missing Git from both functions", async () => {
  const { gitDir } = await newRepository();
  vi.stubEnv("PATH", "/nonexistent");
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(runGit(gitDir, ["version"])).rejects.toMatchObject({ code: "git_missing" });
  const reading = Array.fromAsync(streamGit(gitDir, ["version"]));
  await expect(reading).rejects.toMatchObject({ code: "git_missing" });
});

test("ends the process when reading stops", async () => {
  const { gitDir } = await newRepository();
  const ended = join(temporaryFolder(), "ended");
  fakeGit(`trap 'touch ${ended}; exit 1' TERM PIPE\nwhile :; do echo more; sleep 0.01; done`);

  for await (const chunk of streamGit(gitDir, ["log"])) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }

  expect(existsSync(ended)).toBe(true);
});
