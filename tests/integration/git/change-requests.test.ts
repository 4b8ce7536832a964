import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Browser } from "../../support/browser/browser.ts";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";
import { ADMIN } from "../../support/hq/hq-people.ts";

const FOR_MAIN = "HEAD:refs/for/main";

async function clone(site: SiteByGit): Promise<string> {
  return cloneMain(site.remote(await site.token()));
}

function changes(site: SiteByGit, path = ""): string {
  return `/api/manage/sites/${site.siteId}/changes${path}`;
}

/** Creates a workspace admin. */
async function joined({ people }: SiteByGit, email: string): Promise<Browser> {
  const user_id = await people.addUser(email);
  const { database } = people.hq.hq;
  const { id: workspace_id } = await database
    .selectFrom("workspaces")
    .select("id")
    .executeTakeFirstOrThrow();
  const created_at = people.now().toISOString();
  await database
    .insertInto("members")
    .values({ workspace_id, user_id, role: "admin", created_at })
    .execute();
  return people.signedIn({ ...ADMIN, email });
}

function post(title: string): string {
  return `---\ntitle: ${title}\n---\nText\n`;
}

test("a push to refs/for/main becomes a change request, completed by HQ", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const files = { "content/posts/second.md": post("Second"), "README.md": "Read me\n" };
  await commitFiles(folder, files, "Add a second post\n\nAs we said.");
  const pushed = await git(folder, "push", "origin", FOR_MAIN);
  expect(pushed.stderr).toMatch(/remote: Change request 1: Add a second post\s*$/m);
  expect(pushed.stderr).toMatch(/remote: Its branch is change\/1-add-a-second-post\.\s*$/m);
  expect(pushed.stderr).toMatch(/HQ completed 1 entry\. Run: git pull origin change\/1-add-/);
  const shown = await site.admin.ask("GET", changes(site, "/1"));
  expect(shown.body).toMatchObject({
    change: { title: "Add a second post", description: "As we said.", state: "open" },
    commits: [
      { author: { name: "Ann" }, subject: "Complete content/posts/second.md" },
      { author: { name: "Ann" }, subject: "Add a second post" },
    ],
    entries: [{ kind: "added", path: "content/posts/second.md" }],
    files: [{ kind: "added", path: "README.md" }],
    merge: { possible: true },
  });
  const { body } = await site.admin.ask("POST", changes(site, "/1/merge"));
  expect(body).toMatchObject({ change: { state: "merged" } });
  await git(folder, "fetch", "--quiet", "--prune");
  const log = await git(folder, "log", "--format=%s", "--first-parent", "origin/main", "-2");
  expect(log.stdout.split("\n")[0]).toBe("Merge change 1: Add a second post");
  // Merged branches are deleted.
  const branches = await git(folder, "branch", "--remotes", "--list", "origin/change/*");
  expect(branches.stdout).toBe("");
});

test("branches are pushed, rewritten, and deleted, but not main or live ones", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await git(folder, "checkout", "--quiet", "-b", "words");
  await commitFiles(folder, { "content/posts/second.md": post("Second") });
  const pushed = await git(folder, "push", "origin", "words");
  expect(pushed.stderr).toContain("To open a change request: git push origin words:refs/for/main");
  const body = { title: "Words", from: "words" };
  const opened = await site.admin.ask("POST", changes(site), { body });
  expect(opened.body).toMatchObject({ number: 1, branch: "words" });

  await git(folder, "commit", "--quiet", "--amend", "--message", "Better words");
  expect((await git(folder, "push", "origin", "words")).ok).toBe(false);
  const rewritten = await git(folder, "push", "--force", "origin", "words");
  expect(rewritten.stderr).toContain("Change request 1: Words");
  const shown = await site.admin.ask("GET", changes(site, "/1"));
  expect(shown.body).toMatchObject({
    commits: [{ subject: "Complete content/posts/second.md" }, { subject: "Better words" }],
  });

  // Deleting the branch closes the change request; pushing it again reopens it.
  const removed = await git(folder, "push", "origin", ":words");
  expect(removed.stderr).toContain("Change request 1 is closed: Words");
  const closed = await site.admin.ask("GET", changes(site, "/1"));
  expect(closed.body).toMatchObject({
    change: { state: "closed" },
    entries: [{ path: "content/posts/second.md" }],
  });
  const reopen = async (): Promise<number> =>
    (await site.admin.ask("POST", changes(site, "/1/reopen"))).status;
  expect(await reopen()).toBe(409);
  await git(folder, "push", "origin", "words");
  expect(await reopen()).toBe(200);
  for (const ref of [":main", ":published", "HEAD:refs/heads/published", "+HEAD~2:main"]) {
    expect([ref, (await git(folder, "push", "origin", ref)).ok]).toEqual([ref, false]);
  }
});

