import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unpublishEntries } from "@loam/cms-core/publish";
import { openSiteStore } from "@loam/cms-core/site";
import { describe, expect, test } from "vitest";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ADMIN = { LOAM_ADMIN_EMAIL: "ada@x.test", LOAM_ADMIN_PASSWORD: "correct horse battery" };

describe("hq publish", () => {
  test("publishes valid entries and lists problems with locations", async () => {
    const { folder, siteId, ids } = await makeHqSite(await temporaryFolder());
    const first = await hq(["publish", "Blog", "--all", "--schemas", "--json"], { folder });
    expect(first.code).toBe(1);
    const report = JSON.parse(first.out);
    expect(new Set(report.published)).toEqual(
      new Set(["people/ada", "posts/one", "posts/two", "home/home"].map((name) => ids.get(name))),
    );
    expect(report.refused).toEqual([
      expect.objectContaining({ type: "posts", slug: "draft", id: ids.get("posts/draft") }),
    ]);
    expect(JSON.parse(first.err)).toMatchObject({
      code: "publish_refused",
      issues: [{ path: "content/posts/draft.yml", field: "title" }],
    });

    const list = join(folder, "data/public", siteId, "api/posts.json");
    expect(JSON.parse(await readFile(list, "utf8"))).toMatchObject({ totalCount: 2 });

    const again = await hq(["publish", siteId, "posts/one", "--json"], { folder });
    expect([again.code, JSON.parse(again.out)]).toEqual([
      0,
      {
        commit: report.commit,
        published: [],
        unchanged: 1,
        refused: [],
        warned: [],
        scheduled: [],
        withdrawn: [],
      },
    ]);

    // An unpublished entry is published again only when named, not with `--all`.
    const two = ids.get("posts/two") ?? "";
    const store = await openSiteStore(join(folder, "data/sites", `${siteId}.git`));
    const actor = { name: "Ada", email: ADMIN.LOAM_ADMIN_EMAIL };
    await unpublishEntries(store, { ids: [two], actor });
    await store.close();
    const all = await hq(["publish", "Blog", "--all", "--json"], { folder });
    expect(JSON.parse(all.out)).toMatchObject({ published: [], withdrawn: [two] });
    const named = await hq(["publish", "Blog", "posts/two", "--json"], { folder });
    expect(JSON.parse(named.out)).toMatchObject({ published: [two] });
  });

  test("uses creation dates for new publishes on request", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one", "--schemas"], { folder });
    const asked = ["publish", "Blog", "posts/one", "posts/two", "--dates", "created"];
    expect((await hq(asked, { folder })).code).toBe(0);
    const list = join(folder, "data/public", siteId, "api/posts.json");
    const { contents } = JSON.parse(await readFile(list, "utf8"));
    const isOfCreation = Object.fromEntries(
      contents.map((post: Record<string, string>) => [
        post["slug"],
        post["publishedAt"] === post["createdAt"],
      ]),
    );
    expect(isOfCreation).toEqual({ one: false, two: true });
  });

  test.for([
    [["publish", "nope", "--all"], 3, "site_not_found"],
    [["publish", "Blog", "posts/nope"], 3, "content_not_found"],
    [["publish", "Blog"], 1, "Name the entries to publish, or use --all"],
    [["publish", "Blog", "x", "--all"], 1, "Name the entries to publish, or use --all"],
    [["import", "nowhere", "--create", "New", "--yes"], 3, "Folder not found"],
    [["site", "create", "Blog"], 5, "name_taken"],
    [["key", "revoke", "nope"], 3, "not_found"],
  ] as const)("for %o exits with %i and %s", async ([args, exit, message]) => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const { code, err, out } = await hq(args, { folder });
    expect([code, out]).toEqual([exit, ""]);
    expect(err).toContain(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("hq site delete", () => {
  test.each(["alone", "beside a server"])("%s moves the repository to the trash", async (where) => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one"], { folder });
    if (where !== "alone") await hqServer({ folder, env: ADMIN });
    const files = join(folder, "data/public", siteId, "api");
    expect(existsSync(files)).toBe(true);

    const asked = await hq(["site", "delete", "Blog"], { folder });
    expect([asked.code, asked.err]).toEqual([
      1,
      "hq: invalid: Cannot ask for confirmation without a terminal. Use --yes.\n",
    ]);
    const { code, out } = await hq(["site", "delete", "Blog", "--yes"], { folder });
    expect([code, out]).toEqual([0, expect.stringContaining(`Deleted Blog (${siteId})`)]);

    expect(existsSync(files)).toBe(false);
    expect(await readdir(join(folder, "data/trash"))).toEqual([
      expect.stringMatching(new RegExp(`^${siteId}-\\d+\\.git$`)),
    ]);
    expect((await hq(["site", "list", "--json"], { folder })).out.trim()).toBe("[]");
  });

  test("stops serving the site on a running server immediately", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one"], { folder });
    const { url } = await hqServer({ folder, env: ADMIN });
    const file = `${url}/public/${siteId}/api/posts.json`;
    expect((await fetch(file)).status).toBe(200);
    await hq(["site", "delete", "Blog", "--yes"], { folder });
    expect((await fetch(file)).status).toBe(404);
  });
});

describe("hq site set", () => {
  test("changes and shows URL paths and the SVG rule", async () => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const args = ["site", "set", "Blog", "--route", "posts=/journal/{slug}", "--svg", "clean"];
    const set = await hq([...args, "--json"], { folder });
    expect([set.code, JSON.parse(set.out)]).toEqual([
      0,
      { routes: { posts: "/journal/{slug}" }, timeZone: "UTC", media: { svg: "clean" } },
    ]);
    const shown = await hq(["site", "set", "Blog", "--route", "posts="], { folder });
    expect(shown.out).toMatch(
      /^time zone +UTC\s*\nsvg +clean\s*\nThe next publish updates links on the public site\.\n$/,
    );
    const refused = await hq(["site", "set", "Blog", "--route", "posts=//evil"], { folder });
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toContain("is not a path such as /blog/{slug}");
  });
});

