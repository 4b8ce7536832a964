import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type GitRepository } from "../repository/repository.ts";
import { createDiffReader, createOwnChanges } from "./diff-reader.ts";

const REF = "refs/heads/main";

const path = fc.constantFrom("a", "a.b", "a-b", "folder/a", "folder/b/c", "folder.x", "é/𝒳", "z");
const edits = fc.dictionary(path, fc.option(fc.constantFrom("1", "2", "3")), { minKeys: 1 });

async function emptyRepository(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  return repository;
}

async function put(
  repository: GitRepository,
  texts: Readonly<Record<string, string | null>>,
): Promise<string> {
  const files = new Map(
    Object.entries(texts).map(([name, text]) => [name, text === null ? null : Buffer.from(text)]),
  );
  const author = { name: "t", email: "t@example.test" };
  return (await repository.commit(REF, { files, author, message: "edit" })).commit;
}

test("what differs between any two own commits is what git says of them", async () => {
  const repository = await emptyRepository();
  const diffs = createDiffReader(repository.gitDir);
  onTestFinished(async () => diffs.close());
  const commits = [await put(repository, { first: "1" })];
  await fc.assert(
    fc.asyncProperty(
      fc.array(edits, { minLength: 1, maxLength: 3 }),
      fc.nat(4),
      async (all, back) => {
        for (const change of all) commits.push(await put(repository, change));
        const to = commits.at(-1) ?? "";
        const from = commits.at(-1 - back) ?? to;
        expect(await repository.changedFiles(from, to)).toEqual(await diffs.read(from, to));
        expect(await repository.changedFiles(to, from)).toEqual(await diffs.read(to, from));
      },
    ),
    { numRuns: 60 },
  );
});

test("what stood as a link before is told as git tells it", async () => {
  const repository = await emptyRepository();
  await put(repository, { other: "x" });
  const { gitDir } = repository;
  const run = (args: string[], input = ""): string =>
    execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8", input }).trim();
  const blob = run(["hash-object", "-w", "--stdin"], "target");
  const tree = run(["mktree"], `120000 blob ${blob}\tlink\n`);
  const linked = run(["-c", "user.name=t", "-c", "user.email=t@t", "commit-tree", tree], "link");
  run(["update-ref", REF, linked]);
  await put(repository, { link: "other text" });
  const plain = await put(repository, { link: "target" });
  expect(await repository.changedFiles(linked, plain)).toEqual([
    { path: "link", before: blob, after: blob, mode: "100644" },
  ]);
});

test("only the newest are remembered", () => {
  const own = createOwnChanges();
  for (let number = 1; number < 6000; number += 1) {
    own.add({ commit: `${number}`, parent: `${number - 1}`, changes: [{ path: `${number}` }] });
  }
  const many = Array.from({ length: 1000 }, (_, number) => ({ path: `${number}` }));
  own.add({ commit: "large", parent: "5999", changes: many });
  expect(own.between("5990", "5999")).toHaveLength(9);
  expect(own.between("5000", "5000")).toEqual([]);
  expect(own.between("10", "5999")).toBeUndefined();
  expect(own.between("5999", "large")).toBeUndefined();
});
