import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitFiles, git } from "../../../../../tests/support/git/git-client.ts";
import { cloneForge, POSTS, pushThere, startMirroredSite } from "../upstream.fixture.ts";

const FIRST = "content/posts/first.yml";

test("pushes the site and later saves to an empty repository", async () => {
  const site = await startMirroredSite();
  expect((await site.state()).body).toMatchObject({ state: "new", branches: [], syncing: false });
  const first = await site.sync();
  expect(first.body).toMatchObject({ state: "in_sync", problem: null, forgeProblem: null });
  const main = await site.gitHere("rev-parse", "main");
  expect(first.branch("main")).toMatchObject({ here: main, there: main, ahead: 0, behind: 0 });
  expect(site.forge.git("rev-parse", "main").trim()).toBe(main);

  await site.hq.ask("POST", `${POSTS}/first/publish`);
  await site.patch("first", { title: "Second words" });
  const second = await site.sync();
  expect(site.forge.git("show", `main:${FIRST}`)).toContain("title: Second words");
  const published = await site.gitHere("rev-parse", "published");
  expect(second.branch("published")).toMatchObject({ state: "in_sync", there: published });
  expect(site.forge.git("rev-parse", "published").trim()).toBe(published);
});

test("takes upstream pushes without an extra commit, completes and lists them, and pushes back", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  const pushed = await pushThere(folder, { "content/posts/second.yml": "title: Second\n" });
  const state = await site.sync();
  expect(await site.read("second")).toMatchObject({ title: "Second" });
  expect(await site.gitHere("log", "--format=%s", "-2", "main")).toBe(
    "Complete content/posts/second.yml\nChange",
  );
  expect(await site.gitHere("rev-parse", "main~")).toBe(pushed);
  expect(state.branch("main")).toMatchObject({ state: "in_sync", ahead: 0, behind: 0 });
  expect(site.forge.git("show", "main:content/posts/second.yml")).toMatch(/^id: e/);
});

test("merges changes of both sides in one entry by field without losing commits", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  const text = await readFile(join(folder, FIRST), "utf8");
  const there = await pushThere(folder, { [FIRST]: text.replace("First", "Words of there") });
  await site.patch("first", { intro: "Words of here" });
  const here = await site.gitHere("rev-parse", "main");
  const state = await site.sync();
  expect(await site.read("first")).toMatchObject({
    title: "Words of there",
    intro: "Words of here",
  });
  expect(await site.gitHere("show", "-s", "--format=%P|%s", "main")).toBe(
    `${here} ${there}|Merge main of 127.0.0.1`,
  );
  expect(state.branch("main")).toMatchObject({ state: "in_sync" });
  expect(site.forge.git("rev-parse", "main").trim()).toBe(state.branch("main")?.here);
});

test("turns a conflict into a change request, resolves it by field, and continues", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  const text = await readFile(join(folder, FIRST), "utf8");
  const there = await pushThere(
    folder,
    { [FIRST]: text.replace("First", "Of there") },
    { message: "Other words" },
  );
  await site.patch("first", { title: "Of here" });
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({
    state: "proposed",
    change: 1,
    there,
    ahead: 1,
    behind: 1,
    problem: { code: "conflict", message: expect.stringContaining(FIRST) },
  });
  expect(state.body).toMatchObject({ state: "attention" });
  expect(site.forge.git("rev-parse", "main").trim()).toBe(there);
  const { body: change } = await site.hq.ask("GET", "/changes/1");
  expect(change).toMatchObject({
    change: { title: "From 127.0.0.1: Other words", createdBy: "u-admin" },
    head: there,
    merge: { blockedBy: ["conflicts"], conflicts: [{ path: "title", main: "Of here" }] },
  });

  // Later commits are added to it, and it isn't opened twice.
  const more = await pushThere(folder, { "README.md": "Read me\n" });
  expect((await site.sync()).branch("main")).toMatchObject({ state: "proposed", change: 1 });
  expect((await site.hq.ask("GET", "/changes/1")).body).toMatchObject({ head: more });

  const decisions = [{ file: FIRST, path: "title", take: "branch" }];
  await site.hq.ask("POST", "/changes/1/update", { body: { decisions } });
  expect((await site.hq.ask("POST", "/changes/1/merge")).status).toBe(200);
  const after = await site.sync();
  expect(after.body).toMatchObject({ state: "in_sync" });
  expect(await site.read("first")).toMatchObject({ title: "Of there" });
  expect(site.forge.git("rev-parse", "main").trim()).toBe(after.branch("main")?.here);
  // It came from the upstream and is never pushed back as a branch.
  expect(site.forge.git("for-each-ref", "refs/heads/change")).toBe("");
});

