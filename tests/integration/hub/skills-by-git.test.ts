import fs from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import * as isomorphic from "isomorphic-git";
import http from "isomorphic-git/http/node";
import { expect, test } from "vitest";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { rawGet, skillText, startSkillHub } from "../../support/hq/skill-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ALL = ["skill:read", "skill:write"] as const;

test("a push creates a version of each changed skill", async () => {
  const hub = await startSkillHub();
  const remote = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(remote);
  await commitFiles(folder, {
    "README.md": "Skills\n",
    "skills/one/SKILL.md": skillText("one"),
    "skills/two/SKILL.md": skillText("two"),
    "skills/two/run.sh": "echo two\n",
  });
  const first = await git(folder, "push", "origin", "main");
  expect(first.stderr).toContain("remote: one is now v1.");
  expect(first.stderr).toContain("remote: two is now v1.");

  await commitFiles(folder, { "skills/two/run.sh": "echo 2\n" });
  const second = await git(folder, "push", "origin", "main");
  expect(second.stderr).toContain("two is now v2.");
  expect(second.stderr).not.toContain("one is now");
  // Neither a file outside the skills nor an empty commit creates a version.
  await commitFiles(folder, { "README.md": "All skills\n" });
  expect((await git(folder, "push", "origin", "main")).stderr).not.toContain("is now");

  const other = await cloneMain(remote);
  expect((await git(other, "tag")).stdout.split("\n").filter(Boolean)).toEqual([
    "one/v1",
    "two/v1",
    "two/v2",
  ]);
  const old = await git(other, "show", "two/v1:skills/two/run.sh");
  expect(old.stdout).toBe("echo two\n");
  const { body } = await hub.admin.ask("GET", "/api/manage/workspaces/main/skills");
  expect(body).toMatchObject({
    totalCount: 2,
    contents: [
      { name: "one", display_name: "The one", version: 1 },
      { name: "two", version: 2, by: { email: "ada@example.test" } },
    ],
  });
});

test("refuses a whole push that breaks a rule, with file, line, and reason", async () => {
  const hub = await startSkillHub();
  const remote = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(remote);
  await commitFiles(folder, {
    "skills/good/SKILL.md": skillText("good"),
    "skills/bad/SKILL.md": "---\nname: other\n---\n\nDo it.\n",
    "skills/bad/notes.md": "Do\u{200b} it.\n",
  });
  const refused = await git(folder, "push", "origin", "main");
  expect(refused.ok).toBe(false);
  expect(refused.stderr).toMatch(/remote: skills\/bad\/SKILL\.md:\d+: invalid_skill: name must be/);
  expect(refused.stderr).toContain("description is missing");
  expect(refused.stderr).toContain(
    "skills/bad/notes.md:1: unsafe_skill: U+200B is a zero-width character",
  );
  expect(refused.stderr).toContain("[remote rejected] main -> main (rejected by the rules");
  expect((await git(folder, "ls-remote", remote)).stdout).toBe("");

  await commitFiles(folder, {
    "skills/bad/SKILL.md": skillText("bad"),
    "skills/bad/notes.md": "Do it.\n",
  });
  await symlink("/etc/passwd", join(folder, "skills/good/notes"));
  await commitFiles(folder, {});
  const linked = await git(folder, "push", "origin", "main");
  expect(linked.stderr).toContain("skills/good/notes: unsafe_skill:");
  // Removing it again is not enough: the commit that adds it would remain.
  await git(folder, "rm", "--quiet", "skills/good/notes");
  await commitFiles(folder, {});
  expect((await git(folder, "push", "origin", "main")).stderr).toContain("skills/good/notes");
  await git(folder, "reset", "--quiet", "--soft", "HEAD~2");
  await commitFiles(folder, {});
  expect((await git(folder, "push", "origin", "main")).ok).toBe(true);
});

test("distinguishes missing, forbidden, and unauthenticated requests", async () => {
  const hub = await startSkillHub();
  const writer = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(writer);
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one") });
  await git(folder, "push", "origin", "main");

  const reader = hub.remote(await hub.token(["skill:read"]));
  expect((await git(folder, "fetch", reader)).ok).toBe(true);
  const pushed = await git(folder, "push", reader, "main");
  expect(pushed.stderr).toContain("This token needs the scope skill:write.");
  expect((await git(folder, "ls-remote", hub.remote("wrong"))).stderr).toMatch(
    /Authentication failed|could not read/,
  );
  const nowhere = await git(folder, "ls-remote", hub.remote(await hub.token(ALL), "elsewhere"));
  expect(nowhere.stderr).toContain("not found");

  const stranger = { email: "eve@example.test", password: "correct horse battery" };
  await hub.people.addUser(stranger.email);
  const token = await hub.token(ALL, await hub.people.signedIn(stranger));
  expect((await git(folder, "ls-remote", hub.remote(token))).stderr).toContain("not found");
});