describe("hq site publishing", () => {
  test("removes and restores all public files, known to verify", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one", "--schemas"], { folder });
    const list = join(folder, "data/public", siteId, "api/posts.json");
    const before = await readFile(list, "utf8");

    expect((await hq(["site", "publishing", "Blog", "off"], { folder })).code).toBe(0);
    await expect(readFile(list)).rejects.toThrow(/ENOENT/);
    await hq(["publish", "Blog", "posts/two"], { folder });
    await expect(readFile(list)).rejects.toThrow(/ENOENT/);
    expect((await hq(["verify", "Blog"], { folder })).code).toBe(0);

    expect((await hq(["site", "publishing", "Blog", "on"], { folder })).code).toBe(0);
    expect(JSON.parse(await readFile(list, "utf8")).totalCount).toBe(
      JSON.parse(before).totalCount + 1,
    );
    expect((await hq(["verify", "Blog"], { folder })).code).toBe(0);
  });
});

test("refuses the same as HTTP with a message", async () => {
  const folder = await temporaryFolder();
  const run = async (args: readonly string[], env = {}): Promise<string> => {
    const { code, err } = await hq(args, { folder, env });
    expect(code).toBe(0);
    return err;
  };
  const refused = "warning: the dashboard and the API would reject this:";
  const payment = `${refused} Add a payment method to the workspace main first. You won't be charged.\n`;
  const full = `${refused} The plan free allows 2 sites, and all are in use.\n`;
  const off = `${refused} The CMS is not enabled for the workspace main. Ask an instance admin.\n`;
  await run(["init"]);
  expect(await run(["site", "create", "One"], { LOAM_BILLING: "none" })).toBe("");
  expect(await run(["site", "create", "Two"])).toBe(payment);
  expect(await run(["site", "create", "Three"])).toBe(full + payment);
  expect(await run(["publish", "One", "--all"])).toBe("");
  await run(["workspace", "cms", "main", "off"]);
  expect(await run(["publish", "One", "--all"])).toBe(off);
  expect(await run(["site", "publishing", "One", "on"])).toBe(off + payment);
  expect(await run(["site", "publishing", "One", "off"])).toBe("");
  expect(await run(["site", "duplicate", "One", "Four"])).toBe(off + full);
  await mkdir(join(folder, "blog"));
  await writeFile(join(folder, "blog/a.md"), "---\ntitle: A\n---\n");
  expect(await run(["import", "blog", "--site", "One", "--yes"])).toBe(off);
  expect(await run(["import", "blog", "--create", "Five", "--dry-run"])).toBe(full + payment);
});

test("verify reports problems of working content without counting them as differences", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  await hq(["publish", "Blog", "posts/one", "--schemas"], { folder });
  const store = await openSiteStore(join(folder, "data/sites", `${siteId}.git`));
  await store.repository.commit("refs/heads/main", {
    files: new Map([["site.yml", Buffer.from("<<<<<<< ours\n")]]),
    author: { name: "Ada", email: "ada@example.test" },
    message: "Past HQ",
  });
  await store.close();

  const { code, out } = await hq(["verify", "Blog"], { folder });
  expect(code).toBe(0);
  expect(out).toContain("no problems.\n  1 problem in the working content:\n    site.yml");
  const { out: json } = await hq(["verify", "Blog", "--json"], { folder });
  expect(JSON.parse(json).sites[0].problems).toMatchObject([{ path: "site.yml", line: 1 }]);
});

