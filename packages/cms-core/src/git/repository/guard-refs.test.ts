import { expect, test } from "vitest";
import { change, git, MAIN, newRepository } from "./repository.fixture.ts";
import { openRepository, type GitRepository } from "./repository.ts";

const ACCEPT = { rewrites: "accept" } as const;
const UNDO = { rewrites: "undo" } as const;

async function saves(repository: GitRepository, ...texts: readonly string[]): Promise<string[]> {
  const commits: string[] = [];
  for (const text of texts) {
    commits.push((await repository.commit(MAIN, change({ file: text }))).commit);
  }
  return commits;
}

function move({ gitDir }: GitRepository, commit: string | undefined): void {
  if (commit === undefined) git(gitDir, "update-ref", "-d", MAIN);
  else git(gitDir, "update-ref", MAIN, commit);
}

test("keeps a commit abandoned by a forced push, also through a repack", async () => {
  const repository = await newRepository();
  const [one = "", two = ""] = await saves(repository, "1", "2");
  expect(await repository.guard.head(MAIN, ACCEPT)).toBe(two);
  move(repository, one);

  expect(repository.guard.isMoved(MAIN)).toBe(true);
  expect(await repository.guard.head(MAIN, ACCEPT)).toBe(one);
  expect(repository.guard.isMoved(MAIN)).toBe(false);
  const lostRefName = `refs/loam/lost/main/${two}`;
  const rewrite = { ref: MAIN, from: two, to: one, undone: false, kept: lostRefName };
  expect(repository.guard.takeRewrites()).toEqual([rewrite]);
  expect(repository.guard.takeRewrites()).toEqual([]);
  git(repository.gitDir, "gc", "--prune=now");
  expect(git(repository.gitDir, "show", `${lostRefName}:file`)).toBe("2");
});

test("restores a protected ref and keeps the commit that it was moved to", async () => {
  const repository = await newRepository();
  const [one = "", two = ""] = await saves(repository, "1", "2");
  move(repository, one);
  const lostRefName = `refs/loam/lost/main/${one}`;

  expect(await repository.guard.head(MAIN, UNDO)).toBe(two);
  expect(git(repository.gitDir, "rev-parse", MAIN, lostRefName)).toBe(`${two}\n${one}`);
  const rewrite = { ref: MAIN, from: two, to: one, undone: true, kept: lostRefName };
  expect(repository.guard.takeRewrites()).toEqual([rewrite]);
});

test.each([ACCEPT, UNDO])("restores a deleted ref ($rewrites)", async (options) => {
  const repository = await newRepository();
  const [one] = await saves(repository, "1");
  move(repository, undefined);

  expect(await repository.guard.head(MAIN, options)).toBe(one);
  expect(git(repository.gitDir, "rev-parse", MAIN)).toBe(one);
});

test("detects a rewrite before the repository was opened by a remembered value", async () => {
  const repository = await newRepository();
  const [one = "", two = ""] = await saves(repository, "1", "2");
  move(repository, one);
  await repository.close();
  const opened = await openRepository(repository.gitDir);

  expect(await opened.guard.head(MAIN, { ...UNDO, since: two })).toBe(two);
  await opened.close();
});

test("undoes nothing for a commit that Git no longer has", async () => {
  const repository = await newRepository();
  const [one] = await saves(repository, "1");

  expect(await repository.guard.head(MAIN, { ...UNDO, since: `${"0".repeat(39)}1` })).toBe(one);
  expect(repository.guard.takeRewrites()).toEqual([]);
});

test("does not count descendants as rewrites, nor let saves hide a rewrite", async () => {
  const repository = await newRepository();
  const [one = "", two = ""] = await saves(repository, "1", "2");
  const tree = git(repository.gitDir, "rev-parse", "main^{tree}");
  const author = ["-c", "user.name=Dev", "-c", "user.email=dev@example.test"];
  const push = (parent: string): void => {
    move(
      repository,
      git(repository.gitDir, ...author, "commit-tree", tree, "-p", parent, "-m", "x"),
    );
  };
  push(two);
  await repository.guard.head(MAIN, ACCEPT);
  expect(repository.guard.takeRewrites()).toEqual([]);
  const before = git(repository.gitDir, "rev-parse", MAIN);
  push(one);
  await saves(repository, "3", "4");
  await repository.guard.head(MAIN, ACCEPT);
  expect(repository.guard.takeRewrites()).toMatchObject([{ from: before, undone: false }]);
});

test("rejects a ref inside another one, or that is a folder of others, by name", async () => {
  const repository = await newRepository();
  await saves(repository, "1");
  await repository.commit("refs/heads/a/b", change({ file: "1" }));
  for (const pack of [false, true]) {
    if (pack) git(repository.gitDir, "pack-refs", "--all");
    for (const ref of [`${MAIN}/x`, "refs/heads/a", "refs/heads/a/b/c"]) {
      await expect(repository.commit(ref, change({ file: "2" }))).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining(`${ref} conflicts with `),
      });
    }
  }
});
