import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { change, git, MAIN, newRepository, temporaryFolder } from "./repository.fixture.ts";
import { openRepository } from "./repository.ts";

test("commits content that Git reads", async () => {
  const repository = await newRepository();
  const made = await repository.commit(
    MAIN,
    change(
      { "content/posts/hello.md": "Hello\n", "site.yml": "loam: 1\n" },
      { message: "Add a post", trailers: { "Loam-Action": "create" }, when: new Date(1e12) },
    ),
  );

  expect(git(repository.gitDir, "rev-parse", "main")).toBe(made.commit);
  expect(git(repository.gitDir, "show", "main:content/posts/hello.md")).toBe("Hello");
  expect(git(repository.gitDir, "log", "-1", "--format=%an <%ae>|%cn|%ct|%B")).toBe(
    "Ann <ann@example.test>|Loam HQ|1000000000|Add a post\n\nLoam-Action: create",
  );
  expect(git(repository.gitDir, "fsck", "--full", "--strict")).toBe("");
  expect(made.blobs.get("site.yml")).toBe(repository.hashBlob(Buffer.from("loam: 1\n")));
});

test("reads files, lists, and differences of commits made by others", async () => {
  const repository = await newRepository();
  const first = await repository.commit(MAIN, change({ "a/b.md": "1", "ü ö.md": "2", c: "3" }));
  const second = await repository.commit(MAIN, change({ "a/b.md": null, "a/d.md": "1", c: "4" }));

  expect(first.parent).toBe(null);
  expect(second.parent).toBe(first.commit);
  expect((await repository.listFiles(first.commit)).map((file) => file.path)).toEqual([
    "a/b.md",
    "c",
    "ü ö.md",
  ]);
  expect(await repository.changedFiles(first.commit, second.commit)).toEqual([
    { path: "a/b.md", before: first.blobs.get("a/b.md") },
    { path: "a/d.md", after: first.blobs.get("a/b.md"), mode: "100644" },
    { path: "c", before: first.blobs.get("c"), after: second.blobs.get("c"), mode: "100644" },
  ]);
  expect(await repository.changedFiles(second.commit, second.commit)).toEqual([]);
  expect(Buffer.from((await repository.readPath(first.commit, "ü ö.md"))?.bytes ?? [])).toEqual(
    Buffer.from("2"),
  );
  expect(await repository.readPath(first.commit, "a")).toBeUndefined();
  expect(await repository.readPath(first.commit, "absent file.md")).toBeUndefined();
  await expect(repository.readBlob("0".repeat(40))).rejects.toMatchObject({ code: "not_found" });
});

test("creates no commit for a change without effect", async () => {
  const repository = await newRepository();
  const first = await repository.commit(MAIN, change({ a: "1" }));
  const again = await repository.commit(MAIN, change({ a: "1", absent: null }));

  expect(again.commit).toBe(first.commit);
  expect(git(repository.gitDir, "rev-list", "--count", "main")).toBe("1");
});

test.for([
  "../x",
  "/x",
  "a//b",
  ".git/config",
  "a/.GIT/hooks",
  "a\\b",
  "a\nb",
  "git~1/x",
  "",
  "\ud800",
])("rejects the path %j and writes nothing", async (path) => {
  const repository = await newRepository();

  await expect(repository.commit(MAIN, change({ [path]: "x" }))).rejects.toMatchObject({
    code: "invalid_path",
  });
  expect(await repository.resolveRef(MAIN)).toBeUndefined();
});

test.for([
  "--output=/tmp/x",
  "refs/heads/../x",
  "main",
  "refs/heads/-x",
  "refs/heads/a.lock",
  "HEAD",
])("rejects the ref %j", async (ref) => {
  const repository = await newRepository();

  await expect(repository.resolveRef(ref)).rejects.toMatchObject({ code: "invalid" });
  await expect(repository.listFiles(ref)).rejects.toMatchObject({ code: "invalid" });
});

test("commits only existing blobs", async () => {
  const repository = await newRepository();
  const { blobs } = await repository.commit(MAIN, change({ a: "pinned" }));
  const oid = blobs.get("a") ?? "";
  const pin = { ...change({}), files: new Map([["b", { oid }]]) };
  const bad = { ...change({}), files: new Map([["b", { oid: "1".repeat(40) }]]) };

  await expect(repository.commit("refs/heads/published", bad)).rejects.toMatchObject({
    code: "not_found",
  });
  await repository.commit("refs/heads/published", pin);
  expect(git(repository.gitDir, "show", "published:b")).toBe("pinned");
});

