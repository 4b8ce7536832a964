import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { takeBundle } from "./bundle.ts";
import { change, git, MAIN, newRepository, temporaryFolder } from "./repository.fixture.ts";
import type { GitRepository } from "./repository.ts";

async function bundleOf({ readBundle }: GitRepository, commit: string): Promise<string> {
  const file = join(temporaryFolder(), "bundle");
  writeFileSync(file, await buffer(readBundle(new Map([[MAIN, commit]]))));
  return file;
}

function commitTree(gitDir: string, entries: string): string {
  const tree = execFileSync("git", ["--git-dir", gitDir, "mktree", "--missing"], {
    input: entries,
  });
  const person = ["-c", "user.name=Ann", "-c", "user.email=ann@example.test"];
  return git(gitDir, ...person, "commit-tree", "-m", "Change", String(tree).trim());
}

const refs = [MAIN, "refs/heads/published"];

test("creates a repository from a bundle with the requested branches it contains", async () => {
  const repository = await newRepository();
  const { commit } = await repository.commit(MAIN, change({ "a.txt": "a" }));
  const gitDir = join(temporaryFolder(), "copy.git");

  expect(await takeBundle(gitDir, await bundleOf(repository, commit), { refs })).toEqual(
    new Map([[MAIN, commit]]),
  );

  expect(git(gitDir, "show-ref")).toBe(`${commit} ${MAIN}`);
  expect(git(gitDir, "show", `${commit}:a.txt`)).toBe("a");
});

test("rejects a tree with a name that Git uses itself", async () => {
  const repository = await newRepository();
  const { gitDir, commit } = repository;
  await commit(MAIN, change({ "a.txt": "a" }));
  const blob = git(gitDir, "rev-parse", `${MAIN}:a.txt`);
  const bad = commitTree(gitDir, `100644 blob ${blob}\t.git\n`);

  const file = await bundleOf(repository, bad);

  await expect(
    takeBundle(join(temporaryFolder(), "copy.git"), file, { refs }),
  ).rejects.toMatchObject({ code: "repository_broken" });
});

test("rejects a bundle with missing objects, filtered or not", async () => {
  const repository = await newRepository();
  const { commit } = await repository.commit(MAIN, change({ "a.txt": "a" }));
  const { gitDir } = repository;
  const folder = temporaryFolder();
  const filtered = join(folder, "filtered");
  git(gitDir, "bundle", "create", "-q", "--version=3", filtered, "--filter=blob:none", MAIN);
  const pack = execFileSync("git", ["--git-dir", gitDir, "pack-objects", "--stdout", "-q"], {
    input: `${commit}\n`,
  });
  const missing = join(folder, "missing");
  writeFileSync(
    missing,
    Buffer.concat([Buffer.from(`# v2 git bundle\n${commit} ${MAIN}\n\n`), pack]),
  );

  for (const file of [filtered, missing]) {
    await expect(
      takeBundle(join(temporaryFolder(), "copy.git"), file, { refs }),
    ).rejects.toMatchObject({ code: "repository_broken" });
  }
  expect(readFileSync(filtered, "latin1")).toContain("filter=blob:none");
});
