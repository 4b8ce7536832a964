import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, inject, test } from "vitest";
import { astroFiles } from "../../support/astro/astro-repository.ts";
import { commitFiles, git } from "../../support/git/git-client.ts";
import { hq, startHqProcess } from "../../support/hq/hq-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MANY_POSTS = 400;

async function makeHq(): Promise<string> {
  const folder = await temporaryFolder();
  await hq(["init"], { folder, env: { LOAM_ADMIN_EMAIL: "ann@example.test" } });
  return folder;
}

async function makeRepository(posts?: number): Promise<string> {
  const folder = await temporaryFolder("astro");
  await git(folder, "init", "--quiet", "--initial-branch=trunk");
  await commitFiles(folder, { "README.md": "# Blog\n" }, "First");
  await commitFiles(folder, astroFiles(posts), "Second");
  return folder;
}

describe("hq site create --from", () => {
  test("reports and performs the import, leaving the repository unchanged", async () => {
    const [folder, from] = [await makeHq(), await makeRepository()];
    const tried = await hq(["site", "create", "Blog", "--from", from, "--dry-run"], { folder });
    expect([tried.code, tried.err]).toEqual([
      0,
      "Fetching the repository …\nReading …\nReading blog …\nReading authors …\nwarning: the dashboard and the API would reject this: Add a payment method to the workspace main first. You won't be charged.\n",
    ]);
    expect(tried.out).toBe(
      [
        "Would create a site.",
        "Found: astro.",
        "blog: 2 entries from src/content/blog/*.md",
        "  title, date, body",
        "authors: 1 entry from src/content/authors/*.md",
        "  name",
        "",
      ].join("\n"),
    );
    expect(readdirSync(join(folder, "data/sites"))).toEqual([]);

    const made = await hq(["site", "create", "Blog", "--from", from, "--json"], { folder });
    const { id } = JSON.parse(made.out);
    const gitDir = join(folder, `data/sites/${id}.git`);
    const log = (await git(gitDir, "log", "--format=%s")).stdout;
    expect(log.split("\n").slice(1)).toEqual(["Second", "First", ""]);
    expect((await git(from, "status", "--porcelain")).stdout).toBe("");
    expect((await git(from, "rev-parse", "trunk")).stdout).toBe(
      (await git(gitDir, "rev-parse", "main~1")).stdout,
    );
    const clone = await temporaryFolder("clone");
    await git(clone, "clone", "--quiet", gitDir, "site");
    expect((await hq(["check", join(clone, "site")], { folder })).code).toBe(0);
  });

  test("also imports a folder without Git as one commit", async () => {
    const [folder, from] = [await makeHq(), await makeRepository()];
    const plain = await temporaryFolder("plain");
    await git(from, "--work-tree", plain, "checkout", "--force", "trunk");
    const { code } = await hq(["site", "create", "Blog", "--from", plain], { folder });
    expect(code).toBe(0);
    const [gitDir = ""] = globSync("data/sites/*.git", { cwd: folder });
    const log = (await git(join(folder, gitDir), "log", "--format=%s")).stdout;
    expect(log.trim().split("\n")).toHaveLength(2);
  });

  test.each([
    ["nowhere", "not_found"],
    ["ext::sh -c id", "not_found"],
    ["file:///etc", "target_refused"],
    ["https://127.0.0.1/a.git", "target_refused"],
  ])("--from %s: %s", async (from, code) => {
    const folder = await makeHq();
    const refused = await hq(["site", "create", "Blog", "--from", from, "--json"], { folder });
    expect(JSON.parse(refused.err.split("\n").at(-2) ?? "")).toMatchObject({ code });
    expect(readdirSync(join(folder, "data/sites"))).toEqual([]);
  });
});

// With PostgreSQL, another process may be creating what looks unfinished.
describe.skipIf(inject("postgresUrl") !== undefined)("killed during the import", () => {
  test.each([
    ["when the repository is there", "data/sites/*.new-*/objects/pack/*.pack"],
    ["when its files are read", "data/sites/*.new-*/refs/heads/main"],
  ])("leaves nothing, %s", async (_, pattern) => {
    const [folder, from] = [await makeHq(), await makeRepository(MANY_POSTS)];
    const command = ["site", "create", "Blog", "--from", from];
    const { child, ended } = await startHqProcess(command, { folder });
    while (child.exitCode === null && globSync(pattern, { cwd: folder }).length === 0)
      await wait(2);
    child.kill("SIGKILL");
    expect((await ended).code).toBeNull();
    expect(JSON.parse((await hq(["site", "list", "--json"], { folder })).out)).toEqual([]);
    expect((await hq(command, { folder })).code).toBe(0);
    expect(readdirSync(join(folder, "data/sites"))).toHaveLength(1);
    expect((await hq(["verify", "Blog"], { folder })).code).toBe(0);
  });
});
