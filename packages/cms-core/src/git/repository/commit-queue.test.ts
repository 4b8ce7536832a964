import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { change, git, MAIN, newRepository } from "./repository.fixture.ts";

const execute = promisify(execFile);

/** Commits with Git's own plumbing, like another process; retries if the ref moved. */
async function pushByGit(gitDir: string, path: string, text: string): Promise<string> {
  const index = join(gitDir, `index-${path.replaceAll("/", "-")}`);
  const env = { ...process.env, GIT_INDEX_FILE: index };
  const run = async (args: string[], input = ""): Promise<string> => {
    const running = execute("git", ["--git-dir", gitDir, ...args], { env });
    if (input !== "") running.child.stdin?.write(input);
    running.child.stdin?.end();
    return (await running).stdout.trim();
  };
  const blob = await run(["hash-object", "-w", "--stdin"], text);
  const author = ["-c", "user.name=Dev", "-c", "user.email=dev@example.test"];
  for (;;) {
    const tip = await run(["rev-parse", MAIN]);
    await run(["read-tree", tip]);
    await run(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`]);
    const tree = await run(["write-tree"]);
    const commit = await run([...author, "commit-tree", tree, "-p", tip, "-m", "pushed"]);
    try {
      await run(["update-ref", MAIN, commit, tip]);
      return commit;
    } catch (error) {
      if (!String(error).includes("cannot lock ref")) throw error;
    }
  }
}

test("loses nothing with sixteen concurrent editors, which share batches", async () => {
  const repository = await newRepository();
  await repository.commit(MAIN, change({ start: "" }));
  const editors = Array.from({ length: 16 }, (_, editor) => editor);
  const made = await Promise.all(
    editors.map(async (editor) => {
      const commits: string[] = [];
      for (let save = 0; save < 12; save += 1) {
        const path = `content/posts/${editor % 4}/${editor}.md`;
        const { commit } = await repository.commit(MAIN, change({ [path]: `${save}` }));
        commits.push(commit);
      }
      return commits;
    }),
  );

  const reachable = new Set(git(repository.gitDir, "rev-list", "main").split("\n"));
  expect(made.flat().filter((commit) => !reachable.has(commit))).toEqual([]);
  expect(reachable.size).toBe(1 + 16 * 12);
  expect(git(repository.gitDir, "fsck", "--full", "--strict")).toBe("");
  for (const editor of editors) {
    expect(git(repository.gitDir, "show", `main:content/posts/${editor % 4}/${editor}.md`)).toBe(
      "11",
    );
  }
  const packs = git(repository.gitDir, "count-objects", "-v").match(/packs: (\d+)/)?.[1];
  expect(Number(packs)).toBeLessThan(100);
});

test("builds on an external push and reports it to a writer that did not know it", async () => {
  const repository = await newRepository();
  const { commit: known } = await repository.commit(MAIN, change({ a: "1" }));
  const pushed = await pushByGit(repository.gitDir, "b", "pushed");

  await expect(repository.commit(MAIN, change({ a: "2" }), { known })).rejects.toMatchObject({
    code: "stale",
  });
  await expect(
    repository.commit(MAIN, change({ a: "2" }), { expected: known }),
  ).rejects.toMatchObject({ code: "stale" });
  const made = await repository.commit(MAIN, change({ a: "2" }), { known: pushed });

  expect(made.parent).toBe(pushed);
  expect(git(repository.gitDir, "show", "main:b")).toBe("pushed");
});

test("accepts own commits in between for `known`, but not for `expected`", async () => {
  const repository = await newRepository();
  const { commit: known } = await repository.commit(MAIN, change({ a: "1" }));
  await repository.commit(MAIN, change({ b: "1" }), { known });

  await expect(repository.commit(MAIN, change({ c: "1" }), { known })).resolves.toBeDefined();
  await expect(
    repository.commit(MAIN, change({ d: "1" }), { expected: known }),
  ).rejects.toMatchObject({ code: "stale" });
  await expect(
    repository.commit("refs/heads/new", change({ d: "1" }), { expected: null }),
  ).resolves.toMatchObject({ parent: null });
});

test("loses nothing on either side when Git pushes between batches", async () => {
  const repository = await newRepository();
  await repository.commit(MAIN, change({ start: "" }));
  const own: string[] = [];
  const pushed: string[] = [];
  const editor = async (name: number): Promise<void> => {
    for (let save = 0; save < 4; save += 1) {
      const files = { [`own/${name}`]: `${own.length} ${save}` };
      own.push((await repository.commit(MAIN, change(files))).commit);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  for (let push = 0; push < 6; push += 1) {
    const pushing = pushByGit(repository.gitDir, `pushed/${push}`, `${push}`);
    await Promise.all([editor(1), editor(2), editor(3)]);
    pushed.push(await pushing);
  }

  const reachable = new Set(git(repository.gitDir, "rev-list", "main").split("\n"));
  expect([...own, ...pushed].filter((commit) => !reachable.has(commit))).toEqual([]);
  expect(own).toHaveLength(6 * 3 * 4);
});

test("commits the other changes of a batch with an invalid one", async () => {
  const repository = await newRepository();
  await repository.commit(MAIN, change({ file: "1", "folder/a": "1" }));
  const results = await Promise.allSettled([
    repository.commit(MAIN, change({ "folder/good": "1" })),
    repository.commit(MAIN, change({ "folder/bad": "1", "file/inside": "1" })),
    repository.commit(MAIN, change({ folder: "1" })),
    repository.commit(MAIN, change({ "folder/better": "1" })),
  ]);

  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  expect(git(repository.gitDir, "ls-tree", "-r", "--name-only", "main").split("\n")).toEqual([
    "file",
    "folder/a",
    "folder/better",
    "folder/good",
  ]);
});
