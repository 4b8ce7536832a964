import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cloneMain, commitFiles, git, type GitAnswer } from "../../support/git/git-client.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";

const FIRST = "content/posts/first.md";
const SECOND = "content/posts/second.md";
const MOVED = "content/posts/moved.md";

async function push(folder: string): Promise<GitAnswer> {
  return git(folder, "push", "origin", "main");
}

async function clone(site: SiteByGit): Promise<string> {
  return cloneMain(site.remote(await site.token()));
}

test("requires the permission of each file's kind, by role and scope", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const mail = "wanda@example.test";
  const userId = await site.people.addUser(mail);
  const workspace = "/api/manage/workspaces/main";
  const { database } = site.people.hq.hq;
  const { body } = await site.admin.ask("GET", workspace);
  await database
    .insertInto("members")
    .values({
      workspace_id: String(body["id"]),
      user_id: userId,
      role: "member",
      created_at: "2026",
    })
    .execute();
  const wanda = await site.people.signedIn({ email: mail, password: "correct horse battery" });
  const remote = site.remote(await site.token(undefined, wanda));
  await git(folder, "remote", "set-url", "origin", remote);
  await commitFiles(folder, { [SECOND]: "---\ntitle: Second\n---\n" });
  expect((await push(folder)).stderr).toContain("This requires the role write.");
  expect((await git(folder, "fetch", "origin")).ok).toBe(true);

  const grant = { body: { user: userId, role: "write" } };
  const access = `/api/manage/sites/${site.siteId}/access`;
  expect((await site.admin.ask("PUT", access, grant)).status).toBeLessThan(300);
  expect((await push(folder)).ok).toBe(true);
  await git(folder, "pull", "--quiet");
  await commitFiles(folder, { "README.md": "Ours\n", [SECOND]: "---\ntitle: 2\n---\n" });
  expect((await push(folder)).stderr).toContain(
    "README.md: forbidden: This requires the role edit.",
  );
  await git(folder, "reset", "--quiet", "--hard", "origin/main");
  const yaml = await readFile(join(folder, "site.yml"), "utf8");
  await commitFiles(folder, { "site.yml": yaml.replace("Blog", "My blog") });
  expect((await push(folder)).stderr).toContain("site.yml: forbidden: This requires the role");

  await git(folder, "reset", "--quiet", "--hard", "origin/main");
  // A Git host that mirrors the site would run the workflow with its secrets, on any branch.
  const workflow = ".github/workflows/steal.yml";
  await commitFiles(folder, { [workflow]: "on: push\n" });
  for (const ref of ["main", "refs/for/main", "steal"]) {
    const { stderr } = await git(folder, "push", "origin", `HEAD:${ref}`);
    expect(stderr).toContain(`${workflow}: forbidden: This requires the role`);
  }
  grant.body.role = "edit";
  expect((await site.admin.ask("PUT", access, grant)).status).toBeLessThan(300);
  expect((await push(folder)).stderr).toContain(
    `${workflow}: forbidden: This requires the role admin.`,
  );
  const admins = site.remote(await site.token());
  expect((await git(folder, "push", admins, "HEAD:main", "HEAD:words")).ok).toBe(true);
  // Files already on the branch or on main are no one's change.
  await git(folder, "fetch", "--quiet");
  await commitFiles(folder, { [SECOND]: "---\ntitle: 3\n---\n" });
  expect((await git(folder, "push", "origin", "HEAD:words", "HEAD:refs/for/main")).ok).toBe(true);
  await git(folder, "reset", "--quiet", "--hard", "origin/main");

  const reader = site.remote(await site.token(["content:read"]));
  expect((await git(folder, "fetch", reader)).ok).toBe(true);
  expect((await git(folder, "push", reader, "main")).stderr).toContain(
    "This token needs the scope content:write.",
  );
  expect((await git(folder, "fetch", site.remote(await site.token(["skill:read"])))).ok).toBe(
    false,
  );
  expect((await git(folder, "ls-remote", site.remote("wrong"))).stderr).toMatch(
    /Authentication failed|could not read/,
  );
  const eve = { email: "eve@example.test", password: "correct horse battery" };
  await site.people.addUser(eve.email);
  const hers = await site.token(undefined, await site.people.signedIn(eve));
  expect((await git(folder, "ls-remote", site.remote(hers))).stderr).toContain("not found");
  await site.admin.ask("PUT", `${workspace}/features`, { body: { cms: false } });
  expect((await git(folder, "fetch", "origin")).stderr).toContain("The CMS is not enabled");
});

test("SCD-09 a pushed schedule takes effect and requires publish permission", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const writing = await site.token(["content:read", "content:write"]);
  await git(folder, "remote", "set-url", "origin", site.remote(writing));
  const first = await readFile(join(folder, FIRST), "utf8");
  const scheduled = (time: string): string => first.replace("title:", `publishAt: ${time}\ntitle:`);
  const refused = "This token needs the scope content:publish.";

  await commitFiles(folder, {
    [SECOND]: "---\nunpublishAt: 2027-01-01T00:00:00Z\ntitle: Second\n---\n",
  });
  expect((await push(folder)).stderr).toContain(`${SECOND}: forbidden: ${refused}`);
  await git(folder, "reset", "--quiet", "--hard", "origin/main");
  await commitFiles(folder, { [FIRST]: scheduled("2027-01-01T00:00:00.000Z") });
  expect((await push(folder)).stderr).toContain(`${FIRST}: forbidden: ${refused}`);
  // Nor through a change request.
  expect((await git(folder, "push", "origin", "HEAD:refs/for/main")).ok).toBe(true);
  const merge = `/api/manage/sites/${site.siteId}/changes/1/merge`;
  const headers = { authorization: `Bearer ${writing}` };
  const merged = await fetch(new URL(merge, site.people.hq.url), { method: "POST", headers });
  expect([merged.status, await merged.text()]).toEqual([403, expect.stringContaining(refused)]);

  expect((await git(folder, "push", site.remote(await site.token()), "main")).ok).toBe(true);
  // Files with an existing schedule can be edited and moved.
  await git(folder, "mv", FIRST, MOVED);
  const moved = scheduled("2027-01-01T00:00:00Z").replace("Hello.", "Good day.");
  await commitFiles(folder, { [MOVED]: moved });
  expect(await push(folder)).toMatchObject({ ok: true });
  await commitFiles(folder, { [MOVED]: first });
  expect((await push(folder)).stderr).toContain(`${MOVED}: forbidden: ${refused}`);
});
