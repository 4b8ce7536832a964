import { createHash } from "node:crypto";
import { closeSync, existsSync, globSync, openSync, readdirSync, writeSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, inject, test } from "vitest";
import { hq, hqServer, startHqProcess } from "../support/hq/hq-process.ts";
import { type HqSite, makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { skillText } from "../support/hq/skill-hub.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse battery";
const ADMIN = { LOAM_ADMIN_EMAIL: "ada@x.test", LOAM_ADMIN_PASSWORD: PASSWORD };

/** Creates a published site and removes its control database, including SQLite's additional files. */
async function withoutDatabase(): Promise<HqSite> {
  const site = await makeHqSite(await temporaryFolder());
  await hq(["publish", site.siteId, "posts/one", "people/ada"], site);
  for (const name of globSync("data/hq.db*", { cwd: site.folder })) {
    await rm(join(site.folder, name));
  }
  return site;
}

/** Returns the hashes of all files below a folder. */
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

describe.skipIf(inject("postgresUrl") !== undefined)("a missing control database", () => {
  test.for([
    ["missing", async () => Promise.resolve()],
    ["empty", (file: string) => writeFile(file, "")],
    ["without tables", emptyDatabase],
  ] as const)("stops every command with one line if there are sites: %s", async ([, make]) => {
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

  test("is re-created with all sites and no users", async () => {
    const { folder, siteId } = await withoutDatabase();
    const repositories = await filesIn(join(folder, "data/sites"));
    const publicFiles = Object.keys(await filesIn(join(folder, "data/public")));
    // Left by a killed server. A new database must not use its content.
    await writeFile(join(folder, "data/hq.db-wal"), "of the lost database");
    const { code, out, err } = await hq(["init", "--recover"], { folder });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^ {2}${siteId} +publishing on +Blog$`, "m"));
    expect(out).toMatch(/^ {2}API keys, /m);
    expect(out).toMatch(/^Next: run hq start and open the setup link/m);
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
      expect.stringMatching(/^hq: conflict: .*Stop it/),
    ]);
  });

  test("restores unpublished sites as private with separate names", async () => {
    const site = await makeHqSite(await temporaryFolder());
    const { folder } = site;
    for (const workspace of ["one", "two"]) {
      await hq(["workspace", "create", workspace], { folder });
      await hq(["site", "create", "Blog", "--workspace", workspace], { folder });
    }
    const sites = join(folder, "data/sites");
    const ids = readdirSync(sites).map((name) => name.replace(".git", ""));
    const broken = ids.find((id) => id !== site.siteId) ?? "";
    await rm(join(sites, `${broken}.git/objects`), { recursive: true });
    // State after a kill before a site is acknowledged: complete, only not claimed.
    const unclaimed = join(sites, `${site.siteId}.git/loam/unclaimed`);
    await writeFile(unclaimed, "");
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
    expect((await hq(["init"], { folder })).code).toBe(0);
    expect(existsSync(unclaimed)).toBe(false);
    const { out: list } = await hq(["site", "list", "--json"], { folder });
    expect(JSON.parse(list)).toHaveLength(3);
    expect((await hq(["verify", site.siteId], { folder })).code).toBe(0);
  });

  test.for([
    ["one workspace", ["main"], ["main"]],
    ["two workspaces", ["main", "other"], ["skills-1", "skills-2"]],
  ] as const)("is re-created with the skills of %s", async ([, before, after]) => {
    const { folder } = await makeHqSite(await temporaryFolder());
    await hq(["init"], { folder, env: ADMIN });
    await hq(["workspace", "create", "other"], { folder });
    const first = await hqServer({ folder });
    for (const workspace of before) {
      const files = [
        { path: "SKILL.md", content: Buffer.from(skillText("greet")).toString("base64") },
      ];
      const body = { name: "greet", files };
      const made = await askAsAdmin(first.url, folder, `/workspaces/${workspace}/skills`, body);
      expect([workspace, made.status]).toEqual([workspace, 201]);
    }
    await first.stop("SIGKILL");
    for (const name of globSync("data/hq.db*", { cwd: folder })) await rm(join(folder, name));

    const { out } = await hq(["init", "--recover", "--json"], { folder, env: ADMIN });
    expect(JSON.parse(out)).toMatchObject({ skills: after });
    const second = await hqServer({ folder });
    for (const workspace of after) {
      const at = `/workspaces/${workspace}/skills/greet/versions`;
      const found = await askAsAdmin(second.url, folder, at);
      expect([workspace, found.status]).toEqual([workspace, 200]);
      expect(await found.json()).toMatchObject({ contents: [{ version: 1 }] });
    }
    expect(readdirSync(join(folder, "data/skills"))).toHaveLength(after.length);
  });

  test("is not re-created if one exists, nor with PostgreSQL", async () => {
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

  test("is absent after a killed attempt and can be re-created", async () => {
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

async function askAsAdmin(
  url: string,
  folder: string,
  path: string,
  body?: object,
): Promise<Response> {
  const scopes = "skill:read,skill:write";
  const user = ["--user", ADMIN.LOAM_ADMIN_EMAIL];
  const { token } = await json(["token", "create", ...user, "--scopes", scopes], folder);
  return fetch(`${url}/api/manage${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

interface RunningSite {
  readonly folder: string;
  readonly status: (path: string) => Promise<number>;
  /** Writes an entry as a signed-in user. Returns the status and the error code. */
  readonly save: (slug: string) => Promise<readonly [number, string | undefined]>;
  readonly ready: () => Promise<unknown>;
  readonly heads: () => Promise<string>;
}

/** Starts a server of a site with published content and a user who can write. */
async function runningSite(before?: (file: string) => void): Promise<RunningSite> {
  const site = await makeHqSite(await temporaryFolder());
  const { folder, siteId } = site;
  await hq(["publish", siteId, "posts/one", "people/ada"], site);
  await hq(["init"], { folder, env: ADMIN });
  const { token } = await json(
    ["token", "create", "--user", "ada@x.test", "--scopes", "content:write"],
    folder,
  );
  const { key } = await json(["key", "create", siteId], folder);
  before?.(join(folder, "data/hq.db"));
  const { url } = await runHq({ folder });
  return {
    folder,
    status: async (path) => {
      const at = `${url}${path.replace("{site}", siteId)}`;
      return (await fetch(at, { headers: { "x-cms-api-key": String(key) } })).status;
    },
    async save(slug) {
      const answer = await fetch(`${url}/api/manage/sites/${siteId}/types/people/entries`, {
        method: "POST",
        headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
        body: JSON.stringify({ slug, fields: { title: slug } }),
      });
      const body = await answer.text();
      expect(body).not.toContain(folder);
      return [answer.status, JSON.parse(body).code];
    },
    ready: async () => (await fetch(`${url}/readyz`)).json(),
    heads: () => readFile(join(folder, `data/sites/${siteId}.git/refs/heads/main`), "utf8"),
  };
}

async function json(args: readonly string[], folder: string): Promise<Record<string, unknown>> {
  const { out } = await hq([...args, "--json"], { folder });
  return JSON.parse(out);
}

describe.skipIf(inject("postgresUrl") !== undefined)("on a running server", () => {
  test.for([
    ["deleted", (file: string) => rm(file)],
    ["moved away", (file: string) => rename(file, `${file}.old`)],
    [
      "replaced",
      async (file: string) => {
        await copyFile(file, `${file}.new`);
        await rename(`${file}.new`, file);
      },
    ],
  ] as const)("a control database that was %s stops changes but not reads", async ([, lose]) => {
    const { folder, status, save, ready, heads } = await runningSite();
    expect(await save("bo")).toEqual([201, undefined]);
    expect(await ready()).toEqual({ status: "ready" });
    const before = await heads();

    const file = join(folder, "data/hq.db");
    await lose(file);
    expect(await save("cy")).toEqual([503, "database_missing"]);
    expect(await ready()).toEqual({
      status: "unavailable",
      failing: ["database"],
      reason: "database_missing",
    });
    for (const path of [
      "/api/public/cms/{site}/posts",
      "/public/{site}/api/posts.json",
      "/healthz",
    ]) {
      expect([path, await status(path)]).toEqual([path, 200]);
    }
    await rm(file, { force: true });
    await rename(`${file}.old`, file).catch(() => undefined);
    expect(await save("cy")).toEqual([503, "database_missing"]);
    expect(await heads()).toBe(before);
  });

  test("an emptied one stops every change", async () => {
    const { folder, save, ready, heads } = await runningSite();
    const before = await heads();
    await truncate(join(folder, "data/hq.db"));
    expect(await save("cy")).toEqual([503, "database_missing"]);
    expect(await ready()).toMatchObject({ failing: ["database"], reason: "database_missing" });
    expect(await heads()).toBe(before);
  });

  test("stops concurrent commands with one line", async () => {
    const { folder } = await makeHqSite(await temporaryFolder());
    await hqServer({ folder });
    await rm(join(folder, "data/hq.db"));
    for (const command of [
      ["site", "list"],
      ["site", "create", "Other"],
      ["publish", "Blog", "posts/two"],
    ]) {
      const { code, out, err } = await hq(command, { folder });
      expect([command, code, out]).toEqual([command, 1, ""]);
      expect(err).toMatch(
        /^hq: database_missing: \S+\/data\/hq\.db was deleted or replaced[^\n]*\n$/,
      );
    }
  });
});

describe.skipIf(inject("postgresUrl") !== undefined)("a damaged control database", () => {
  test("is reported in one line by every affected command", async () => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const env = { LOAM_PORT: "0", LOAM_BASE_URL: "http://127.0.0.1:4400" };
    damage(join(folder, "data/hq.db"), "sites");
    for (const command of [
      ["start"],
      ["site", "list"],
      ["publish", "Blog", "posts/two"],
      ["backup", "b.zip"],
    ]) {
      const { code, out, err } = await hq(command, { folder, env });
      expect([command, code, out]).toEqual([command, 1, ""]);
      expect(err).toMatch(
        /^hq: database_damaged: \S+\/data\/hq\.db is damaged .*hq restore.*hq init --recover\.\n$/,
      );
    }
  });

  test("must be moved before a new one is created", async () => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const file = join(folder, "data/hq.db");
    await writeFile(file, "no database, but long enough to be read".repeat(99));
    const refused = await hq(["init", "--recover"], { folder, env: ADMIN });
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/^hq: database_damaged: [^\n]*\n$/),
    ]);
    expect(globSync("data/hq.db*", { cwd: folder })).toEqual(["data/hq.db"]);
    await rename(file, `${file}.damaged`);
    expect(await hq(["init", "--recover"], { folder, env: ADMIN })).toMatchObject({ code: 0 });
    expect((await hq(["verify", "Blog"], { folder })).code).toBe(0);
  });

  test("is no longer written after damage is detected", async () => {
    const { save, ready, status, heads } = await runningSite((file) =>
      damage(file, "personal_tokens"),
    );
    const before = await heads();
    expect(await ready()).toEqual({ status: "ready" });
    expect(await save("cy")).toEqual([503, "database_damaged"]);
    expect(await ready()).toMatchObject({ failing: ["database"], reason: "database_damaged" });
    expect(await status("/api/public/cms/{site}/posts")).toBe(200);
    expect(await heads()).toBe(before);
  });
});

/** Overwrites the first page of a table in a closed database. */
function damage(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const found = database.prepare("select rootpage from sqlite_master where name = ?").get(table);
  const size = Number(database.prepare("pragma page_size").get()?.["page_size"]);
  database.close();
  const to = openSync(file, "r+");
  writeSync(to, Buffer.alloc(size, 0xff), 0, size, (Number(found?.["rootpage"]) - 1) * size);
  closeSync(to);
}

/** Creates the file that merely opening a database creates. */
function emptyDatabase(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL");
  database.close();
}
