import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { startSiteByGit } from "../../support/git/site-by-git.ts";
import { hq, startHqProcess } from "../../support/hq/hq-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DEMO = resolve(import.meta.dirname, "../../../content");
const VERSION = "types/posts/versions/1.json";

test("hq check reports what a push would report, committed or not", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  const check = async (...args: readonly string[]) => hq(["check", ...args], { folder });
  expect(await check()).toMatchObject({
    code: 0,
    out: expect.stringContaining("No problems found"),
  });

  const version = await readFile(join(folder, VERSION), "utf8");
  const files = {
    "content/posts/a.md": "---\ntitle: A\nrating: many\n---\n",
    "content/posts/b.md": "---\nnext: ebbbbbbbbbbbbbbbbbbb\n---\n",
    [VERSION]: version.replace('"Posts"', '"Articles"'),
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  const before = await git(folder, "status", "--porcelain");
  const wrong = await check();
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("3 problems") });
  expect(await git(folder, "status", "--porcelain")).toEqual(before);
  await commitFiles(folder, {});
  const pushed = await git(folder, "push", "origin", "main");
  const said = pushed.stderr
    .split("\n")
    .flatMap((line) => /^remote: (.*?) *$/.exec(line)?.[1] ?? []);
  expect(said.length).toBe(3);
  expect((await check()).out.trim().split("\n")).toEqual(said);
  const { issues } = JSON.parse((await check("--json")).out);
  expect(issues[0]).toMatchObject({ code: "conflict", path: VERSION });
  // Compared with the commit, nothing is new.
  expect((await check("--base", "HEAD")).code).toBe(0);
  expect((await check("--base", "nowhere")).err).toContain("no branch or commit nowhere");
  expect((await check("--base", "--output=x")).code).not.toBe(0);
});

test("hq check works outside of Git and checks again on changes", async () => {
  const folder = await temporaryFolder("check");
  expect((await hq(["check", "nothing"], { folder })).code).toBe(3);
  await mkdir(join(folder, "site"));
  expect((await hq(["check", "site"], { folder })).err).toContain("There is no site.yml");
  await cp(DEMO, join(folder, "site"), { recursive: true });
  expect((await hq(["check", "site"], { folder })).code).toBe(0);

  const { child, ended } = await startHqProcess(["check", "site", "--watch"], { folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toContain("No problems found");
  const path = join(folder, "site/content/posts/broken.md");
  await writeFile(path, "---\ntitle: [A\n---\n");
  await expect.poll(() => said).toMatch(/content\/posts\/broken\.md:\d: yaml_syntax: /);
  said = "";
  await rm(path);
  await expect.poll(() => said).toContain("No problems found");
  child.kill("SIGTERM");
  await once(child, "exit");
  expect((await ended).code).toBe(0);
});

test("warns about a key that looks like an omitted field", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  const said =
    'content/posts/rain.md:2: unknown_field: There is no field "titel". Did you mean title?';
  await commitFiles(folder, { "content/posts/rain.md": "---\ntitel: Rain\n---\nIt rained.\n" });
  const checked = await hq(["check"], { folder });
  expect(checked).toMatchObject({ code: 0, err: expect.stringContaining(said) });
  const { issues, hints } = JSON.parse((await hq(["check", "--json"], { folder })).out);
  expect([issues, hints]).toMatchObject([[], [{ code: "unknown_field", field: "titel", line: 2 }]]);
  const proposed = await git(folder, "push", "origin", "HEAD:refs/for/main");
  expect([proposed.ok, proposed.stderr]).toEqual([
    true,
    expect.stringContaining(`remote: ${said}`),
  ]);
  const pushed = await git(folder, "push", "origin", "main");
  expect([pushed.ok, pushed.stderr]).toEqual([true, expect.stringContaining(`remote: ${said}`)]);
  // Existing files are not the author's responsibility.
  await git(folder, "pull", "--quiet", "origin", "main");
  await commitFiles(folder, { "content/posts/snow.md": "---\ntitle: Snow\n---\n" });
  expect((await git(folder, "push", "origin", "main")).stderr).not.toContain("Did you mean");
});

test("accepts a file that isn't an entry and reports it everywhere", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  const path = "content/posts/2024/a.md";
  const said = `${path}: invalid_path: ${path} is not an entry: entries of "posts" are .md files directly in content/posts.`;
  await mkdir(join(folder, "content/posts/2024"), { recursive: true });
  await commitFiles(folder, { [path]: "---\ntitle: nested\n---\nx\n" });

  const checked = await hq(["check"], { folder });
  expect(checked).toMatchObject({ code: 0, err: expect.stringContaining("is not an entry") });
  const pushed = await git(folder, "push", "origin", "main");

  expect([pushed.ok, pushed.stderr]).toEqual([true, expect.stringContaining("is not an entry")]);
  expect(pushed.stderr).toContain(`remote: ${said}`);
  const { body } = await site.admin.ask("GET", `/api/manage/sites/${site.siteId}/problems`);
  expect(body).toMatchObject({ problems: [{ code: "invalid_path", path }] });

  await commitFiles(folder, { "content/posts/b.md": "---\ntitle: B\n---\n" });
  const again = await git(folder, "push", "origin", "main");
  expect([again.ok, again.stderr.includes("is not an entry")]).toEqual([true, false]);
});

test("reports pasted conflict markers on save and publish", async () => {
  const { admin, siteId } = await startSiteByGit();
  const entries = `/api/manage/sites/${siteId}/types/posts/entries`;
  const text = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n";

  const saved = await admin.ask("POST", entries, {
    body: { slug: "torn", fields: { title: "Torn", text } },
  });

  const warning = {
    path: "text",
    message: expect.stringContaining("an unresolved conflict in line 1"),
  };
  expect(saved.body).toMatchObject({ warnings: [warning] });
  const published = await admin.ask("POST", `${entries}/torn/publish`);
  expect(published.body).toMatchObject({ warnings: [warning] });
});

test("reports committed conflict markers and deleted references on push", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  const conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n";
  await commitFiles(folder, {
    "content/posts/used.md": "---\ntitle: Used\n---\n",
    "content/posts/torn.md": `---\ntitle: Torn\n---\n\n${conflict}`,
  });

  const pushed = await git(folder, "push", "origin", "main");

  expect(pushed.ok).toBe(true);
  expect(pushed.stderr).toContain(
    "remote: content/posts/torn.md:5: conflict: The text has an unresolved conflict.",
  );
  await git(folder, "pull", "--quiet", "origin", "main");
  const used = await readFile(join(folder, "content/posts/used.md"), "utf8");
  const id = /^id: (\w+)$/m.exec(used)?.[1] ?? "";
  await commitFiles(folder, {
    "content/posts/user.md": `---\ntitle: User\n---\n\nSee [it](entry:${id}).\n`,
  });
  expect((await git(folder, "push", "origin", "main")).stderr).not.toContain("conflict");
  await git(folder, "pull", "--quiet", "origin", "main");
  await rm(join(folder, "content/posts/used.md"));
  await commitFiles(folder, {});

  const deleted = await git(folder, "push", "origin", "main");

  expect(deleted.ok).toBe(true);
  expect(deleted.stderr).toContain(
    "remote: content/posts/used.md: dangling_reference: The file was deleted but is still used by posts/user.",
  );
});
