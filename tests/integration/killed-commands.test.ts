import { existsSync, globSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { hq, type HqProcessOptions, startHqProcess } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Articles with three pictures, which take a moment to read. */
async function makeContent(): Promise<string> {
  const folder = await temporaryFolder("content");
  await mkdir(join(folder, "posts"));
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  for (const number of [1, 2, 3]) {
    const create = {
      width: 900 + number,
      height: 600,
      channels: 3,
      background: "#000",
      noise,
    } as const;
    await sharp({ create })
      .jpeg()
      .toFile(join(folder, `posts/${number}.jpg`));
    const text = `---\ntitle: Post ${number}\ncover: ./${number}.jpg\n---\nText\n`;
    await writeFile(join(folder, `posts/post-${number}.md`), text);
  }
  return folder;
}

/** Runs a command in a process of its own and kills it as soon as a file that this pattern names is there. */
async function killAt(
  pattern: string,
  args: readonly string[],
  options: HqProcessOptions,
): Promise<void> {
  const { child, ended } = await startHqProcess(args, options);
  while (child.exitCode === null && globSync(pattern, { cwd: options.folder }).length === 0) {
    await wait(2);
  }
  child.kill("SIGKILL");
  expect((await ended).code).toBeNull();
}

// With PostgreSQL another process may be making what looks unfinished.
describe.skipIf(inject("postgresUrl") !== undefined)("killed in the middle", () => {
  test.each([
    ["before its content is there", "data/sites/*.new-*/objects/pack/*.pack"],
    ["while its files are read", "data/uploads/loam-uploads-*/*"],
  ])("an import that makes a site leaves nothing of it, %s", async (_, pattern) => {
    const folder = await temporaryFolder();
    await hq(["init"], { folder, env: { LOAM_ADMIN_EMAIL: "ann@example.test" } });
    const content = await makeContent();
    const command = ["import", content, "--create", "Blog", "--yes", "--publish"];
    await killAt(pattern, command, { folder });

    const { out } = await hq(["site", "list", "--json"], { folder });
    expect(JSON.parse(out)).toEqual([]);
    expect(globSync("data/sites/*.git", { cwd: folder })).toEqual([]);
    expect((await hq(command, { folder })).code).toBe(0);
    expect(readdirSync(join(folder, "data/sites"))).toHaveLength(1);
    expect(readdirSync(join(folder, "data/uploads"))).toEqual([]);
    expect((await hq(["verify", "Blog"], { folder })).code).toBe(0);
  });

  test.each([
    ["the database", "new.restoring-*/hq.db"],
    ["public files", "new.restoring-*/public/*/api/*"],
  ])("a restore has no data folder when it is at %s, and can be repeated", async (_, pattern) => {
    const folder = await temporaryFolder();
    const { siteId } = await makeHqSite(folder);
    await hq(["publish", siteId, "posts/one", "people/ada"], { folder });
    await hq(["backup", "hq.zip"], { folder });
    const command = ["restore", "hq.zip"];
    const env = { LOAM_DATA: "new" };
    await killAt(pattern, command, { folder, env });

    expect(existsSync(join(folder, "new"))).toBe(false);
    expect((await hq(command, { folder, env })).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith("new"))).toEqual(["new"]);
    expect((await hq(["verify", "--deep"], { folder, env })).code).toBe(0);
  });
});
