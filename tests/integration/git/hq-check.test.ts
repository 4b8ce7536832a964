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

test("hq check says of a clone what a push of it would be answered, committed or not", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  const check = async (...args: readonly string[]) => hq(["check", ...args], { folder });
  expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining("would be taken") });

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
  // Against what is committed nothing is new.
  expect((await check("--base", "HEAD")).code).toBe(0);
  expect((await check("--base", "nowhere")).err).toContain("no branch or commit nowhere");
  expect((await check("--base", "--output=x")).code).not.toBe(0);
});

test("hq check takes a folder that git does not know, and checks it again when it changes", async () => {
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
  await expect.poll(() => said).toContain("would be taken");
  const path = join(folder, "site/content/posts/broken.md");
  await writeFile(path, "---\ntitle: [A\n---\n");
  await expect.poll(() => said).toMatch(/content\/posts\/broken\.md:\d: yaml_syntax: /);
  said = "";
  await rm(path);
  await expect.poll(() => said).toContain("would be taken");
  child.kill("SIGTERM");
  await once(child, "exit");
  expect((await ended).code).toBe(0);
});

test("a key that looks like a field which is left out is asked about, and taken", async () => {
  const site = await startSiteByGit();
  const folder = await cloneMain(site.remote(await site.token()));
  const said =
    'content/posts/rain.md:2: unknown_field: There is no field "titel"; did you mean title?';
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
  // What stood there before is known to whoever wrote it.
  await git(folder, "pull", "--quiet", "origin", "main");
  await commitFiles(folder, { "content/posts/snow.md": "---\ntitle: Snow\n---\n" });
  expect((await git(folder, "push", "origin", "main")).stderr).not.toContain("did you mean");
});
