import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type GitRepository } from "../../git/repository/repository.ts";
import { lastTouches } from "./read-main-files.ts";

const MAIN = "refs/heads/main";
const ANN = { name: "Ann", email: "ann@example.test" };
const NAMES = ["a.md", "a/1", "a/2", "a/3", "ab", "b/é", "b/ü/1", "c", "d", "e/1", "e/2", "f"];

type Save = (names: readonly string[], round: number) => Promise<string>;

/** Creates a repository, and a function that writes these files a number of minutes after 1970. */
async function emptySite(): Promise<{ readonly repository: GitRepository; readonly save: Save }> {
  const folder = mkdtempSync(join(tmpdir(), "loam-times-"));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => {
    await repository.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const save = async (names: readonly string[], round: number): Promise<string> => {
    const files = new Map(names.map((name) => [name, Buffer.from(`${name} ${round}`)] as const));
    const when = new Date(round * 60_000);
    const change = { files, author: ANN, message: "Save", when };
    return (await repository.commit(MAIN, change)).commit;
  };
  return { repository, save };
}

interface Times {
  readonly path: string;
  readonly time: number | undefined;
}

/** Returns the times reported for a commit's files, and those reported by Git. */
async function bothTimes(
  repository: GitRepository,
  commit: string,
): Promise<Record<"told" | "known", readonly Times[]>> {
  const listing = await repository.changedFiles(undefined, commit);
  const missing = new Set(listing.map(({ path }) => path));
  const touches = await lastTouches(repository, { to: commit }, missing);
  const paths = [...listing.map(({ path }) => path), "gone"];
  const known = await repository.lastChanges(commit, { paths: new Set(paths) });
  return {
    told: paths.map((path) => ({ path, time: touches.get(path)?.time })),
    known: paths.map((path) => ({ path, time: known.get(path) })),
  };
}

test("returns the time of the last commit that changed each file", async () => {
  const { repository, save } = await emptySite();
  let commit = await save(NAMES, 1);
  for (const round of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const { told, known } = await bothTimes(repository, commit);
    expect(told).toEqual(known);
    commit = await save(
      NAMES.filter((_, at) => at % round === 1),
      round,
    );
  }
});

test("returns the commit's time for files of an added folder", async () => {
  const { repository, save } = await emptySite();
  const saves = [
    ["c/1", "a/x/1", "a/x/2", "f"],
    ["b/1", "b/2/3", "b/2/4", "a/y/1", "a/ü/1"],
    ["a/0/1", "a/0/2", "a/x-1/1", "\u{1f33f}/1", "\uff5e/1"],
    ["d/1", "d/2", "b/1"],
    ["0/1", "e/1", "e/2", "a/0/1"],
  ];
  for (const [round, names] of saves.entries()) {
    const { told, known } = await bothTimes(repository, await save(names, round + 1));
    expect(told).toEqual(known);
  }
});
