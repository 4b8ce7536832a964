import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import type { FileEdit } from "../../git/objects/tree.ts";
import { newPlainStore, plainFile, writeUnchecked } from "../plain-store.fixture.ts";
import { ann } from "../site-store.fixture.ts";
import { openSiteStoreOn, type SiteStore } from "../site-store.ts";

const ONE = "content/posts/one.yml";
const TWO = "content/posts/two.yml";
const ID = "eaaaaaaaaaaaaaaaaaaa";
const BRANCH = "refs/heads/change/1-words";
const NOTE = { ...ann, message: "Merge change 1", trailers: { "Loam-Action": "merge-change" } };
const ALL = { ...NOTE, allow: () => undefined };

type Files = Readonly<Record<string, Uint8Array | null>>;

interface Branched {
  readonly store: SiteStore;
  readonly git: (...args: readonly string[]) => string;
  /** Commits on the branch and returns the commit. */
  readonly push: (files: Files) => Promise<string>;
}

/** Creates a site with one post, and a branch that starts there. */
async function branched(): Promise<Branched> {
  const store = await newPlainStore();
  onTestFinished(async () => store.close());
  await writeUnchecked(store, { [ONE]: file("One") });
  const { repository } = store;
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["--git-dir", repository.gitDir, ...args], { encoding: "utf8" }).trim();
  git("update-ref", BRANCH, store.head());
  return {
    store,
    git,
    async push(files) {
      const edits = new Map<string, FileEdit>(Object.entries(files));
      const change = { files: edits, author: ann.actor, message: "Words" };
      return (await repository.commit(BRANCH, change)).commit;
    },
  };
}

function file(title: string, more = ""): Buffer {
  return Buffer.concat([plainFile(title, ID), Buffer.from(more)]);
}

test("merges a branch field by field as a commit with both parents", async () => {
  const { store, git, push } = await branched();
  const tip = await push({ [ONE]: file("One, of the branch"), [TWO]: plainFile("Two") });
  await writeUnchecked(store, { [ONE]: file("One", "note: of main\n") });
  const before = store.head();
  const { commit, checked } = await store.mergeBranch(tip, ALL);
  expect(checked).toMatchObject({ conflicts: [], issues: [], isMerged: false });
  expect(store.head()).toBe(commit);
  expect(git("show", "-s", "--format=%P|%an|%s", commit)).toBe(
    `${before} ${tip}|${ann.actor.name}|Merge change 1`,
  );
  const merged = git("show", `${commit}:${ONE}`);
  expect(merged).toContain("title: One, of the branch");
  expect(merged).toContain("note: of main");
  expect(store.findEntry("posts", "two")).toBeDefined();
  expect(git("fsck", "--strict")).not.toContain("error");
});

test("lists the commits of a branch, newest first, and removes the merged branch", async () => {
  const { store, git, push } = await branched();
  const first = await push({ [TWO]: plainFile("Two") });
  await writeUnchecked(store, { [ONE]: file("Main") });
  const tip = await push({ "README.md": Buffer.from("Read me\n") });
  const { repository } = store;
  const range = { from: store.head(), to: tip, limit: 10 };
  expect(await repository.commitsBetween(range)).toMatchObject(
    [tip, first].map((commit) => ({ commit, author: ann.actor, subject: "Words" })),
  );
  expect(await repository.commitsBetween({ ...range, to: store.head() })).toEqual([]);
  const made = { from: git("rev-parse", `${store.head()}~3`), to: store.head(), limit: 1 };
  expect(await repository.commitsBetween(made)).toMatchObject([{ subject: "Push", body: "" }]);
  await expect(repository.removeRef(BRANCH, first)).rejects.toMatchObject({ code: "git_failed" });
  await repository.removeRef(BRANCH, tip);
  expect(git("for-each-ref", BRANCH)).toBe("");
});

test("reports conflicting changes and merges nothing", async () => {
  const { store, push } = await branched();
  const tip = await push({ [ONE]: file("Branch") });
  await writeUnchecked(store, { [ONE]: file("Main") });
  const before = store.head();
  const conflicts = [{ file: ONE, path: "title", base: "One", ours: "Main", theirs: "Branch" }];
  expect((await store.checkMerge(tip)).conflicts).toEqual(conflicts);
  await expect(store.mergeBranch(tip, ALL)).rejects.toMatchObject({
    code: "conflict",
    details: { conflicts },
  });
  expect(store.head()).toBe(before);
});

test("rejects content that breaks the editor's rules, with its location", async () => {
  const { store, push } = await branched();
  const tip = await push({ [TWO]: plainFile("[1, 2]") });
  const issue = { path: TWO, field: "title" };
  expect((await store.checkMerge(tip)).issues).toMatchObject([issue]);
  await expect(store.mergeBranch(tip, ALL)).rejects.toMatchObject({
    code: "invalid",
    issues: [issue],
  });
});

