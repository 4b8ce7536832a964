import { expect, test } from "vitest";
import { FORGE_TOKEN } from "../../../../../tests/support/git/forge-repository.ts";
import { commitFiles, git } from "../../../../../tests/support/git/git-client.ts";
import { cloneForge, type MirroredSite, POSTS, startMirroredSite } from "../upstream.fixture.ts";

const BRANCH = "change/1-new-words";

/** Opens and syncs a change request with a post on its branch. */
async function proposed(): Promise<MirroredSite> {
  const site = await startMirroredSite();
  await site.hq.ask("POST", "/changes", { as: "writer", body: { title: "New words" } });
  await write(site, "proposed", "Proposed");
  const state = await site.sync();
  expect(state.branch(BRANCH)).toMatchObject({ state: "in_sync", change: 1, ahead: 0 });
  return site;
}

async function write(site: MirroredSite, slug: string, title: string): Promise<void> {
  const body = { slug, fields: { title } };
  const saved = await site.hq.ask("POST", `/changes/1${POSTS}`, { as: "writer", body });
  expect(saved.status).toBe(201);
}

/** Clones the upstream as a developer and checks out the branch. */
async function checkedOut(site: MirroredSite): Promise<string> {
  const folder = await cloneForge(site);
  await git(folder, "checkout", "--quiet", BRANCH);
  return folder;
}

async function push(folder: string, ...args: readonly string[]): Promise<string> {
  const pushed = await git(folder, "push", "--quiet", ...args, "origin", BRANCH);
  expect([pushed.ok, pushed.stderr]).toEqual([true, ""]);
  return (await git(folder, "rev-parse", "HEAD")).stdout.trim();
}

async function stateOf({ hq }: MirroredSite): Promise<unknown> {
  return Object((await hq.ask("GET", "/changes/1")).body["change"]).state;
}

test("pushes the branch of a change request with commits and takes upstream pushes to it", async () => {
  const site = await startMirroredSite();
  await site.hq.ask("POST", "/changes", { body: { title: "New words" } });
  expect((await site.sync()).branch(BRANCH)).toMatchObject({ there: null, state: "in_sync" });
  await write(site, "proposed", "Proposed");
  await site.sync();
  const folder = await checkedOut(site);
  await commitFiles(folder, { "README.md": "Read me\n" });
  const there = await push(folder);
  const state = await site.sync();
  expect(state.branch(BRANCH)).toMatchObject({ state: "in_sync", here: there, there });
  expect((await site.hq.ask("GET", "/changes/1")).body).toMatchObject({
    head: there,
    files: [{ kind: "added", path: "README.md" }],
  });
});

test("merges additions of both sides to a branch and asks about conflicts", async () => {
  const site = await proposed();
  const folder = await checkedOut(site);
  await commitFiles(folder, { "README.md": "Of there\n" });
  await push(folder);
  await write(site, "second", "Second");
  expect((await site.sync()).branch(BRANCH)).toMatchObject({ state: "in_sync" });
  const files = site.forge.git("ls-tree", "-r", "--name-only", BRANCH);
  expect(files).toContain("content/posts/second.yml");
  expect(files).toContain("README.md");

  await git(folder, "pull", "--quiet", "origin", BRANCH);
  const path = "content/posts/second.yml";
  const text = site.forge.git("show", `${BRANCH}:${path}`);
  await commitFiles(folder, { [path]: text.replace("Second", "Of there") });
  const there = await push(folder);
  await site.hq.ask("PATCH", `/changes/1${POSTS}/second`, {
    body: { fields: { title: "Of here" } },
  });
  const asked = await site.sync();
  expect(asked.branch(BRANCH)).toMatchObject({
    state: "question",
    problem: { code: "conflict" },
    question: { kind: "conflict", choices: ["ours", "theirs"] },
  });
  const body = { branch: BRANCH, take: "theirs", there };
  expect((await site.hq.ask("POST", "/upstream/decide", { body })).status).toBe(202);
  expect((await site.sync()).branch(BRANCH)).toMatchObject({ state: "in_sync", here: there });
  const kept = await site.gitHere("for-each-ref", "--format=%(refname)", "refs/loam/lost/change");
  expect(kept).toContain(asked.branch(BRANCH)?.here);
});