test("refuses branch names that conflict in a checkout", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await git(folder, "push", "origin", "HEAD:words");
  const push = async (...refs: readonly string[]) => {
    const { ok, stderr } = await git(folder, "push", "origin", ...refs);
    return [ok, stderr] as const;
  };
  for (const name of ["Main", "Words", "words/more", "main/x"]) {
    expect(await push(`HEAD:refs/heads/${name}`)).toEqual([
      false,
      expect.stringContaining(`refs/heads/${name}: this name conflicts with refs/heads/`),
    ]);
  }
  expect(await push("HEAD:refs/heads/a", "HEAD:refs/heads/a/b")).toEqual([
    false,
    expect.stringContaining("this name conflicts with refs/heads/a."),
  ]);
  for (const name of ["HEAD", "change", "Published", "published/x"]) {
    expect(await push(`HEAD:refs/heads/${name}`)).toEqual([
      false,
      expect.stringContaining(`refs/heads/${name}: invalid name. Choose another name.`),
    ]);
  }
  await push(":words");
  expect(await push("HEAD:refs/heads/words/more")).toEqual([true, expect.any(String)]);
});

test("accepts unmergeable changes with a notice and refuses forbidden ones", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await commitFiles(folder, { "content/posts/second.md": "---\nrating: many\n---\n" }, "Wrong");
  const wrong = await git(folder, "push", "origin", FOR_MAIN);
  expect([wrong.ok, wrong.stderr]).toEqual([
    true,
    expect.stringMatching(
      /This change request cannot be merged yet:\s+remote: content\/posts\/second\.md:2: invalid_entry: .*rating/,
    ),
  ]);
  const { body } = await site.admin.ask("GET", changes(site, "/1"));
  expect(body).toMatchObject({ merge: { blockedBy: ["issues"], issues: [{ line: 5 }] } });
  expect((await site.admin.ask("POST", changes(site, "/1/merge"))).status).toBe(422);

  await symlink("/etc/passwd", join(folder, "passwd"));
  await commitFiles(folder, {});
  const link = await git(folder, "push", "origin", FOR_MAIN);
  expect([link.ok, link.stderr]).toEqual([false, expect.stringContaining("passwd: ")]);
  const refs = await git(folder, "ls-remote", "origin", "refs/heads/change/*");
  expect(refs.stdout.trim().split("\n")).toHaveLength(1);
});

test("refuses branches without main's history or without changes", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const nothing = await git(folder, "push", "origin", FOR_MAIN);
  expect(nothing.stderr).toContain("no changes compared to main");
  await git(folder, "checkout", "--quiet", "--orphan", "alone");
  await commitFiles(folder, { "README.md": "Alone\n" });
  const alone = await git(folder, "push", "origin", FOR_MAIN);
  expect(alone.stderr).toContain("no commit in common with main");
});

