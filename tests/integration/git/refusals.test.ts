import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Git's message if it received only a status code. */
const BARE =
  /RPC failed|HTTP 4\d\d|HTTP 5\d\d|returned error: (?:400|413|422|5)|unexpected disconnect|bad band/;

async function clone(site: SiteByGit, ...args: readonly string[]): Promise<string> {
  return cloneMain(site.remote(await site.token()), ...args);
}

test("refuses a push of 150 branches with the allowed number", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  for (let number = 0; number < 150; number += 1) {
    await writeFile(join(folder, `.git/refs/heads/b${number}`), (await head(folder)) + "\n");
  }
  const { ok, stderr } = await git(folder, "push", "--all", "origin");
  expect(ok).toBe(false);
  expect(stderr).toMatch(/remote: This push updates 15\d branches and tags\. The limit is 100\./);
  expect(stderr).toContain("git push origin main");
  expect(stderr).toContain("too many refs");
  expect(stderr).not.toMatch(BARE);
});

async function head(folder: string): Promise<string> {
  return (await git(folder, "rev-parse", "HEAD")).stdout.trim();
}

test.for([
  ["--filter=blob:limit=1k", "The filter blob:limit"],
  ["--filter=sparse:oid=main:README.md", "The filter sparse:oid"],
  ["--filter=combine:blob:none+tree:3", "The filter combine:"],
])("lists the supported filters for a clone with %s", async ([filter = "", expected = ""]) => {
  const site = await startSiteByGit();
  const folder = await temporaryFolder("loam-filter");
  for (const version of ["0", "2"]) {
    const { ok, stderr } = await git(
      folder,
      "-c",
      `protocol.version=${version}`,
      "clone",
      "--bare",
      filter,
      site.remote(await site.token()),
      `copy-${version}`,
    );
    expect([filter, version, ok]).toEqual([filter, version, false]);
    expect(stderr).toMatch(/remote(?: error)?: /);
    expect(stderr).toContain(expected);
    expect(stderr).toContain("--filter=blob:none");
    expect(stderr).not.toMatch(BARE);
  }
});

test("names an unreachable object on fetch", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  const gone = "1234567890123456789012345678901234567890";
  for (const version of ["0", "2"]) {
    const fetched = await git(folder, "-c", `protocol.version=${version}`, "fetch", "origin", gone);
    expect(fetched.ok).toBe(false);
    expect(fetched.stderr).toContain(gone);
    expect(fetched.stderr).not.toMatch(BARE);
  }
});

test.for([
  ["--shallow-since=2031-01-01", "There are no commits since the requested time."],
  ["--shallow-exclude=nope", "There is no branch or tag nope to exclude."],
])("a clone with %s explains why it has no commits", async ([option = "", expected = ""]) => {
  const site = await startSiteByGit();
  const folder = await temporaryFolder("loam-shallow");
  for (const version of ["0", "2"]) {
    const protocol = ["-c", `protocol.version=${version}`];
    const remote = site.remote(await site.token());
    const { ok, stderr } = await git(folder, ...protocol, "clone", option, remote, `c${version}`);
    expect(ok).toBe(false);
    expect(stderr).toContain(expected);
    expect(stderr).not.toMatch(BARE);
  }
});

test("explains a push of incomplete history", async () => {
  const site = await startSiteByGit();
  const other = await temporaryFolder("loam-other");
  await git(other, "init", "--quiet", "-b", "main");
  for (const text of ["a", "b", "c"]) await commitFiles(other, { "a.txt": text });
  const shallow = join(await temporaryFolder("loam-shallow"), "clone");
  await git(other, "clone", "--quiet", "--depth", "1", `file://${other}`, shallow);
  const remote = site.remote(await site.token());
  const { ok, stderr } = await git(shallow, "push", remote, "main:refs/heads/other");
  expect(ok).toBe(false);
  expect(stderr).toMatch(/remote: .*shallow clone/);
  expect(stderr).toContain("git fetch --unshallow");
  expect(stderr).not.toMatch(BARE);
});

test("explains missing permissions before and after the pack", async () => {
  const site = await startSiteByGit({ LOAM_WRITE_LIMIT: "2" });
  const folder = await clone(site);
  await commitFiles(folder, { "content/posts/x.md": "---\ntitle: X\n---\n" });
  const push = async (remote: string) => git(folder, "push", remote, "main");
  const reader = site.remote(await site.token(["content:read"]));
  for (const [remote, expected] of [
    [site.remote("loam_pat_wrong"), /Authentication failed/],
    [reader, /remote: \S+/],
  ] as const) {
    const { ok, stderr } = await push(remote);
    expect([ok, stderr]).toEqual([false, expect.stringMatching(expected)]);
    expect(stderr).not.toMatch(/RPC failed/);
  }
  const remote = site.remote(await site.token());
  const answers = [];
  for (let number = 0; number < 4; number += 1) {
    await commitFiles(folder, { [`content/posts/x${number}.md`]: `---\ntitle: X${number}\n---\n` });
    answers.push(await push(remote));
  }
  const limited = answers.filter(({ ok }) => !ok);
  expect(limited.length).toBeGreaterThan(0);
  for (const { stderr } of limited) {
    expect(stderr).toMatch(/remote: .*(?:writes|minute|Too many)/);
    expect(stderr).not.toMatch(BARE);
  }
});

test("refuses rewritten, deleted, and invalid branches with a reason", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await git(folder, "commit", "--amend", "--allow-empty", "-m", "Rewritten");
  const tree = (await git(folder, "rev-parse", "HEAD^{tree}")).stdout.trim();
  const wrong = [
    [["push", "--force", "origin", "HEAD:main"], "main: its history cannot be rewritten"],
    [["push", "origin", ":main"], "main: this branch cannot be deleted by a push"],
    [["push", "origin", `${tree}:refs/heads/tree`], "tree"],
  ] as const;
  for (const [args, reason] of wrong) {
    const { ok, stderr } = await git(folder, ...args);
    expect(ok).toBe(false);
    expect(stderr).toMatch(new RegExp(`remote: .*${reason}`));
    expect(stderr).not.toMatch(BARE);
  }
});

test("reads a large refused file to its end so that Git shows the reason", async () => {
  const site = await startSiteByGit();
  const folder = await clone(site);
  await writeFile(join(folder, "big.bin"), randomBytes(24 * 1024 * 1024));
  await commitFiles(folder, { "content/posts/Bad Name.md": "---\ntitle: X\n---\n" });
  const { ok, stderr } = await git(folder, "push", "origin", "main:refs/heads/published");
  expect(ok).toBe(false);
  expect(stderr).toMatch(/remote: /);
  expect(stderr).not.toMatch(BARE);
});