test("follows a rebase on one side and asks about rebases on both", async () => {
  const site = await proposed();
  const folder = await checkedOut(site);
  await git(folder, "commit", "--quiet", "--amend", "--message", "Better said");
  const amended = await push(folder, "--force");
  expect((await site.sync()).branch(BRANCH)).toMatchObject({ state: "in_sync", here: amended });

  const here = await site.gitHere("rev-parse", "main");
  await site.gitHere("update-ref", `refs/heads/${BRANCH}`, amended);
  const other = await site.gitHere("commit-tree", "-p", here, "-m", "Here", `${amended}^{tree}`);
  await site.gitHere("update-ref", `refs/heads/${BRANCH}`, other);
  expect((await site.sync()).branch(BRANCH)).toMatchObject({ state: "in_sync", there: other });
  expect(site.forge.git("rev-parse", BRANCH).trim()).toBe(other);

  await git(folder, "commit", "--quiet", "--amend", "--message", "Once more");
  await push(folder, "--force");
  await write(site, "second", "Second");
  expect((await site.sync()).branch(BRANCH)).toMatchObject({
    state: "question",
    question: { kind: "rewritten", was: other },
  });
});

test("deletes the upstream branch after a merge and keeps it after closing", async () => {
  const site = await proposed();
  expect((await site.hq.ask("POST", "/changes/1/merge")).status).toBe(200);
  expect((await site.sync()).branch(BRANCH)).toBeUndefined();
  expect(site.forge.git("for-each-ref", "refs/heads/change")).toBe("");
  expect(site.forge.git("ls-tree", "-r", "--name-only", "main")).toContain("proposed.yml");

  await site.hq.ask("POST", "/changes", { body: { title: "Other words" } });
  const body = { slug: "other", fields: { title: "Other" } };
  await site.hq.ask("POST", `/changes/2${POSTS}`, { body });
  await site.sync();
  await site.hq.ask("POST", "/changes/2/close");
  await site.sync();
  expect(site.forge.git("for-each-ref", "--format=%(refname)", "refs/heads/change").trim()).toBe(
    "refs/heads/change/2-other-words",
  );
});

test.for(["--no-ff", "--ff-only"])("records an upstream merge with %s", async (how) => {
  const site = await proposed();
  const folder = await checkedOut(site);
  await git(folder, "checkout", "--quiet", "main");
  const merged = await git(folder, "merge", "--quiet", how, BRANCH);
  expect(merged.ok).toBe(true);
  await git(folder, "push", "--quiet", "origin", "main", `:${BRANCH}`);
  const state = await site.sync();
  expect(state.branch(BRANCH)).toBeUndefined();
  expect(await stateOf(site)).toBe("merged");
  const { body } = await site.hq.ask("GET", "/changes/1");
  expect(body).toMatchObject({
    change: { endedBy: null, mergedCommit: state.branch("main")?.here },
    entries: [{ kind: "added", slug: "proposed" }],
  });
  expect(await site.read("proposed")).toMatchObject({ title: "Proposed" });
  expect(await site.gitHere("for-each-ref", "refs/heads/change")).toBe("");
});

test("keeps a branch deleted upstream without a merge until a user decides", async () => {
  const site = await proposed();
  site.forge.git("update-ref", "-d", `refs/heads/${BRANCH}`);
  expect((await site.sync()).branch(BRANCH)).toMatchObject({ question: { kind: "deleted" } });
  expect(await stateOf(site)).toBe("open");
  await site.hq.ask("POST", "/changes/1/close");
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
});

test("does not move an unrelated upstream branch with the name of a change request", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const stood = site.forge.git("rev-parse", "main").trim();
  site.forge.git("branch", "production", "main");
  // It initially has the same commit upstream, although HQ did not push it.
  await site.gitHere("branch", "production", "main");
  const body = { title: "Ours", from: "production" };
  expect((await site.hq.ask("POST", "/changes", { as: "writer", body })).status).toBe(201);
  expect((await site.sync()).branch("production")).toMatchObject({ state: "in_sync" });
  await write(site, "proposed", "Proposed");
  expect((await site.sync()).branch("production")).toMatchObject({
    state: "rejected",
    problem: { message: expect.stringContaining("did not create") },
  });
  expect(site.forge.git("rev-parse", "production").trim()).toBe(stood);
});

test("keeps the upstream's main apart from a local branch with its name", async () => {
  const site = await startMirroredSite();
  const body = { url: site.forge.url, credential: FORGE_TOKEN, branch: "trunk" };
  expect((await site.hq.ask("PUT", "/upstream", { body })).status).toBe(200);
  await site.gitHere("branch", "trunk", "main");
  const change = { title: "Ours", from: "trunk" };
  expect((await site.hq.ask("POST", "/changes", { as: "writer", body: change })).status).toBe(201);
  await write(site, "proposed", "Proposed");
  await site.sync();
  expect((await site.sync()).branch("trunk")).toMatchObject({ state: "rejected", change: 1 });
  expect(site.forge.git("ls-tree", "-r", "--name-only", "trunk")).not.toContain("proposed");
  expect(await site.read("proposed")).toBeUndefined();
});
