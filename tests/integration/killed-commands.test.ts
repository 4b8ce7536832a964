import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { hq, hqServer, type HqProcessOptions, startHqProcess } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Writes articles with three images, which take a moment to import. */
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

/** Runs a command in a separate process, and kills it as soon as a file matching the pattern exists. */
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

// With PostgreSQL, another process may be creating what looks unfinished.
describe.skipIf(inject("postgresUrl") !== undefined)("killed commands", () => {
  test.each([
    ["before its content is there", "data/sites/*.new-*/objects/pack/*.pack"],
    ["while its files are read", "data/uploads/loam-uploads-*/*"],
  ])("an import that creates a site leaves nothing, %s", async (_, pattern) => {
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
  ])("a restore leaves no data folder at %s and can be repeated", async (_, pattern) => {
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

  test("the next command rebuilds a pack index after a kill", async () => {
    const folder = await temporaryFolder();
    const { siteId } = await makeHqSite(folder);
    const packs = `data/sites/${siteId}.git/objects/pack`;
    const lost = globSync(`${packs}/*.idx`, { cwd: folder });
    expect(lost.length).toBeGreaterThan(0);
    for (const path of lost) rmSync(join(folder, path));
    await killAt(`data/sites/${siteId}.git/loam/rebuilt-*.idx`, ["verify"], { folder });

    expect((await hq(["verify", "--deep"], { folder })).code).toBe(0);
    expect(globSync(`${packs}/*.idx`, { cwd: folder }).toSorted()).toEqual(lost.toSorted());
    expect(globSync("data/sites/*.git/loam/rebuilt-*", { cwd: folder })).toEqual([]);
  });

  test("a server killed while rewriting lost public files continues after a restart", async () => {
    const folder = await temporaryFolder();
    const { siteId } = await makeHqSite(folder);
    await hq(["publish", siteId, "posts/one", "people/ada"], { folder });
    const published = (): string[] => globSync("data/public/**", { cwd: folder }).toSorted();
    const before = published();
    rmSync(join(folder, "data/public"), { recursive: true });
    const options = { folder, env: { LOAM_PORT: "0" } };
    await killAt("data/public/**/*.json*", ["start"], options);
    const server = await hqServer(options);
    const verify = () => hq(["verify", "--deep"], { folder });
    await expect.poll(verify, { interval: 1000 }).toMatchObject({ code: 0 });
    expect(published()).toEqual(before);
    expect(await server.stop("SIGTERM")).toBe(0);
  });

  test.each([
    ["objects of a backup are taken", "data/sites/*.git/loam/rebuilt-*/taken.git/HEAD"],
    ["a binary is taken from a backup", "data/uploads/loam-uploads-*/copy"],
  ])("a repair loses nothing when %s and can be repeated", async (_, pattern) => {
    const folder = await temporaryFolder();
    const { siteId } = await makeHqSite(folder);
    await hq(["publish", siteId, "posts/one", "people/ada"], { folder });
    const film = randomBytes(48 * 1024 * 1024);
    const sha256 = createHash("sha256").update(film).digest("hex");
    const original = join(folder, "data/media", sha256.slice(0, 2), sha256, "original");
    await mkdir(dirname(original), { recursive: true });
    await writeFile(original, film);
    await hq(["backup", "hq.zip"], { folder });
    await writeFile(original, Buffer.from(film).fill(0, 5, 6));
    for (const path of globSync(`data/sites/${siteId}.git/objects/pack/*.pack`, { cwd: folder })) {
      overwriteMiddle(join(folder, path));
    }
    const command = ["repair", "--from", "hq.zip"];
    await killAt(pattern, command, { folder });

    expect(await hq(command, { folder })).toMatchObject({ code: 0 });
    expect(await hq(["verify", "--deep"], { folder })).toMatchObject({ code: 0 });
    expect(globSync("data/{sites/*.git/loam/rebuilt-*,uploads/*}", { cwd: folder })).toEqual([]);
    expect(globSync("data/state/*", { cwd: folder })).toEqual([
      expect.stringMatching(/\.publisher\.json$/),
    ]);
  });
});

/** Simulates a disk that loses bits. */
function overwriteMiddle(path: string): void {
  chmodSync(path, 0o644);
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  writeFileSync(path, bytes.fill(0xff, middle, middle + 8));
}
