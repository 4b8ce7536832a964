import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { loadLiveSite, publicFiles } from "@loam/cms-core/snapshot";
import { regenerateDraftKey } from "@loam/hq";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoamSource } from "../../packages/astro-integration/src/options/options.ts";
import { openSource } from "../../packages/astro-integration/src/source/open-source.ts";
import { readAll } from "../../packages/astro-integration/src/source/published-content.ts";
import { findType } from "../../packages/astro-integration/src/source/site-index.ts";
import { withConsistentSite } from "../../packages/astro-integration/src/source/site-snapshot.ts";
import type { Source } from "../../packages/astro-integration/src/source/source.ts";
import { loamProject } from "../support/astro/loam-project.ts";
import { type ReadApiSite, startReadApiSite } from "../support/hq/read-api-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let site: ReadApiSite;
beforeAll(async () => {
  site = await startReadApiSite();
  const mara = await site.save("people", "mara", { title: "Mara \u{1F33F}" });
  const one = await site.save("posts", "one", { title: "One", rating: 3, author: { id: mara } });
  const two = await site.save("posts", "two", {
    title: "Two",
    related: [{ id: one }],
    body: `A link to [one](entry:${one}), "quotes" and ],"totalCount":9,`,
  });
  const home = await site.save("home", "home", { title: "Welcome" });
  await site.publish(mara, one, two, home);
  await site.save("posts", "one", { title: "One, edited", author: { id: mara } });
  await site.save("posts", "new", { title: "Never published" });
});
afterAll(() => site.close());

const gitDir = (): string => site.store.repository.gitDir;
const publicUrl = (): string => `${site.running.url}/public/${site.siteId}`;

function open(source: LoamSource, keys: { read?: string; draft?: string } = {}): Source {
  return openSource({ source, root: "/", keys });
}

async function texts(source: Source, paths: readonly string[]): Promise<(string | undefined)[]> {
  const all: (string | undefined)[] = [];
  for (const path of paths) {
    const bytes = await source.read(path);
    all.push(bytes && Buffer.from(bytes).toString("utf8"));
  }
  return all;
}

/** Returns all paths below `api/` written by the publisher. */
async function publicPaths(): Promise<string[]> {
  const live = await loadLiveSite(site.store.repository, { publicUrl: publicUrl() });
  return [...publicFiles(live).keys()];
}

test("reads published content from a repository without Git, bare or cloned", async () => {
  const paths = await publicPaths();
  expect(paths).toContain("api/posts/one.json");
  const published = await texts(open({ kind: "files", url: publicUrl() }), paths);
  expect(published).not.toContain(undefined);

  const clone = await temporaryFolder("loam-clone");
  execFileSync("git", ["clone", "-q", gitDir(), clone]);
  execFileSync("git", ["-C", clone, "worktree", "add", "-q", join(clone, "beside")], {});
  const { PATH } = process.env;
  process.env["PATH"] = "";
  try {
    for (const repo of [gitDir(), clone, join(clone, "beside")]) {
      const source = open({ kind: "git", repo, publicUrl: `${publicUrl()}/` });
      expect(await texts(source, paths)).toEqual(published);
      expect(await source.read("api/posts/none.json")).toBeUndefined();
    }
  } finally {
    process.env["PATH"] = PATH;
  }
});

test("reads the same index and lists through the read API in consistent pages", async () => {
  const paths = ["api/index.json", "api/posts.json", "api/people.json", "api/home.json"];
  const source = open(
    { kind: "api", baseUrl: site.running.url, siteId: site.siteId },
    { read: site.key },
  );

  expect(await texts(source, paths)).toEqual(
    await texts(open({ kind: "files", url: publicUrl() }), paths),
  );
});

async function seen(source: Source): Promise<unknown[]> {
  const look = await withConsistentSite(source, async ({ index }) =>
    readAll(source, findType(index, "posts")),
  );
  return look.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
}

test("reads drafts of a branch or through the draft key like published content", async () => {
  const { database, now } = site.running.hq;
  const { draftKey } = await regenerateDraftKey(database, site.siteId, { now });
  const git = open({ kind: "git", repo: gitDir(), ref: "main", publicUrl: publicUrl() });
  const api = open(
    { kind: "api", baseUrl: site.running.url, siteId: site.siteId, drafts: true },
    { read: site.key, draft: draftKey },
  );
  const drafts = await seen(git);
  expect(drafts).toEqual([
    expect.objectContaining({ slug: "new", title: "Never published" }),
    expect.objectContaining({
      slug: "one",
      title: "One, edited",
      author: expect.objectContaining({ title: "Mara \u{1F33F}" }),
    }),
    expect.objectContaining({
      slug: "two",
      title: "Two",
      body: expect.stringContaining("/posts/one"),
    }),
  ]);
  for (const draft of drafts)
    expect(draft).toHaveProperty("publishedAt", expect.stringMatching(/Z$/));
  expect(await seen(api)).toEqual(drafts);

  // A save appears on the next poll.
  await site.save("posts", "new", { title: "Saved again" });
  for (const source of [git, api]) {
    expect(await seen(source)).toContainEqual(expect.objectContaining({ title: "Saved again" }));
  }
});

test("builds the same site from a repository, the read API, and published files", async () => {
  const { url } = site.running;
  const built = await loamProject({
    options: `{ source: { kind: "files", url: "${publicUrl()}" } }`,
  });
  const pages = await built.collections();
  expect(pages["posts"]?.map(({ id }) => id).toSorted()).toEqual(["one", "two"]);

  const source = `{ kind: "git", repo: "${gitDir()}", publicUrl: "${publicUrl()}" }`;
  await built.write({ "astro.config.mjs": configOf(source) });
  expect(await built.collections()).toEqual(pages);

  await built.write({
    "astro.config.mjs": configOf(`{ kind: "api", baseUrl: "${url}", siteId: "${site.siteId}" }`),
    ".env": `CMS_READ_KEY=${site.key}\n`,
  });
  expect(await built.collections()).toEqual(pages);
});

function configOf(source: string): string {
  return `import loam from "@loam/astro";
export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite" }, integrations: [loam({ source: ${source} })] };`;
}

test("explains unreadable sources with advice", async () => {
  const none = open({ kind: "git", repo: await temporaryFolder("loam-none") });
  await expect(none.read("api/index.json")).rejects.toThrow(/not a Git repository/);
  const branch = open({ kind: "git", repo: gitDir(), ref: "change/9" });
  await expect(branch.read("api/index.json")).rejects.toThrow(/no branch.*main, published/);
  const api = { kind: "api", baseUrl: site.running.url, siteId: site.siteId } as const;
  expect(() => open(api)).toThrow(/CMS_READ_KEY/);
  expect(() => open({ ...api, drafts: true }, { read: "x" })).toThrow(/CMS_DRAFT_KEY/);
  await expect(open(api, { read: "wrong" }).read("api/index.json")).rejects.toMatchObject({
    code: "invalid_api_key",
    message: expect.stringMatching(/CMS_READ_KEY/),
  });
});