test("merges an editor's saves with a developer's changes", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const { stdout: path } = await git(folder, "ls-files", "content/posts");
  const { stdout: text } = await git(folder, "show", `HEAD:${path.trim()}`);
  await commitFiles(folder, { [path.trim()]: text.replace("Hello.", "Good day.") }, "Greet");
  await git(folder, "push", "origin", FOR_MAIN);
  const entry = `/api/manage/sites/${site.siteId}/types/posts/entries/first`;
  await site.admin.ask("PATCH", entry, { body: { fields: { title: "Renamed" } } });
  const saves = Array.from({ length: 5 }, (_, index) =>
    site.admin.ask("POST", `/api/manage/sites/${site.siteId}/types/posts/entries`, {
      body: { slug: `while-${index}`, fields: { title: `While ${index}` } },
    }),
  );
  const [merged] = await Promise.all([site.admin.ask("POST", changes(site, "/1/merge")), ...saves]);
  expect(merged.status).toBe(200);
  const { body } = await site.admin.ask("GET", entry);
  expect(body).toMatchObject({
    fields: { title: "Renamed", text: expect.stringContaining("Good day.") },
  });
  const list = await site.client.GET("/sites/{site}/entries", {
    params: { path: { site: site.siteId } },
  });
  expect(list.data?.entries).toHaveLength(6);
});

test("accepts change requests but no pushes to main if reviews are required", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const at = `/api/manage/sites/${site.siteId}`;
  await site.admin.ask("PATCH", at, { body: { reviewRequired: true } });
  await commitFiles(folder, { "content/posts/second.md": post("Second") });
  const refused = await git(folder, "push", "origin", "main");
  expect(refused.stderr).toContain("Open a change request: git push origin HEAD:refs/for/main");
  expect((await git(folder, "push", "origin", FOR_MAIN)).ok).toBe(true);
  const merged = await site.admin.ask("POST", changes(site, "/1/merge"));
  expect(merged).toMatchObject({ status: 403, body: { code: "review_required" } });
});

test("a push to a closed change request doesn't count as approval after reopening", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await site.admin.ask("PATCH", `/api/manage/sites/${site.siteId}`, {
    body: { reviewRequired: true },
  });
  await commitFiles(folder, { "content/posts/second.md": post("Second") });
  await git(folder, "push", "origin", FOR_MAIN);
  const eve = await joined(site, "eve@example.test");
  expect((await eve.ask("POST", changes(site, "/1/close"))).status).toBe(200);
  const other = await cloneMain(site.remote(await site.token(undefined, eve)));
  await commitFiles(other, { "content/posts/third.md": post("Third") });
  expect((await git(other, "push", "--force", "origin", "HEAD:change/1-change")).ok).toBe(true);
  expect((await eve.ask("POST", changes(site, "/1/reopen"))).status).toBe(200);
  const { head } = (await site.admin.ask("GET", changes(site, "/1"))).body;
  const verdict = await eve.ask("POST", changes(site, "/1/approve"), { body: { head } });
  expect(verdict.status).toBe(403);
});

test("shows the publish impact of a proposed schema", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const type = (await git(folder, "show", "HEAD:types/posts/type.yml")).stdout;
  const title = "    label: Title\n";
  const required = type.replace(title, `${title}    required: true\n`);
  expect(required).not.toBe(type);
  await commitFiles(folder, {
    "types/posts/type.yml": required,
    "content/posts/second.md": "---\nrating: 1\n---\n",
  });
  expect((await git(folder, "push", "origin", FOR_MAIN)).ok).toBe(true);
  const { body } = await site.admin.ask("GET", changes(site, "/1/checks"));
  expect(body["schemas"]).toMatchObject([
    {
      apiId: "posts",
      version: 1,
      problems: [],
      entries: 2,
      effects: [{ field: "title", count: 1 }],
    },
  ]);
});

test("refuses proposals by viewers", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token(["content:read"])));
  await commitFiles(folder, { "content/posts/second.md": post("Second") });
  expect((await git(folder, "push", "origin", FOR_MAIN)).ok).toBe(false);
});

test("marks a change request as merged when it is merged and pushed manually", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await commitFiles(folder, { "content/posts/second.md": post("Second") });
  await git(folder, "push", "origin", FOR_MAIN);
  await git(folder, "checkout", "--quiet", "-B", "main", "origin/main");
  await git(folder, "fetch", "--quiet", "origin");
  await commitFiles(folder, { "README.md": "Ours\n" });
  const branch = "origin/change/1-change";
  expect((await git(folder, "merge", "--quiet", "--no-ff", "-m", "Take it", branch)).ok).toBe(true);
  const pushed = await git(folder, "push", "origin", "main");
  expect(pushed.stderr).toMatch(/remote: Change request 1 is merged: Change\s*$/m);
  const commit = (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  const { body } = await site.admin.ask("GET", changes(site, "/1"));
  expect(body).toMatchObject({
    change: { state: "merged", mergedCommit: commit },
    entries: [{ kind: "added", path: "content/posts/second.md" }],
    merge: null,
  });
  expect((await git(folder, "ls-remote", "origin", "refs/heads/change/*")).stdout).toBe("");
});

