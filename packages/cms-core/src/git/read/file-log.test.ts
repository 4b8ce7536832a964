import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type Change, type GitRepository } from "../repository/repository.ts";

const MAIN = "refs/heads/main";
const ANN = { name: "Ann", email: "ann@example.test" };

async function newRepository(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-file-log-"));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => {
    await repository.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return repository;
}

async function commit(
  repository: GitRepository,
  files: Readonly<Record<string, string | null>>,
  more: Partial<Change> = {},
): Promise<string> {
  const edits = Object.entries(files).map(
    ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
  );
  const change = { files: new Map(edits), author: ANN, message: "Change", ...more };
  return (await repository.commit(MAIN, change)).commit;
}

test("returns only the commits of a file, newest first, with their changes", async () => {
  const repository = await newRepository();
  const first = await commit(repository, { "a.md": "1", "b.md": "1" });
  await commit(repository, { "b.md": "2" });
  const second = await commit(repository, { "a.md": "2" }, { when: new Date(2_000_000_000_000) });
  const third = await commit(repository, { "a.md": null }, { trailers: { "Loam-Action": "x" } });
  const [one, two] = ["1", "2"].map((text) => repository.hashBlob(Buffer.from(text)));
  const log = await repository.fileLog({ commits: [third], path: "a.md", limit: 9 });

  expect(log).toMatchObject([
    { commit: third, subject: "Change", trailers: { "Loam-Action": "x" }, author: ANN },
    { commit: second, time: 2_000_000_000_000 },
    { commit: first, parents: [] },
  ]);
  expect(log.map(({ changes }) => changes)).toEqual([
    [{ path: "a.md", before: two }],
    [{ path: "a.md", before: one, after: two, mode: "100644" }],
    [{ path: "a.md", after: one, mode: "100644" }],
  ]);
  expect(await repository.fileLog({ commits: [third], path: "a.md", limit: 2 })).toHaveLength(2);
  expect(await repository.fileLog({ commits: [third], path: "a", limit: 2 })).toEqual([]);
});

test("a message or path cannot imitate another commit, change, or trailer", async () => {
  const repository = await newRepository();
  const path = ":100644 100644 \u00e4 M.md";
  const forged = `x\n\n\u0001${"1".repeat(40)}\n:100644 100644 a b M\n\nNot: a\ntrailer`;
  const when = new Date(1e12);
  await commit(repository, { [path]: "1" }, { message: forged, when });
  const tip = await commit(repository, { [path]: "2", "other.md": "1" }, { when });
  const log = await repository.fileLog({ commits: [tip], limit: 9 });
  expect(log.map(({ subject, trailers, changes }) => [subject, trailers, changes.length])).toEqual([
    ["Change", {}, 2],
    ["x", {}, 1],
  ]);
  expect(log[1]?.changes[0]?.path).toBe(path);
});

test("finds an ancestor of the branch by 7 digits of its id", async () => {
  const repository = await newRepository();
  const first = await commit(repository, { "a.md": "1" });
  const second = await commit(repository, { "a.md": "2" });
  expect(await repository.findCommit(first.slice(0, 7), second)).toBe(first);
  expect(await repository.findCommit(second, second)).toBe(second);
  const blob = repository.hashBlob(Buffer.from("1"));
  for (const name of [first.slice(0, 6), "main", "HEAD", "--all", `${first}^{tree}`, blob]) {
    expect(await repository.findCommit(name, second)).toBeUndefined();
  }
  expect(await repository.findCommit(second, first)).toBeUndefined();
  expect(await repository.areAncestors([first, second], second)).toBe(true);
  for (const commits of [[second], [blob], ["1".repeat(40)]]) {
    expect(await repository.areAncestors(commits, first)).toBe(false);
  }
  expect(await repository.independent([first, second])).toEqual([second]);
});

test("follows the side of a merge that the file came from", async () => {
  const repository = await newRepository();
  const base = await commit(repository, { "a.md": "1" });
  const ours = await commit(repository, { "b.md": "1" });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["--git-dir", repository.gitDir, ...args], {
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        GIT_AUTHOR_NAME: "D",
        GIT_AUTHOR_EMAIL: "d@x.test",
        GIT_COMMITTER_NAME: "D",
        GIT_COMMITTER_EMAIL: "d@x.test",
      },
    }).trim();
  const theirs = await commit(repository, { "a.md": "2" });
  const side = git("commit-tree", "-m", "Side", "-p", base, `${theirs}^{tree}`);
  const merge = git("commit-tree", "-m", "M", "-p", ours, "-p", side, `${theirs}^{tree}`);
  const log = await repository.fileLog({ commits: [merge], path: "a.md", limit: 9 });
  expect(log.map(({ commit: oid }) => oid)).toEqual([side, base]);
});
