import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LoamProject, loamProject } from "../support/astro/loam-project.ts";
import type { TypeSpec } from "../support/astro/published-site.ts";
import { HERO, makePost, makePosts, sampleTypes } from "../support/astro/sample-site.ts";
import { servePublished } from "../support/astro/serve-published.ts";

const PUBLISHED_ORDER = makePosts().map(({ slug }) => slug);

/** A type with a field named like a key that the loader adds. */
const JOBS: TypeSpec = {
  apiId: "jobs",
  fields: [{ apiId: "position", type: "text" }],
  entries: [
    { id: "e2", slug: "b", position: "Gardener" },
    { id: "e1", slug: "a", position: "Baker" },
  ],
};

/** An additional collection with its own schema. */
const WRITING = {
  "src/content.config.ts": `import { defineCollection } from "astro:content";
import { z } from "astro/zod";
import { loamCollections, loamLoader, loamSchema } from "@loam/astro/content";
const schema = await loamSchema("posts", { extend: { publishedAt: z.coerce.date() } });
const writing = defineCollection({ loader: loamLoader("posts"), schema });
export const collections = { ...(await loamCollections()), writing };`,
  "src/pages/year.json.ts": `import { byPosition } from "@loam/astro/content";
import { getCollection } from "astro:content";
export const GET = async () => Response.json((await getCollection("writing")).toSorted(byPosition).map(({ id, data }) => [id, data.publishedAt.getUTCFullYear(), data.position]));`,
};

describe("content read by pages", () => {
  const removals: (() => Promise<void>)[] = [];
  let folder: LoamProject;
  let seen: Awaited<ReturnType<LoamProject["collections"]>>;
  beforeAll(async () => {
    folder = await loamProject({ files: WRITING }, (remove) => void removals.push(remove));
    await folder.publish([JOBS, ...sampleTypes()]);
    const { writing: _, ...standard } = await folder.collections();
    seen = standard;
  });
  afterAll(() => Promise.all(removals.map((remove) => remove())));

  test("has references, media, and the published order from a folder", () => {
    const { posts = [], home = [], authors = [] } = seen;

    expect(posts.map(({ id }) => id)).toEqual(PUBLISHED_ORDER);
    expect(posts.map(({ data }) => data["position"])).toEqual([...PUBLISHED_ORDER.keys()]);
    expect(posts[1]?.data).toMatchObject({
      id: "epost10",
      slug: "post-10",
      title: "Post 10",
      pinned: false,
      tags: [],
      hero: HERO,
      author: { collection: "authors", id: "ann" },
      authors: [
        { collection: "authors", id: "ann" },
        { collection: "authors", id: "bob" },
      ],
      faq: [{ question: "Why?", who: { collection: "authors", id: "bob" } }],
      body: makePost(10)["body"],
      publishedAt: "2026-01-01T00:00:00.000Z",
    });
    expect(posts.find(({ id }) => id === "post-4")?.data["author"]).toEqual({ id: "egone" });
    expect(home).toMatchObject([{ id: "home", data: { headline: "Welcome" } }]);
    expect(authors.map(({ id }) => id)).toEqual(["ann", "bob"]);
  });

  test("is equal over HTTP, from chunked storage, and without the integration", async () => {
    const site = await servePublished(folder.path("published"));
    const http = await loamProject({
      options: `{ source: { kind: "files", url: "${site.url}" } }`,
      config: 'experimental: { collectionStorage: { type: "chunked", chunkSize: 500 } }',
    });
    expect(await http.collections()).toEqual(seen);

    const alone = await loamProject({
      files: {
        "astro.config.mjs":
          'export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite", plugins: [{ name: "cookie", configEnvironment: () => ({ resolve: { noExternal: ["cookie"] } }) }] } };',
        "src/content.config.ts": `import { loamCollections } from "@loam/astro/content";
export const collections = { ...(await loamCollections({ source: { kind: "files", folder: "published" } })) };`,
      },
    });
    await alone.publish([JOBS, ...sampleTypes()]);
    expect(await alone.collections()).toEqual(seen);
  });

  test("can be transformed by the site's own schema", async () => {
    const years: unknown = JSON.parse(await readFile(folder.path("dist/year.json"), "utf8"));
    expect(years).toEqual(PUBLISHED_ORDER.map((id, position) => [id, 2026, position]));
  });

  test("keeps a field named position", () => {
    expect(seen["jobs"]?.map(({ data }) => [data["position"], data["$position"]])).toEqual([
      ["Gardener", 0],
      ["Baker", 1],
    ]);
  });
});

