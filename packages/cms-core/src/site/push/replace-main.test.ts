import { expect, onTestFinished, test } from "vitest";
import type { FileEdit } from "../../git/objects/tree.ts";
import { newPlainStore, plainFile, writeUnchecked } from "../plain-store.fixture.ts";
import { ann, expectSameAsReopened, git } from "../site-store.fixture.ts";
import type { SiteStore } from "../site-store.ts";

const ONE = "content/posts/one.yml";
const TWO = "content/posts/two.yml";
const ID = "eaaaaaaaaaaaaaaaaaaa";
const THERE = "refs/loam/upstream/main";
const NOTE = { ...ann, message: "Take what is there", trailers: {} };
const ALL = { ...NOTE, allow: () => undefined };

type Files = Readonly<Record<string, Uint8Array | null>>;

async function storeWithOne(): Promise<SiteStore> {
  const store = await newPlainStore();
  onTestFinished(async () => store.close());
  await writeUnchecked(store, { [ONE]: plainFile("One", ID) });
  return store;
}

/** Creates a commit that is reachable only from `refs/loam`. */
async function there(store: SiteStore, from: string | undefined, files: Files): Promise<string> {
  const { repository } = store;
  const now = await repository.resolveRef(THERE);
  if (now !== undefined) git(store, "update-ref", "-d", THERE);
  if (from !== undefined) git(store, "update-ref", THERE, from);
  const edits = new Map<string, FileEdit>(Object.entries(files));
  const change = { files: edits, author: ann.actor, message: "There" };
  return (await repository.commit(THERE, change)).commit;
}

test("fast-forwards main if it has no other changes", async () => {
  const store = await storeWithOne();
  const tip = await there(store, store.head(), { [TWO]: plainFile("Two") });
  const merged = await store.mergeBranch(tip, { ...ALL, forward: true });
  expect(merged).toMatchObject({ commit: tip, checked: { touched: new Map([["entry", TWO]]) } });
  expect(store.head()).toBe(tip);
  expect(store.findEntry("posts", "two")).toBeDefined();
  const wrong = await there(store, tip, { [TWO]: plainFile("[1]") });
  await expect(store.mergeBranch(wrong, { ...ALL, forward: true })).rejects.toMatchObject({
    code: "invalid",
    issues: [{ path: TWO }],
  });
  expect(store.head()).toBe(tip);
});

test("merges unrelated histories on request and reports differences as conflicts", async () => {
  const store = await storeWithOne();
  const before = store.head();
  const tip = await there(store, undefined, { "README.md": Buffer.from("Made there\n") });
  await expect(store.mergeBranch(tip, ALL)).rejects.toMatchObject({ code: "conflict" });
  const { commit } = await store.mergeBranch(tip, { ...ALL, unrelated: true });
  expect(git(store, "show", "-s", "--format=%P", commit)).toBe(`${before} ${tip}`);
  expect(git(store, "ls-tree", "--name-only", commit)).toContain("README.md");
  await expectSameAsReopened(store);

  const other = await there(store, undefined, { [ONE]: plainFile("Other", ID) });
  await expect(store.mergeBranch(other, { ...ALL, unrelated: true })).rejects.toMatchObject({
    code: "conflict",
    details: { conflicts: [{ file: ONE, path: "title", ours: "One", theirs: "Other" }] },
  });
});

test("keeps the replaced main with its later saves", async () => {
  const store = await storeWithOne();
  const before = store.head();
  await writeUnchecked(store, { [TWO]: plainFile("Two") });
  const old = store.head();
  const parent = git(store, "rev-parse", `${before}~`);
  const tip = await there(store, parent, { [ONE]: plainFile("Rewritten", ID) });
  const { commit } = await store.replaceMain({ ...NOTE, to: tip });
  expect([commit, store.head()]).toEqual([tip, tip]);
  expect(store.findEntry("posts", "two")).toBeUndefined();
  expect(git(store, "rev-parse", `refs/loam/lost/main/${old}`)).toBe(old);
  await expectSameAsReopened(store);
});

test("keeps later saves on main without the rewritten commits", async () => {
  const store = await storeWithOne();
  const before = store.head();
  const parent = git(store, "rev-parse", `${before}~`);
  const tip = await there(store, parent, { [ONE]: plainFile("Rewritten", ID) });
  await writeUnchecked(store, { [TWO]: plainFile("Two") });
  const { commit } = await store.replaceMain({ ...NOTE, to: tip, since: before });
  expect(git(store, "rev-list", `${parent}..${commit}`).split("\n")).toEqual([commit, tip]);
  expect(git(store, "show", `${commit}:${ONE}`)).toContain("title: Rewritten");
  expect(store.findEntry("posts", "two")).toBeDefined();
  await expectSameAsReopened(store);

  const wrong = await there(store, parent, { [TWO]: plainFile("[1]") });
  await expect(store.replaceMain({ ...NOTE, to: wrong })).rejects.toMatchObject({
    code: "invalid",
  });
  expect(store.head()).toBe(commit);
});

test("updates a branch with commits pushed elsewhere", async () => {
  const store = await storeWithOne();
  const branch = "refs/heads/change/1-words";
  const start = store.head();
  git(store, "update-ref", branch, start);
  const edits = new Map([[TWO, plainFile("Two")]]);
  const mine = { files: edits, author: ann.actor, message: "Mine" };
  const { commit: tip } = await store.repository.commit(branch, mine);
  const other = await there(store, start, { [ONE]: plainFile("There", ID) });
  const merged = await store.updateBranch({ ref: branch, tip, other }, NOTE);
  expect(git(store, "show", "-s", "--format=%P", merged)).toBe(`${tip} ${other}`);
  expect(git(store, "rev-parse", branch)).toBe(merged);
  const again = await store.updateBranch({ ref: branch, tip: merged, other }, NOTE);
  expect(again).toBe(merged);
});