test("accepts only fast-forwards of main and no tags", async () => {
  const hub = await startSkillHub();
  const remote = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(remote);
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one") });
  await git(folder, "push", "origin", "main");
  const late = await cloneMain(remote);
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one", "Do it well.") });
  await git(folder, "push", "origin", "main");

  await commitFiles(late, { "skills/two/SKILL.md": skillText("two") });
  expect((await git(late, "push", "origin", "main")).stderr).toContain("fetch first");
  const forced = await git(late, "push", "--force", "origin", "main");
  expect(forced.stderr).toContain("[remote rejected] main -> main (non-fast-forward)");
  await git(late, "tag", "one/v9");
  expect((await git(late, "push", "origin", "one/v9")).stderr).toContain("push to main");
  expect((await git(late, "push", "origin", ":main")).ok).toBe(false);
  await git(late, "pull", "--quiet", "--rebase", "origin", "main");
  expect((await git(late, "push", "origin", "main")).stderr).toContain("two is now v1.");
});

test("proposes skills by push, updates them on their branch, and merges them", async () => {
  const hub = await startSkillHub();
  const remote = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(remote);
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one") });
  await git(folder, "push", "origin", "main");
  await git(folder, "checkout", "--quiet", "-b", "work");
  await commitFiles(folder, { "skills/two/SKILL.md": "Nothing yet\n" }, "Add two");
  const proposed = await git(folder, "push", "origin", "HEAD:refs/for/main");
  expect(proposed.stderr).toContain("remote: Change request 1: Add two");
  expect(proposed.stderr).toContain("remote: Its branch is change/1-add-two.");
  expect(proposed.stderr).toContain("remote: This change request cannot be merged yet:");
  expect(proposed.stderr).toContain("remote: skills/two/SKILL.md:1: invalid_skill:");
  const at = "/api/manage/workspaces/main/skill-changes/1";
  const refused = await hub.admin.ask("POST", `${at}/merge`);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ path: "skills/two/SKILL.md" }] },
  });

  await commitFiles(folder, { "skills/two/SKILL.md": skillText("two") });
  const again = await git(folder, "push", "origin", "HEAD:change/1-add-two");
  expect(again.stderr).toContain("remote: Change request 1: Add two");
  expect(again.stderr).not.toContain("cannot be merged");
  const merged = await hub.admin.ask("POST", `${at}/merge`);
  expect(merged.body).toMatchObject({ versions: [{ name: "two", version: 1 }] });

  await git(folder, "pull", "--quiet", "origin", "main");
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one", "Do it well.") }, "One");
  await git(folder, "push", "origin", "HEAD:refs/for/main");
  const byHand = await git(folder, "push", "origin", "HEAD:main");
  expect(byHand.stderr).toContain("remote: one is now v2.");
  expect(byHand.stderr).toContain("remote: Change request 2 is merged: One");

  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one", "Do it better.") }, "More");
  await git(folder, "push", "origin", "HEAD:refs/for/main");
  const removed = await git(folder, "push", "origin", ":change/3-more");
  expect(removed.stderr).toContain("remote: Change request 3 is closed: More");

  // Files not allowed in a skills repository are refused on branches as well.
  await symlink("/etc/passwd", join(folder, "skills/one/secret"));
  await commitFiles(folder, {});
  const link = await git(folder, "push", "origin", "HEAD:refs/heads/other");
  expect(link.stderr).toContain("skills/one/secret: unsafe_skill:");
});