test("rejects rule violations with their lines until they are fixed upstream", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  await pushThere(folder, { "content/posts/wrong.yml": "title: Wrong\nrating: many\n" });
  const main = await site.gitHere("rev-parse", "main");
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({
    state: "proposed",
    problem: {
      code: "upstream_refused",
      issues: [{ code: "invalid_entry", path: "content/posts/wrong.yml", line: 2 }],
    },
  });
  expect(await site.gitHere("rev-parse", "main")).toBe(main);
  await pushThere(folder, { "content/posts/wrong.yml": "title: Wrong\nrating: 3\n" });
  const after = await site.sync();
  expect(after.body).toMatchObject({ state: "in_sync" });
  expect(await site.read("wrong")).toMatchObject({ rating: 3 });
  expect((await site.hq.ask("GET", "/changes/1")).body).toMatchObject({
    change: { state: "merged" },
  });
});

test("rejects a hostile tree without keeping anything, and keeps local saves", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  await symlink("/etc/passwd", join(folder, "passwd"));
  const there = await pushThere(folder, {});
  await site.patch("first", { title: "Saved" });
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({
    state: "refused",
    there,
    problem: {
      code: "upstream_refused",
      message: expect.stringContaining("Nothing was changed"),
      issues: [{ code: "invalid_path", path: "passwd" }],
    },
  });
  expect(await site.gitHere("cat-file", "-t", there)).toBe("");
  expect((await site.hq.ask("GET", "/changes")).body).toMatchObject({ totalCount: 0 });
  // Deleted again, but still in the history.
  await git(folder, "rm", "--quiet", "passwd");
  await pushThere(folder, {});
  expect((await site.sync()).branch("main")).toMatchObject({ state: "refused" });
  await git(folder, "reset", "--quiet", "--hard", "HEAD~2");
  await git(folder, "push", "--quiet", "--force", "origin", "main");
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
});

test("takes upstream merges as a change request on a site that requires reviews, unless trusted", async () => {
  const site = await startMirroredSite();
  await site.sync();
  await site.hq.ask("PATCH", "", { body: { reviewRequired: true } });
  const folder = await cloneForge(site);
  await pushThere(folder, { "README.md": "Read me\n" });
  expect((await site.sync()).branch("main")).toMatchObject({
    state: "proposed",
    change: 1,
    problem: { code: "review_required" },
  });
  await site.hq.ask("PUT", "/upstream", { body: { url: site.forge.url, reviewedThere: true } });
  expect((await site.sync()).branch("main")).toMatchObject({ state: "in_sync" });
});

test("reports a protected upstream branch in its own words and keeps everything else working", async () => {
  const site = await startMirroredSite();
  await site.sync();
  site.forge.protect("main");
  await site.patch("first", { title: "Saved" });
  await site.hq.ask("POST", `${POSTS}/first/publish`);
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({
    state: "rejected",
    ahead: 1,
    problem: {
      code: "upstream_rejected",
      message: expect.stringContaining("GH006: Protected branch update failed"),
    },
  });
  expect(state.branch("published")).toMatchObject({ state: "in_sync" });
});