test("names, email addresses, and messages cannot forge a header", async () => {
  const repository = await newRepository();
  const author = { name: "Eve\n<root@x>\nparent 0", email: "e>\ncommitter X <x@y> 0 +0000\0" };
  const trailers = { "Loam-Entry": "e1\nLoam-Site: other" };
  await repository.commit(
    MAIN,
    change({ a: "1" }, { author, message: "Hi\0\r\nthere", trailers, when: new Date(1e12) }),
  );

  const commit = git(repository.gitDir, "cat-file", "commit", "main").split("\n");
  expect(commit[1]).toMatch(/^author Eve root@x parent 0 <ecommitterXx@y0\+0000> \d+ \+0000$/);
  expect(commit[2]).toMatch(/^committer Loam HQ <hq@loam\.invalid> \d+ \+0000$/);
  expect(commit.slice(3)).toEqual(["", "Hi ", "there", "", "Loam-Entry: e1 Loam-Site: other"]);
  expect(git(repository.gitDir, "fsck", "--strict")).toBe("");
});

test("returns when files were last changed", async () => {
  const repository = await newRepository();
  await repository.commit(MAIN, change({ a: "1", b: "1" }, { when: new Date(100_000) }));
  await repository.commit(MAIN, change({ a: "2" }, { when: new Date(200_000) }));
  const third = await repository.commit(MAIN, change({ c: "1" }, { when: new Date(300_000) }));
  const paths = new Set(["a", "b", "c", "absent"]);

  expect(await repository.lastChanges(third.commit, { paths })).toEqual(
    new Map([
      ["a", 200_000],
      ["b", 100_000],
      ["c", 300_000],
    ]),
  );
});

test("returns all past contents of a folder's files, including removed ones", async () => {
  const repository = await newRepository();
  await repository.commit(MAIN, change({ "a/1": "one", b: "1" }));
  await repository.commit(MAIN, change({ "a/1": null }));
  await repository.commit(MAIN, change({ "a/1": "two", "a/2": "three" }));
  const { commit } = await repository.commit(MAIN, change({ "a/1": null, "a/2": null }));
  const other = await repository.commit("refs/heads/other", change({ "a/1": "four" }));

  const found = await repository.fileVersions({ commits: [commit, other.commit], folder: "a" });
  const texts = await repository.readBlobs(found.map(({ oid }) => oid));

  expect(found.map(({ path }, at) => `${path} ${String(texts[at])}`).toSorted()).toEqual([
    "a/1 four",
    "a/1 one",
    "a/1 two",
    "a/2 three",
  ]);
  expect(await repository.fileVersions({ commits: [], folder: "a" })).toEqual([]);
});

test("ignores the user's Git configuration and environment", async () => {
  const home = temporaryFolder();
  const trace = join(home, "was-run");
  const hook = `#!/bin/sh\necho hook >> ${trace}\nexit 1\n`;
  for (const name of ["reference-transaction", "post-update"]) {
    writeFileSync(join(home, name), hook, { mode: 0o755 });
  }
  writeFileSync(
    join(home, ".gitconfig"),
    `[core]\n\thooksPath = ${home}\n\tfsmonitor = ${home}/post-update\n\tbare = false\n[alias]\n\tcat-file = !${home}/post-update\n[broken\n`,
  );
  for (const [name, value] of Object.entries({
    HOME: home,
    GIT_DIR: home,
    GIT_OBJECT_DIRECTORY: home,
    GIT_CONFIG: join(home, ".gitconfig"),
    GIT_CONFIG_GLOBAL: join(home, ".gitconfig"),
    GIT_CONFIG_PARAMETERS: "'core.bare=false'",
    GIT_NAMESPACE: "other",
    GIT_TRACE: trace,
  })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const repository = await newRepository();
  await repository.commit(MAIN, change({ a: "1" }));
  const { commit, parent } = await repository.commit(MAIN, change({ a: "2" }));

  expect(await repository.changedFiles(parent ?? undefined, commit)).toHaveLength(1);
  expect(await repository.listFiles(commit)).toHaveLength(1);
  expect(existsSync(trace)).toBe(false);
});

test("reports a missing Git with one clear error", async () => {
  vi.stubEnv("PATH", temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(openRepository(temporaryFolder(), { create: true })).rejects.toMatchObject({
    code: "git_missing",
  });
});

test("works after Git packs the refs and repacks the objects", async () => {
  const repository = await newRepository();
  const first = await repository.commit(MAIN, change({ a: "1" }));
  await repository.commit(MAIN, change({ "b/c": "1" }));
  git(repository.gitDir, "pack-refs", "--all", "--prune");
  git(repository.gitDir, "repack", "-a", "-d", "-q");
  expect(existsSync(join(repository.gitDir, MAIN))).toBe(false);
  const made = await repository.commit(MAIN, change({ "b/c": "2" }));

  expect(Buffer.from(await repository.readBlob(first.blobs.get("a") ?? "")).toString()).toBe("1");
  expect(readFileSync(join(repository.gitDir, MAIN), "utf8")).toBe(`${made.commit}\n`);
  expect(git(repository.gitDir, "fsck", "--full")).toBe("");
});