describe("API keys", () => {
  test("are shown once, listed without their secret, and revocable", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one", "--schemas"], { folder });
    const made = await hq(["key", "create", "Blog", "--name", "site", "--json"], { folder });
    const { key, id } = JSON.parse(made.out);
    expect(key).toMatch(/^loam_read_[a-z2-7]{10}_[a-z2-7]{52}$/);

    const listed = await hq(["key", "list", "Blog", "--json"], { folder });
    expect(JSON.parse(listed.out)).toEqual([
      {
        id,
        siteId,
        name: "site",
        hint: `loam_read_${id}_…${key.slice(-4)}`,
        createdAt: expect.any(String),
      },
    ]);
    const database = await readFile(join(folder, "data/hq.db"));
    expect(database.includes(key.slice(-52))).toBe(false);

    const path = `/api/public/cms/${siteId}/posts`;
    const server = await hqServer({ folder });
    const headers = { "x-cms-api-key": key };
    expect((await fetch(server.url + path, { headers })).status).toBe(200);
    await server.stop("SIGTERM");

    expect((await hq(["key", "revoke", id], { folder })).code).toBe(0);
    const after = await hqServer({ folder });
    expect((await fetch(after.url + path, { headers })).status).toBe(401);
    expect(after.errors()).not.toContain(key);
  });
});

describe("a published site", () => {
  test("is readable through the API and as files, without drafts", async () => {
    const { folder, siteId, ids } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "people/ada", "posts/one", "posts/two", "--schemas"], { folder });
    const { out } = await hq(["key", "create", "Blog", "--json"], { folder });
    const { key } = JSON.parse(out);
    const { url } = await runHq({ folder });
    const api = (path: string): Promise<Response> =>
      fetch(`${url}/api/public/cms/${siteId}/${path}`, { headers: { "x-cms-api-key": key } });

    const list = await api("posts?orders=rating&fields=slug,rating,author.title");
    expect(await list.json()).toEqual({
      contents: [
        { slug: "two", rating: 9 },
        { slug: "one", rating: 10, author: { title: "Ada" } },
      ],
      totalCount: 2,
      offset: 0,
      limit: 10,
    });
    const index = await (await fetch(`${url}/public/${siteId}/api/index.json`)).json();
    expect(list.headers.get("x-cms-snapshot")).toBe(Object(index).generatedFrom);

    const file = await fetch(`${url}/public/${siteId}/api/posts/one.json`);
    const single = await api(`posts/${ids.get("posts/one")}`);
    expect(await single.text()).toBe(await file.text());

    for (const path of ["posts/draft", `posts/${ids.get("posts/draft")}`, "home"]) {
      const response = await api(path);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.not.stringMatching(/canary|draft/),
      ]);
    }
  });

  test("is served even if another site can't be opened", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one", "--schemas"], { folder });
    const running = await runHq({ folder });
    await running.hq.database
      .insertInto("sites")
      .values({
        id: "sbbbbbbbbbbbbbbbbbbb",
        workspace_id: (
          await running.hq.database.selectFrom("workspaces").select("id").executeTakeFirstOrThrow()
        ).id,
        name: "Broken",
        created_by: null,
        created_at: "2026-11-20T00:00:00.000Z",
      })
      .execute();
    await running.sites.follow("sbbbbbbbbbbbbbbbbbbb");

    const ready = await fetch(`${running.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: "ready",
        unavailable: ["sbbbbbbbbbbbbbbbbbbb"],
        sites: [
          { site: "sbbbbbbbbbbbbbbbbbbb", trouble: "unavailable", reason: expect.any(String) },
        ],
      },
    ]);
    expect((await fetch(`${running.url}/public/${siteId}/api/posts.json`)).status).toBe(200);
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
  });
});

describe("the public folder of a site", () => {
  // All files contain the URL, so a free port would cause them to be rewritten.
  const env = { LOAM_BASE_URL: "https://hq.test" };

  test("is rewritten at startup if it was lost", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    await hq(["publish", "Blog", "posts/one", "--schemas"], { folder, env });
    await rm(join(folder, "data/public"), { recursive: true });
    await runHq({ folder, env });
    const index = await readFile(join(folder, "data/public", siteId, "api/index.json"), "utf8");
    expect(JSON.parse(index).contentTypes).toHaveLength(3);
    const entry = await readFile(join(folder, "data/public", siteId, "api/posts/one.json"), "utf8");
    expect(JSON.parse(entry)).toMatchObject({ title: "One" });
  });

  test("is updated if another one was used in the meantime", async () => {
    const { folder, siteId } = await makeHqSite(await temporaryFolder());
    const elsewhere = { ...env, LOAM_PUBLIC_STORAGE: "file:elsewhere" };
    await hq(["publish", "Blog", "posts/one", "--schemas"], { folder, env });
    await hq(["publish", "Blog", "posts/two"], { folder, env: elsewhere });
    const listed = async (publicFolder: string): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, publicFolder, siteId, "api/posts.json"), "utf8"));
    expect(await listed("elsewhere")).toMatchObject({ totalCount: 2 });

    await runHq({ folder, env });
    expect(await listed("data/public")).toMatchObject({ totalCount: 2 });
  });
});