test("stops in both directions after upstream history was rewritten until a user decides", async () => {
  const site = await startMirroredSite();
  await site.sync();
  const folder = await cloneForge(site);
  await pushThere(folder, { "README.md": "A secret\n" });
  await site.sync();
  const was = await site.gitHere("rev-parse", "main");
  await site.patch("first", { title: "Saved meanwhile" });
  const here = await site.gitHere("rev-parse", "main");
  await commitFiles(folder, { "README.md": "Nothing\n" });
  await git(folder, "reset", "--quiet", "--soft", "HEAD~2");
  await git(folder, "commit", "--quiet", "--message", "Without the secret");
  await git(folder, "push", "--quiet", "--force", "origin", "main");
  const there = (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  for (let round = 0; round < 2; round += 1) {
    const state = await site.sync();
    expect(state.branch("main")).toMatchObject({
      state: "question",
      here,
      there,
      question: { kind: "rewritten", was, choices: ["theirs", "ours", "both"] },
    });
  }
  expect(site.forge.git("rev-parse", "main").trim()).toBe(there);

  const decide = (take: string, of = there) =>
    site.hq.ask("POST", "/upstream/decide", { body: { branch: "main", take, there: of } });
  expect((await decide("both", was)).status).toBe(412);
  expect((await decide("both")).status).toBe(202);
  const after = await site.sync();
  expect(after.body).toMatchObject({ state: "in_sync" });
  expect(await site.read("first")).toMatchObject({ title: "Saved meanwhile" });
  expect(await site.gitHere("rev-parse", "main~")).toBe(there);
  expect(await site.gitHere("rev-parse", `refs/loam/lost/main/${here}`)).toBe(here);
  expect(site.forge.git("log", "--format=%s", "main")).not.toContain("A secret");
  expect((await decide("both")).status).toBe(409);
});

test.for([
  ["ours", "Saved meanwhile"],
  ["theirs", "First"],
] as const)(
  "sets %s of two histories on the other side and keeps the other one",
  async ([take, title]) => {
    const site = await startMirroredSite();
    await site.sync();
    await site.patch("first", { title: "Saved meanwhile" });
    await site.sync();
    const folder = await cloneForge(site);
    await git(folder, "reset", "--quiet", "--hard", "HEAD~");
    await commitFiles(folder, { "README.md": "Other\n" });
    await git(folder, "push", "--quiet", "--force", "origin", "main");
    const before = await site.sync();
    const { here, there } = before.branch("main") ?? {};
    await site.hq.ask("POST", "/upstream/decide", { body: { branch: "main", take, there } });
    const after = await site.sync();
    expect(after.body).toMatchObject({ state: "in_sync" });
    expect(await site.read("first")).toMatchObject({ title });
    const kept = take === "ours" ? `upstream/main/${there}` : `main/${here}`;
    expect(await site.gitHere("rev-parse", "--verify", `refs/loam/lost/${kept}`)).not.toBe("");
    expect(site.forge.git("rev-parse", "main").trim()).toBe(take === "ours" ? here : there);
  },
);

test("joins an unrelated repository only after a user decides", async () => {
  const site = await startMirroredSite();
  const folder = await cloneForge(site);
  await commitFiles(folder, { "README.md": "Made there\n" }, "Initial commit");
  await git(folder, "push", "--quiet", "origin", "main");
  const state = await site.sync();
  const { there } = state.branch("main") ?? {};
  expect(state.branch("main")).toMatchObject({
    state: "question",
    question: { kind: "unrelated", was: null, choices: ["both", "ours", "theirs"] },
  });
  const theirs = { branch: "main", take: "theirs", there };
  await site.hq.ask("POST", "/upstream/decide", { body: theirs });
  // Without a site.yml it isn't a site.
  expect((await site.sync()).branch("main")).toMatchObject({ state: "refused" });
  await site.sync();
  await site.hq.ask("POST", "/upstream/decide", { body: { ...theirs, take: "both" } });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
  expect(await site.gitHere("show", "main:README.md")).toBe("Made there");
});

test("restores a main branch deleted upstream only after a user decides", async () => {
  const site = await startMirroredSite();
  await site.sync();
  site.forge.git("update-ref", "-d", "refs/heads/main");
  const state = await site.sync();
  expect(state.branch("main")).toMatchObject({ question: { kind: "deleted", choices: ["ours"] } });
  const body = { branch: "main", take: "ours", there: null };
  await site.hq.ask("POST", "/upstream/decide", { body });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
});

test("keeps foreign commits on upstream published until a user decides", async () => {
  const site = await startMirroredSite();
  await site.hq.ask("POST", `${POSTS}/first/publish`);
  await site.sync();
  const folder = await cloneForge(site);
  await git(folder, "checkout", "--quiet", "published");
  await writeFile(join(folder, "ledger.txt"), "by hand\n");
  await commitFiles(folder, {});
  await git(folder, "push", "--quiet", "origin", "published");
  const state = await site.sync();
  const { there } = state.branch("published") ?? {};
  expect(state.branch("published")).toMatchObject({ question: { kind: "moved" } });
  const body = { branch: "published", take: "ours", there };
  await site.hq.ask("POST", "/upstream/decide", { body });
  expect((await site.sync()).body).toMatchObject({ state: "in_sync" });
  expect(await site.gitHere("rev-parse", `refs/loam/lost/upstream/published/${there}`)).toBe(there);
});