describe("a second sync updates only changes", () => {
  test("over HTTP: nothing, an entry, a new order, or a deletion", async () => {
    const origin = await loamProject();
    const site = await servePublished(origin.path("published"));
    const project = await loamProject({
      options: `{ source: { kind: "files", url: "${site.url}" } }`,
    });
    await project.run("sync");

    site.requests.length = 0;
    await project.run("sync");
    expect(new Set(site.requests)).toEqual(new Set(["/api/index.json"]));

    const posts = makePosts();
    const edited = posts.with(5, makePost(6, { title: "Edited" }));
    await origin.publish(sampleTypes(edited));
    site.requests.length = 0;
    const before = digests(await project.dataStore());
    const run = await project.run("sync");
    expect(run.output).toContain("posts: 1 entry read, 0 removed");
    expect(new Set(site.requests)).toEqual(
      new Set([
        "/api/index.json",
        "/api/posts/_index.json",
        "/api/posts/epost6.json",
        "/api/authors/_index.json",
      ]),
    );
    const after = digests(await project.dataStore());
    expect([...after].filter((digest) => !before.has(digest))).toHaveLength(1);

    // The first entry is now last, and two are gone.
    const moved = [...edited.slice(1), ...edited.slice(0, 1)];
    await origin.publish(sampleTypes(moved.slice(2)));
    site.requests.length = 0;
    const { posts: fewer = [] } = await project.collections();
    expect(fewer.map(({ id }) => id)).toEqual(moved.slice(2).map(({ slug }) => slug));
    expect(fewer.find(({ id }) => id === "post-6")?.data["title"]).toBe("Edited");
    expect(site.requests).not.toContain("/api/posts.json");
  });

  test("reads options from .env and loam.config and ignores the store of old ones", async () => {
    const project = await loamProject({
      options: "",
      files: { ".env": "LOAM_SOURCE=published\n" },
    });
    const first = await project.collections();
    expect(Object.keys(first)).toEqual(["authors", "home", "posts"]);
    expect(first["authors"]?.map(({ id }) => id)).toEqual(["ann", "bob"]);

    const source = '{ kind: "files", folder: "published" }';
    const collections = '{ idFrom: "id", include: ["authors", "posts"], prefix: "cms_" }';
    await project.write({
      ".env": "",
      "loam.config.mjs": `export default { source: ${source}, collections: ${collections} };`,
    });
    const second = await project.collections();
    expect(Object.keys(second)).toEqual(["cms_authors", "cms_posts"]);
    expect(second["cms_authors"]?.map(({ id }) => id)).toEqual(["eann", "ebob"]);
    expect(second["cms_posts"]?.[0]?.data["author"]).toEqual({
      collection: "cms_authors",
      id: "eann",
    });
  });

  test("names entries by their folders if ids are paths", async () => {
    const project = await loamProject({
      options:
        '{ source: { kind: "files", folder: "published" }, collections: { idFrom: "path" } }',
      files: {
        "src/pages/jobs/[...id].astro": `---
import { getCollection, getEntry } from "astro:content";
export const getStaticPaths = async () =>
  (await getCollection("jobs")).map((job) => ({ params: { id: job.id }, props: { job } }));
const next = await getEntry(Astro.props.job.data.next);
---
<p>{Astro.props.job.data.position}, then {next.data.position}</p>`,
      },
    });
    const fields = [
      { apiId: "position", type: "text" },
      { apiId: "next", type: "reference", to: ["jobs"] },
    ];
    const lead = { id: "e1", slug: "work~2026~lead", position: "Lead" };
    const cook = { id: "e2", slug: "cook", position: "Cook" };
    const entries = [
      { ...lead, next: cook },
      { ...cook, next: lead },
    ];
    await project.publish([{ apiId: "jobs", fields, entries }]);
    await project.run("build");

    const page = async (name: string): Promise<string> =>
      readFile(project.path(`dist/jobs/${name}/index.html`), "utf8");
    expect(await page("work/2026/lead")).toContain("<p>Lead, then Cook</p>");
    expect(await page("cook")).toContain("<p>Cook, then Lead</p>");
  });

  test("reads the lists of a publisher without _index.json", async () => {
    const project = await loamProject();
    await project.publish(sampleTypes(), { rowIndex: false });
    await project.run("sync");
    const first = digests(await project.dataStore());

    await project.publish(sampleTypes(makePosts().slice(1)), { rowIndex: false });
    const { posts = [] } = await project.collections();
    expect(first.size).toBeGreaterThan(posts.length);
    expect(posts.map(({ id }) => id)).toEqual(PUBLISHED_ORDER.slice(1));
    expect(posts[0]?.data["author"]).toEqual({ collection: "authors", id: "ann" });
  });
});

/** Returns the digests of the entries in Astro's data store. */
function digests(dataStore: string): ReadonlySet<string> {
  return new Set(dataStore.match(/"[0-9a-f]+@\d+"/g));
}
