import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { change, git, MAIN, newRepository } from "../repository/repository.fixture.ts";
import type { GitRepository } from "../repository/repository.ts";

const TIME = Date.parse("2026-11-20T09:30:00.007Z");

/** Returns the time of the commit on `main` as each way of reading it reports. */
async function timesOf(repository: GitRepository): Promise<readonly (number | undefined)[]> {
  const commit = (await repository.resolveRef(MAIN)) ?? "";
  const range = { from: undefined, to: commit, limit: 9 };
  return [
    (await repository.readCommit(commit)).time,
    (await repository.firstParents(range))?.at(-1)?.time,
    (await repository.fileLog({ commits: [commit], limit: 1 }))[0]?.time,
    (await repository.lastChanges(commit, { paths: new Set(["a"]) })).get("a"),
  ];
}

test("reads a commit's time with milliseconds in every way, also next to other trailers", async () => {
  const repository = await newRepository();
  const message = "Save\n\nLoam-Milliseconds: 999";
  const trailers = { "Loam-Action": "save" };
  await repository.commit(MAIN, change({ a: "1" }, { when: new Date(TIME), message, trailers }));
  expect(await timesOf(repository)).toEqual([TIME, TIME, TIME, TIME]);
});

test("ignores the milliseconds trailer of a commit from outside Loam", async () => {
  const repository = await newRepository();
  await repository.commit(MAIN, change({ a: "1" }, { when: new Date(0) }));
  for (const claim of ["", "\n\nLoam-Milliseconds: 1e9", "\n\nLoam-Milliseconds: 99999"]) {
    const args = ["--git-dir", repository.gitDir, "commit-tree", "main^{tree}", "-m", `X${claim}`];
    const at = "2026-11-20T09:30:00Z";
    const person = { NAME: "Bo", EMAIL: "bo@example.test", DATE: at };
    const env = Object.fromEntries(
      ["AUTHOR", "COMMITTER"].flatMap((who) =>
        Object.entries(person).map(([what, value]) => [`GIT_${who}_${what}`, value]),
      ),
    );
    const made = execFileSync("git", args, {
      encoding: "utf8",
      env: { ...process.env, ...env },
    }).trim();
    git(repository.gitDir, "update-ref", MAIN, made);
    const second = Date.parse(at);
    expect(await timesOf(repository)).toEqual([second, second, second, second]);
  }
});