test("returns no unreachable objects", async () => {
  const hub = await startSkillHub();
  const remote = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(remote);
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one") });
  await git(folder, "push", "origin", "main");
  const head = (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  await commitFiles(folder, { "skills/bad/SKILL.md": "none" });
  const bad = (await git(folder, "rev-parse", "HEAD")).stdout.trim();
  expect((await git(folder, "push", "origin", "main")).ok).toBe(false);

  const other = await cloneMain(remote);
  expect((await git(other, "fetch", "origin", head)).ok).toBe(true);
  expect((await git(other, "fetch", "origin", bad)).stderr).toContain(
    "is not reachable from any ref you can see",
  );
  const part = await git(other, "clone", "--quiet", "--filter=blob:none", remote, "part");
  expect(part).toMatchObject({ ok: true });
  expect((await git(join(other, "part"), "log", "-p", "--format=")).stdout).toContain("+Do it.");
});

test("a deleted skill is no longer public, nor is a new one of its name", async () => {
  const hub = await startSkillHub();
  const folder = await cloneMain(hub.remote(await hub.token(ALL)));
  const one = { "skills/one/SKILL.md": skillText("one") };
  await commitFiles(folder, { ...one, "skills/two/SKILL.md": skillText("two") });
  await git(folder, "push", "origin", "main");
  const skills = "/api/manage/workspaces/main/skills";
  for (const name of ["one", "two"]) {
    await hub.admin.ask("PATCH", `${skills}/${name}`, { body: { public: true } });
  }
  await git(folder, "rm", "--quiet", "-r", "skills/one");
  await commitFiles(folder, {});
  await git(folder, "push", "origin", "main");
  await commitFiles(folder, one);
  await git(folder, "push", "origin", "main");
  expect((await hub.admin.ask("GET", skills)).body).toMatchObject({
    contents: [
      { name: "one", version: 1, public: false },
      { name: "two", public: true },
    ],
  });
});

test("serves only the three requests of Git's smart protocol (GIT-08)", async () => {
  const hub = await startSkillHub();
  const authorization = `Bearer ${await hub.token(ALL)}`;
  for (const path of [
    "/git/main/skills.git/config",
    "/git/main/skills.git/HEAD",
    "/git/main/skills.git/info/refs",
    "/git/main/skills.git/info/refs?service=git-upload-archive",
    "/git/main/skills.git/info/refs?service=git-upload-pack&x=1",
    "/git/main/skills.git/git-upload-pack",
    "/git/main/../main/skills.git/info/refs?service=git-upload-pack",
    "/git/main/%73kills.git/info/refs?service=git-upload-pack",
    "/git//main/skills.git/info/refs?service=git-upload-pack",
    "/git/main.git/info/refs?service=git-upload-pack",
  ]) {
    const { status } = await rawGet(hub.url, path, { authorization });
    expect([path, status]).toEqual([path, 404]);
  }
  const refs = "/git/main/skills.git/info/refs?service=git-upload-pack";
  expect((await rawGet(hub.url, refs, { authorization })).status).toBe(200);
  expect(await rawGet(hub.url, refs)).toMatchObject({
    status: 401,
    challenge: 'Basic realm="Loam", charset="UTF-8"',
  });
});

test("a worker fetches its workspace's skills with its key but can't push", async () => {
  const hub = await startSkillHub();
  const remote = hub.remote(await hub.token(ALL));
  const folder = await cloneMain(remote);
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one") });
  await git(folder, "push", "origin", "main");
  const made = await hub.admin.ask("POST", "/api/manage/workspaces/main/workers", {
    body: { name: "builder" },
  });
  const registered = await fetch(`${hub.url}/api/worker/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      token: made.body["token"],
      name: "builder",
      publicKey: Buffer.alloc(32, 1).toString("base64url"),
      agent: "claude",
      version: "1",
    }),
  });
  const { key }: Readonly<Record<string, unknown>> = JSON.parse(await registered.text());
  const clone = await cloneMain(hub.remote(String(key)));
  expect((await git(clone, "tag")).stdout).toBe("one/v1\n");
  await commitFiles(clone, { "skills/one/SKILL.md": skillText("one", "Mine.") });
  expect((await git(clone, "push", "origin", "main")).stderr).toContain("Workers can read skills");
  const elsewhere = await git(clone, "ls-remote", hub.remote(String(key), "other"));
  expect(elsewhere.stderr).toContain("not found");
  const id = String(made.body["id"]);
  await hub.admin.ask("DELETE", `/api/manage/workspaces/main/workers/${id}`);
  expect((await git(clone, "fetch")).stderr).toContain("Authentication failed");
});

test("isomorphic-git clones, pushes, and receives refusals", async () => {
  const hub = await startSkillHub();
  const token = await hub.token(ALL);
  const folder = await cloneMain(hub.remote(token));
  await commitFiles(folder, { "skills/one/SKILL.md": skillText("one") });
  await git(folder, "push", "origin", "main");
  const dir = join(await temporaryFolder("loam-iso"), "clone");
  const said: string[] = [];
  const shared = {
    fs,
    http,
    dir,
    onAuth: () => ({ username: "any", password: token }),
    onMessage: (line: string) => void said.push(line),
  };
  const author = { name: "Ann", email: "ann@example.test" };
  const commit = async (text: string): Promise<void> => {
    await fs.promises.writeFile(join(dir, "skills/one/SKILL.md"), text);
    await isomorphic.add({ fs, dir, filepath: "skills/one/SKILL.md" });
    await isomorphic.commit({ fs, dir, message: "Change", author });
  };
  await isomorphic.clone({ ...shared, url: `${hub.url}/git/main/skills.git`, ref: "main" });
  await commit(skillText("one", "By another program."));
  expect(await isomorphic.push(shared)).toMatchObject({ ok: true });
  expect(said.join("")).toContain("one is now v2.");
  await commit("none");
  await expect(isomorphic.push(shared)).rejects.toMatchObject({ code: "GitPushError" });
  expect(said.join("")).toContain("skills/one/SKILL.md:1: invalid_skill:");
});