function refuse(): never {
  throw new Error("not you");
}

test("changes nothing if the user is not allowed to merge", async () => {
  const { store, push } = await branched();
  const tip = await push({ [TWO]: plainFile("Two") });
  const before = store.head();
  await expect(store.mergeBranch(tip, { ...NOTE, allow: refuse })).rejects.toThrow("not you");
  expect(store.head()).toBe(before);
});

test("merges an already merged branch without a commit", async () => {
  const { store, push } = await branched();
  const tip = await push({ [TWO]: plainFile("Two") });
  const { commit } = await store.mergeBranch(tip, ALL);
  const again = await store.mergeBranch(tip, ALL);
  expect(again).toMatchObject({ commit, checked: { isMerged: true } });
});

test("rejects a branch without a common commit and explains where to start", async () => {
  const { store, git } = await branched();
  const tree = git("rev-parse", `${store.head()}^{tree}`);
  const tip = git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit-tree", "-m", "x", tree);
  await expect(store.checkMerge(tip)).rejects.toMatchObject({ code: "conflict" });
});

test("keeps all saves made during merges", async () => {
  const { store, push } = await branched();
  const tip = await push({ [TWO]: plainFile("Two") });
  const save = (slug: string) => {
    const input = { type: "posts", slug, values: new Map([["title", slug]]) };
    return store.saveEntry(input, ann);
  };
  await Promise.all([save("a"), store.mergeBranch(tip, ALL), save("b"), save("c")]);
  expect(
    store
      .entries("posts")
      .map(({ slug }) => slug)
      .toSorted(),
  ).toEqual(["a", "b", "c", "one", "two"]);
});

test("updates a stale branch from main and keeps its changes", async () => {
  const { store, git, push } = await branched();
  const tip = await push({ [TWO]: plainFile("Two") });
  await writeUnchecked(store, { [ONE]: file("Main") });
  const made = await store.updateBranch({ ref: BRANCH, tip }, NOTE);
  expect(git("rev-parse", BRANCH)).toBe(made);
  expect(git("show", `${made}:${ONE}`)).toContain("title: Main");
  expect(git("show", `${made}:${TWO}`)).toContain("title: Two");
  expect(await store.updateBranch({ ref: BRANCH, tip: made }, NOTE)).toBe(made);
});

test("saves through a store of a branch leave main unchanged", async () => {
  const { store, git } = await branched();
  const before = store.head();
  const branch = await openSiteStoreOn(store.repository, { branch: BRANCH });
  const input = { type: "posts", slug: "three", values: new Map([["title", "Three"]]) };
  await branch.saveEntry(input, ann);
  expect(git("show", `${BRANCH}:content/posts/three.yml`)).toContain("title: Three");
  await store.refresh();
  expect(store.head()).toBe(before);
  expect(store.findEntry("posts", "three")).toBeUndefined();
});

test("resolves conflicts on the branch field by field and keeps the other changes", async () => {
  const { store, git, push } = await branched();
  const tip = await push({
    [ONE]: file("Branch", "note: of the branch\n"),
    [TWO]: null,
    "a.txt": Buffer.from("branch\n"),
  });
  await writeUnchecked(store, { [ONE]: file("Main", "more: of main\n") });
  const at = { ref: BRANCH, tip };
  const refused = store.updateBranch(at, NOTE);
  await expect(refused).rejects.toMatchObject({
    code: "conflict",
    details: { conflicts: [{ file: ONE, path: "title", ours: "Branch", theirs: "Main" }] },
  });
  const decide = (path: string, wanted: string) =>
    path === ONE && wanted === "title" ? ("theirs" as const) : undefined;
  const made = await store.updateBranch({ ...at, decide }, NOTE);
  const merged = git("show", `${made}:${ONE}`);
  for (const line of ["title: Main", "note: of the branch", "more: of main"]) {
    expect(merged).toContain(line);
  }
  const { commit } = await store.mergeBranch(made, ALL);
  expect(git("show", `${commit}:${ONE}`)).toBe(merged);
});

test.for([
  ["ours", ""],
  ["theirs", ONE],
] as const)("resolves a deleted and changed entry as decided: %s", async ([side, expected]) => {
  const { store, git, push } = await branched();
  const tip = await push({ [ONE]: null, "README.md": Buffer.from("Read me\n") });
  await writeUnchecked(store, { [ONE]: file("Main") });
  const at = { ref: BRANCH, tip };
  await expect(store.updateBranch(at, NOTE)).rejects.toMatchObject({ code: "conflict" });
  const made = await store.updateBranch({ ...at, decide: () => side }, NOTE);
  const there = git("ls-tree", "--name-only", made, "--", ONE);
  expect(there).toBe(expected);
});
