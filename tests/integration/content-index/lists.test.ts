import type { ContentIndex } from "@loam/cms-core/find";
import { publishEntries, unpublishEntries } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { ACTOR, publish, type Blog } from "../../support/site/blog-site.ts";
import { allPages } from "../../support/site/index-answers.ts";
import { indexedBlog, push } from "../../support/site/indexed-blog.ts";

async function stateOf(index: ContentIndex, id: string): Promise<unknown> {
  await index.follow();
  const [entry] = await index.find(id);
  return entry?.state;
}

describe("the state of an entry", () => {
  test("changes between draft, published, changed, and unpublished", async () => {
    const { blog, index } = await indexedBlog();
    const { id } = await blog.save("posts", "one", { title: "One" });
    const states = [await stateOf(index, id)];
    await publish(blog, id);
    states.push(await stateOf(index, id));
    await blog.save("posts", "one", { title: "Two" }, id);
    states.push(await stateOf(index, id));
    await blog.save("posts", "one", { title: "One" }, id);
    states.push(await stateOf(index, id));
    await unpublishEntries(blog.store, { ids: [id], actor: ACTOR });
    states.push(await stateOf(index, id));

    expect(states).toEqual(["draft", "published", "changed", "published", "unpublished"]);
  });

  test("changes with the slug but not with comments, order, or schedules", async () => {
    const { blog, index } = await indexedBlog();
    const { id, path, blob } = await blog.save("posts", "one", { title: "One" });
    await publish(blog, id);
    const text = Buffer.from(await blog.store.repository.readBlob(blob)).toString();

    await push(blog, path, text.replace("title: One", "title: One # as it was"));
    const commented = await stateOf(index, id);
    const values = new Map([["title", "One"]]);
    const times = { publishAt: "2090-01-01T00:00:00.000Z", sortOrder: 3 };
    await blog.store.saveEntry({ type: "posts", id, values, ...times }, { actor: ACTOR });
    const ordered = await stateOf(index, id);
    await blog.save("posts", "two", { title: "One" }, id);

    expect([commented, ordered, await stateOf(index, id)]).toEqual([
      "published",
      "published",
      "changed",
    ]);
  });

  test("of a live entry removed from main is published without a path", async () => {
    const { blog, index } = await indexedBlog();
    const { id } = await blog.save("posts", "one", { title: "One" });
    await publish(blog, id);
    await blog.store.deleteEntry(id, { actor: ACTOR });
    await index.follow();

    const { entries } = await index.list({ type: "posts", q: "one" });
    expect(entries).toMatchObject([{ id, state: "published", live: { version: 1 } }]);
    expect(entries[0]).not.toHaveProperty("path");
  });

  test("of one broken file includes its line and hides no others", async () => {
    const { blog, index } = await indexedBlog();
    const { id } = await blog.save("posts", "good", { title: "Good" });
    const broken = `e${"b".repeat(19)}`;
    const head = `id: ${broken}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
    await push(blog, "content/posts/bad.md", `---\n${head}title: [a\n---\n`);
    await index.follow();

    const { entries, total } = await index.list({ type: "posts", orderBy: "slug" });
    const issue = { path: "content/posts/bad.md", line: expect.any(Number) };
    expect(entries).toMatchObject([
      { id: broken, slug: "bad", state: "broken", issues: [issue] },
      { id, state: "draft", issues: [] },
    ]);
    expect(total).toBe(2);
    const [, , posts] = await index.types();
    expect(posts).toMatchObject({ apiId: "posts", entries: { draft: 1, broken: 1, all: 2 } });
  });
});

describe("pages of a list", () => {
  test("return each entry once in every order, forward and backward", async () => {
    const { blog, index } = await indexedBlog();
    for (let n = 0; n < 7; n += 1) {
      const title = `Title ${n % 3}`;
      const { id } = await blog.save("posts", `s${n}`, { title });
      if (n % 2 === 0) await publish(blog, id);
    }
    await blog.save("people", "ann", { name: "Ann" });
    await index.follow();
    const slugs = async (orderBy: "title" | "-title" | "slug"): Promise<string[]> => {
      const pages = await allPages(index, { orderBy, limit: 3 });
      return pages.flatMap(({ entries }) => entries.map(({ slug }) => slug));
    };

    expect(await slugs("slug")).toEqual(["ann", "s0", "s1", "s2", "s3", "s4", "s5", "s6"]);
    const byTitle = ["ann", "s0", "s3", "s6", "s1", "s4", "s2", "s5"];
    expect(await slugs("title")).toEqual(byTitle);
    expect(await slugs("-title")).toEqual(byTitle.toReversed());
  });

  test("in default order match the published order, with drafts first", async () => {
    const { blog, index } = await indexedBlog();
    const ids = new Map<string, string>();
    for (const slug of ["old", "new", "draft", "last"]) {
      ids.set(slug, (await blog.save("posts", slug, { title: slug })).id);
    }
    const live = (slug: string, publishedAt: string): { id: string; publishedAt: string } => {
      return { id: ids.get(slug) ?? "", publishedAt };
    };
    await publishAt(blog, [live("old", "2020-01-01T00:00:00.000Z")]);
    await publishAt(blog, [live("new", "2026-01-01T00:00:00.000Z")]);
    const values = new Map([["title", "last"]]);
    const last = { type: "posts", id: ids.get("last") ?? "", values, sortOrder: 1 };
    await blog.store.saveEntry(last, { actor: ACTOR });
    await index.follow();

    const { entries } = await index.list({ type: "posts", orderBy: "default" });
    expect(entries.map(({ slug }) => slug)).toEqual(["draft", "new", "old", "last"]);
    const versions = await index.versions("posts");
    expect(versions.map(({ slug }) => slug)).toEqual(["draft", "new", "old", "last"]);
  });

  test.for(["", "x", "bm9uZQ", Buffer.from('["other",1,"a",2]').toString("base64url")])(
    "refuse the foreign cursor %j",
    async (cursor) => {
      const { index } = await indexedBlog();
      await expect(index.list({ cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    },
  );

  test.for([0, 101, 1.5, Number.NaN])("refuse a limit of %d", async (limit) => {
    const { index } = await indexedBlog();
    await expect(index.list({ limit })).rejects.toMatchObject({ code: "invalid_limit" });
  });
});

async function publishAt(
  { store }: Blog,
  entries: readonly { id: string; publishedAt: string }[],
): Promise<void> {
  await publishEntries(store, { entries, actor: ACTOR });
}

describe("a search", () => {
  test("finds words in any script, titles first", async () => {
    const { blog, index } = await indexedBlog();
    await blog.save("posts", "a", { title: "Soil", body: "Nothing" });
    await blog.save("posts", "b", { title: "B", body: "Good SOIL and ﬁgs" });
    await blog.save("posts", "c", { title: "東京の庭", body: "Rain", kind: "essay" });
    await index.follow();
    const found = async (q: string): Promise<string[]> => {
      const { entries } = await index.list({ q, orderBy: "-slug" });
      return entries.map(({ slug }) => slug);
    };

    expect(await found("soil")).toEqual(["a", "b"]);
    expect(await found("figs oil")).toEqual(["b"]);
    expect(await found("京")).toEqual(["c"]);
    expect(await found("ESSAY rain")).toEqual(["c"]);
    expect(await found("soil rain")).toEqual([]);
    expect(await found("  ")).toEqual(["c", "b", "a"]);
  });

  test("returns titles first on all pages, forward and backward", async () => {
    const { blog, index } = await indexedBlog();
    for (const n of [0, 1, 2, 3, 4, 5]) {
      const title = n % 2 === 1 ? `${"x".repeat(200)} soil` : "Other";
      await blog.save("posts", `s${n}`, { title, body: "Good soil" });
    }
    await index.follow();
    const found = async (orderBy: "slug" | "-slug"): Promise<string[]> => {
      const pages = await allPages(index, { q: "soil", orderBy, limit: 2 });
      return pages.flatMap(({ entries }) => entries.map(({ slug }) => slug));
    };

    expect(await found("slug")).toEqual(["s1", "s3", "s5", "s0", "s2", "s4"]);
    expect(await found("-slug")).toEqual(["s5", "s3", "s1", "s4", "s2", "s0"]);
  });

  test("omits changed and removed text", async () => {
    const { blog, index } = await indexedBlog();
    const one = await blog.save("posts", "one", { title: "Autumn" });
    const two = await blog.save("posts", "two", { title: "Autumn" });
    await index.follow();
    await blog.save("posts", "one", { title: "Winter" }, one.id);
    await blog.store.deleteEntry(two.id, { actor: ACTOR });
    await index.follow();

    expect((await index.list({ q: "autumn" })).entries).toEqual([]);
    expect((await index.list({ q: "winter" })).entries).toMatchObject([{ id: one.id }]);
  });
});

describe("backlinks", () => {
  test("name the fields that reference an entry or file, on main and live", async () => {
    const { blog, index } = await indexedBlog();
    const picture = await blog.addMedia("p0");
    const unused = await blog.addMedia("p1");
    const ann = await blog.save("people", "ann", { name: "Ann", photo: { id: picture } });
    const values = {
      title: "One",
      author: { id: ann.id },
      body: `[x](entry:${ann.id}) ![y](media:${picture})`,
    };
    const one = await blog.save("posts", "one", values);
    await publish(blog, ann.id, one.id);
    await blog.save("posts", "one", { title: "One" }, one.id);
    await index.follow();

    const live = { live: true, type: "posts", id: one.id, slug: "one" };
    expect(await index.linksTo(ann.id)).toEqual([
      { ...live, field: "author" },
      { ...live, field: "body" },
    ]);
    const photo = { type: "people", id: ann.id, slug: "ann", field: "photo" };
    expect(await index.linksTo(picture)).toEqual([
      { live: false, ...photo },
      { live: true, ...photo },
      { ...live, field: "body" },
    ]);
    expect((await index.media({ unused: true })).media).toMatchObject([{ id: unused }]);
    expect((await index.media({ q: "P0" })).media).toMatchObject([{ id: picture }]);
    expect((await index.media({ missingAlt: true, kind: "image" })).total).toBe(2);
    expect(await index.media({ kind: "document" })).toEqual({ media: [], total: 0 });
    expect(await index.mediaCounts()).toEqual({
      all: 2,
      image: 2,
      video: 0,
      audio: 0,
      document: 0,
      unused: 1,
      missingAlt: 2,
    });
    const named: string[] = [];
    for (let cursor: string | undefined = "", page = 0; cursor !== undefined; page += 1) {
      const asked = { order: "-filename", limit: 1, ...(page > 0 && { cursor }) } as const;
      const { media, cursor: next, total } = await index.media(asked);
      expect(total).toBe(2);
      named.push(...media.map(({ filename }) => filename));
      cursor = next;
    }
    expect(named).toEqual(named.toSorted().toReversed());
    expect(named).toHaveLength(2);
  });
});
