import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, inject, test } from "vitest";
import { hq, hqServer, startHqProcess } from "../support/hq-process.ts";
import { type HqSite, makeHqSite } from "../support/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse battery";
const ADMIN = { LOAM_ADMIN_EMAIL: "ada@x.test", LOAM_ADMIN_PASSWORD: PASSWORD };

/** A published site whose control database is gone, with what SQLite keeps beside it. */
async function withoutDatabase(): Promise<HqSite> {
  const site = await makeHqSite(await temporaryFolder());
  await hq(["publish", site.siteId, "posts/one", "people/ada"], site);
  for (const name of globSync("data/hq.db*", { cwd: site.folder })) {
    await rm(join(site.folder, name));
  }
  return site;
}

/** Every file below a folder with the hash of its bytes. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = globSync("**", { cwd: folder, withFileTypes: true }).filter((at) => at.isFile());
  const found = names.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [
      path,
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex"),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

describe.skipIf(inject("postgresUrl") !== undefined)("a control database that is gone", () => {
  test.for([
    ["missing", async () => Promise.resolve()],
    ["empty", (file: string) => writeFile(file, "")],
    ["without tables", emptyDatabase],
  ] as const)("where there are sites stops every command with one line: %s", async ([, make]) => {
    const { folder, siteId } = await withoutDatabase();
    await make(join(folder, "data/hq.db"));
    const repository = join(folder, "data/sites");
    const before = await filesIn(repository);
    for (const command of [
      ["start"],
      ["init"],
      ["site", "list"],
      ["verify"],
      ["backup", "b.zip"],
    ]) {
      const { code, out, err } = await hq(command, { folder, env: { LOAM_PORT: "0" } });
      expect([command, code, out]).toEqual([command, 1, ""]);
      expect(err).toMatch(
        /^hq: database_missing: \S+\/data\/hq\.db is missing or empty.*hq restore.*hq init --recover\)\.\n$/,
      );
    }
    const { out } = await hq(["doctor"], { folder });
    expect(out).toMatch(/^Control database \S+hq\.db: .* is missing or empty/m);
    expect(await filesIn(repository)).toEqual(before);
    expect(existsSync(join(folder, "data/public", siteId, "api/index.json"))).toBe(true);
  });

  test("is made anew, with every site as it was and nobody in it", async () => {
    const { folder, siteId } = await withoutDatabase();
    const repositories = await filesIn(join(folder, "data/sites"));
    const publicFiles = Object.keys(await filesIn(join(folder, "data/public")));
    // A server that was killed leaves it, and the new database would be given what it holds.
    await writeFile(join(folder, "data/hq.db-wal"), "of the lost database");
    const { code, out, err } = await hq(["init", "--recover"], { folder });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^ {2}${siteId} +publishing on +Blog$`, "m"));
    expect(out).toMatch(/^ {2}read keys, /m);
    expect(out).toMatch(/\/setup\/loam_setup_/);
    expect(await filesIn(join(folder, "data/sites"))).toEqual(repositories);
    expect(globSync("data/hq.db*", { cwd: folder })).toEqual(["data/hq.db"]);

    const server = await hqServer({ folder, env: ADMIN });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(Object.keys(await filesIn(join(folder, "data/public")))).toEqual(publicFiles);
    expect((await hq(["verify", "Blog", "--deep"], { folder })).code).toBe(0);
    const { out: key } = await hq(["key", "create", "Blog", "--json"], { folder });
    const entries = await fetch(`${server.url}/api/public/cms/${siteId}/posts`, {
      headers: { "x-cms-api-key": String(JSON.parse(key).key) },
    });
    expect(await entries.json()).toMatchObject({ totalCount: 1 });
    const beside = await hq(["init", "--recover"], { folder });
    expect([beside.code, beside.err]).toEqual([
      5,
      expect.stringMatching(/^hq: conflict: .*stop it/),
    ]);
  });

  test("takes up what was not public without making it so, under names of their own, whatever can be read", async () => {
    const site = await makeHqSite(await temporaryFolder());
    const { folder } = site;
    for (const workspace of ["one", "two"]) {
      await hq(["workspace", "create", workspace], { folder });
      await hq(["site", "create", "Blog", "--workspace", workspace], { folder });
    }
    const sites = join(folder, "data/sites");
    const ids = readdirSync(sites).map((name) => name.replace(".git", ""));
    const broken = ids.find((id) => id !== site.siteId) ?? "";
    await rm(join(sites, `${broken}.git/HEAD`));
    await mkdir(join(sites, "s0.git.new-1-aa"));
    await rm(join(folder, "data/hq.db"));

    const { out } = await hq(["init", "--recover", "--json"], { folder, env: ADMIN });
    const report = JSON.parse(out);
    expect(report.admin).toEqual({ kind: "created", email: ADMIN.LOAM_ADMIN_EMAIL });
    expect(report.sites).toHaveLength(3);
    expect(report.sites.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      ["Blog", "Blog (2)", broken].toSorted(),
    );
    expect(report.sites).toEqual(
      ids.toSorted().map((id) => expect.objectContaining({ id, publishing: false })),
    );
    const { out: list } = await hq(["site", "list", "--json"], { folder });
    expect(JSON.parse(list)).toHaveLength(3);
  });

  test("is not made where there is one, nor with PostgreSQL", async () => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const before = await filesIn(join(folder, "data"));
    const refused = await hq(["init", "--recover"], { folder });
    expect([refused.code, refused.out]).toEqual([5, ""]);
    expect(refused.err).toMatch(/^hq: conflict: \S+\/data\/hq\.db is a control database[^\n]*\n$/);
    expect(await filesIn(join(folder, "data"))).toEqual(before);
    const env = { LOAM_DATABASE_URL: "postgres://u@127.0.0.1:1/d" };
    const other = await hq(["init", "--recover"], { folder, env });
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringMatching(/^hq: invalid_config: [^\n]*pg_restore/),
    ]);
  });

  test("is not there when making it was killed, and can be made again", async () => {
    const { folder } = await withoutDatabase();
    const env = ADMIN;
    const { child, ended } = await startHqProcess(["init", "--recover"], { folder, env });
    while (
      child.exitCode === null &&
      globSync("data/hq.db.recovering-*", { cwd: folder }).length === 0
    ) {
      await delay(2);
    }
    child.kill("SIGKILL");
    expect((await ended).code).toBeNull();
    expect(existsSync(join(folder, "data/hq.db"))).toBe(false);

    expect(await hq(["init", "--recover"], { folder, env })).toMatchObject({ code: 0, err: "" });
    expect(globSync("data/hq.db*", { cwd: folder })).toEqual(["data/hq.db"]);
    expect((await hq(["verify", "--deep"], { folder })).code).toBe(0);
  });
});

/** What a program makes that only opens it. */
async function emptyDatabase(file: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL");
  database.close();
}
