import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { loamProject } from "../support/loam-project.ts";
import { HERO, makePost, makePosts, sampleTypes } from "../support/sample-site.ts";
import { servePublished } from "../support/serve-published.ts";

const PUBLISHED_ORDER = makePosts().map(({ slug }) => slug);

describe("what a page sees of the published files", { timeout: 60_000 }, () => {
  test("entries of a folder have references, media and their published order", async () => {
    const project = await loamProject();
    const { posts = [], home = [], authors = [] } = await project.collections();

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

  test("the same comes over HTTP, from chunked storage, and without the integration", async () => {
    const folder = await loamProject();
    const expected = await folder.collections();

    const site = await servePublished(folder.path("published"));
    const http = await loamProject({
      options: `{ source: { kind: "files", url: "${site.url}" } }`,
    });
    expect(await http.collections()).toEqual(expected);

    const chunked = await loamProject({
      config: 'experimental: { collectionStorage: { type: "chunked", chunkSize: 500 } }',
    });
    expect(await chunked.collections()).toEqual(expected);

    const alone = await loamProject({
      files: {
        "astro.config.mjs":
          'export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite", plugins: [{ name: "cookie", configEnvironment: () => ({ resolve: { noExternal: ["cookie"] } }) }] } };',
        "src/content.config.ts": `import { loamCollections } from "@loam/astro/content";
export const collections = { ...(await loamCollections({ source: { kind: "files", folder: "published" } })) };`,
      },
    });
    expect(await alone.collections()).toEqual(expected);
  });

  test("options come from loam.config, the environment and .env too", async () => {
    const config = await loamProject({
      options: "",
      files: {
        "loam.config.mjs":
          'export default { source: { kind: "files", folder: "published" }, collections: { include: ["authors"], prefix: "cms_" } };',
      },
    });
    expect(Object.keys(await config.collections())).toEqual(["cms_authors"]);

    const dotEnv = await loamProject({ options: "", files: { ".env": "LOAM_SOURCE=published\n" } });
    expect(Object.keys(await dotEnv.collections())).toEqual(["authors", "home", "posts"]);
  });

  test("a schema of the site's own may change values", async () => {
    const project = await loamProject({
      files: {
        "src/content.config.ts": `import { defineCollection } from "astro:content";
import { z } from "astro/zod";
import { loamLoader, loamSchema } from "@loam/astro/content";
const schema = await loamSchema("posts", { extend: { publishedAt: z.coerce.date() } });
export const collections = { writing: defineCollection({ loader: loamLoader("posts"), schema }) };`,
        "src/pages/year.json.ts": `import { byPosition } from "@loam/astro/content";
import { getCollection } from "astro:content";
export const GET = async () => Response.json((await getCollection("writing")).toSorted(byPosition).map(({ id, data }) => [id, data.publishedAt.getUTCFullYear(), data.position]));`,
      },
    });
    await project.collections();

    const years: unknown = JSON.parse(await readFile(project.path("dist/year.json"), "utf8"));
    expect(years).toEqual(PUBLISHED_ORDER.map((id, position) => [id, 2026, position]));
  });

  test("a field called position keeps its own value", async () => {
    const project = await loamProject();
    await project.publish([
      {
        apiId: "jobs",
        fields: [{ apiId: "position", type: "text" }],
        entries: [
          { id: "e2", slug: "b", position: "Gardener" },
          { id: "e1", slug: "a", position: "Baker" },
        ],
      },
    ]);

    const { jobs = [] } = await project.collections();
    expect(jobs.map(({ data }) => [data["position"], data["$position"]])).toEqual([
      ["Gardener", 0],
      ["Baker", 1],
    ]);
  });
});

describe("a second sync touches what changed and nothing else", { timeout: 60_000 }, () => {
  test("over HTTP: nothing, one entry, a new order, a deletion", async () => {
    const origin = await loamProject();
    const site = await servePublished(origin.path("published"));
    const project = await loamProject({
      options: `{ source: { kind: "files", url: "${site.url}" } }`,
    });
    await project.collections();

    site.requests.length = 0;
    await project.run("sync");
    expect(new Set(site.requests)).toEqual(new Set(["/api/index.json"]));

    const posts = makePosts();
    const edited = posts.with(5, makePost(6, { title: "Edited" }));
    await origin.publish(sampleTypes(edited));
    site.requests.length = 0;
    const before = digests(await project.dataStore());
    const run = await project.run("sync");
    expect(run.output).toContain("posts: 1 read, 0 removed");
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

    const moved = [...edited.slice(1), ...edited.slice(0, 1)];
    await origin.publish(sampleTypes(moved));
    const { posts: reordered = [] } = await project.collections();
    expect(reordered.map(({ id }) => id)).toEqual(moved.map(({ slug }) => slug));

    await origin.publish(sampleTypes(moved.slice(2)));
    site.requests.length = 0;
    const { posts: fewer = [] } = await project.collections();
    expect(fewer.map(({ id }) => id)).toEqual(moved.slice(2).map(({ slug }) => slug));
    expect(fewer.find(({ id }) => id === "post-6")?.data["title"]).toBe("Edited");
    expect(site.requests).not.toContain("/api/posts.json");
  });

  test("a changed schema or option is not answered from the old store", async () => {
    const project = await loamProject({
      options: "",
      files: { ".env": "LOAM_SOURCE=published\n" },
    });
    const first = await project.collections();
    expect(first["authors"]?.map(({ id }) => id)).toEqual(["ann", "bob"]);

    await project.write({
      "loam.config.mjs": 'export default { collections: { idFrom: "id" } };',
    });
    const second = await project.collections();
    expect(second["authors"]?.map(({ id }) => id)).toEqual(["eann", "ebob"]);
    expect(second["posts"]?.[0]?.data["author"]).toEqual({ collection: "authors", id: "eann" });
  });

  test("a publisher without _index.json is read by its lists", async () => {
    const project = await loamProject();
    await project.publish(sampleTypes(), { rowIndex: false });
    const first = await project.collections();
    expect(first["posts"]?.map(({ id }) => id)).toEqual(PUBLISHED_ORDER);

    await project.publish(sampleTypes(makePosts().slice(1)), { rowIndex: false });
    const second = await project.collections();
    expect(second["posts"]?.map(({ id }) => id)).toEqual(PUBLISHED_ORDER.slice(1));
    expect(second["posts"]?.[0]?.data["author"]).toEqual({ collection: "authors", id: "ann" });
  });
});

/** Of the entries in Astro's data store. */
function digests(dataStore: string): ReadonlySet<string> {
  return new Set(dataStore.match(/"[0-9a-f]+@\d+"/g));
}