test("previews a whole branch through the read API while it exists", async () => {
  const site = await startSiteByGit();
  const at = `/api/manage/sites/${site.siteId}`;
  await site.admin.ask("PUT", `${at}/publishing`, { body: { enabled: true } });
  await site.admin.ask("PATCH", at, { body: { previewUrl: "https://site.example/preview" } });
  const { body: made } = await site.admin.ask("POST", `${at}/keys`, { body: { name: "site" } });
  const key = String(made["key"]);
  const read = async (path: string, draftKey?: string): Promise<unknown> => {
    const query = draftKey === undefined ? "" : `&draftKey=${draftKey}`;
    const url = `${site.people.hq.url}/api/public/cms/${site.siteId}${path}${query}`;
    const answer = await fetch(url, { headers: { "x-cms-api-key": key } });
    return answer.json();
  };
  await site.admin.ask("POST", `${at}/types/posts/entries/first/publish`);
  await site.admin.ask("POST", changes(site), { body: { title: "Words" } });
  const entries = changes(site, "/1/types/posts/entries");
  await site.admin.ask("POST", entries, { body: { slug: "new", fields: { title: "New" } } });
  const fields = { title: "First, better" };
  await site.admin.ask("PATCH", `${entries}/first`, { body: { fields } });
  await site.admin.ask("POST", `${at}/types/posts/entries`, {
    body: { slug: "main", fields: { title: "On main alone" } },
  });

  const token = await site.admin.ask("POST", changes(site, "/1/preview-token"));
  expect(token.status).toBe(201);
  const draftKey = String(token.body["token"]);
  expect(token.body["address"]).toBe(`https://site.example/preview?draftKey=${draftKey}`);
  const list = "/posts?fields=title&orders=title";
  expect(await read(list, draftKey)).toMatchObject({
    contents: [{ title: "First, better" }, { title: "New" }],
  });
  expect(await read("/posts/new?", draftKey)).toMatchObject({ title: "New" });
  expect(await read(list)).toMatchObject({ contents: [{ title: "First" }] });
  await site.admin.ask("PATCH", `${entries}/new`, { body: { fields: { title: "Newer" } } });
  expect(await read("/posts/new?", draftKey)).toMatchObject({ title: "Newer" });

  await site.admin.ask("POST", changes(site, "/1/merge"));
  expect(await read(list, draftKey)).toMatchObject({ code: "invalid_draft_key" });
});

test("keeps the id of a file that HQ completed on main", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  await commitFiles(folder, { "content/posts/hand.md": "---\ntitle: By hand\n---\n" });
  expect((await git(folder, "push", "origin", "HEAD:main")).stderr).toContain("HQ completed");
  await commitFiles(folder, {
    "content/posts/hand.md": "---\ntitle: By hand, again\n---\n",
    "content/posts/other.md": "---\ntitle: Other\n---\n",
  });
  expect((await git(folder, "push", "origin", "HEAD:refs/for/main")).ok).toBe(true);
  const detail = await site.admin.ask("GET", changes(site, "/1"));
  const main = await site.admin.ask(
    "GET",
    `/api/manage/sites/${site.siteId}/types/posts/entries/hand`,
  );
  expect(detail.body).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ slug: "other", kind: "added" })]),
    merge: { possible: true, conflicts: [], issues: [] },
  });
  expect((await site.admin.ask("POST", changes(site, "/1/merge"))).status).toBe(200);
  const after = await site.admin.ask(
    "GET",
    `/api/manage/sites/${site.siteId}/types/posts/entries/hand`,
  );
  expect(after.body).toMatchObject({
    id: main.body["id"],
    fields: { title: "By hand, again" },
  });
});
