import { publishedLog, restoreEntry } from "@loam/cms-core/history";
import {
  previewRollBack,
  PUBLISHED_REF,
  publishedDiff,
  publishEntries,
  rollBackSite,
  unpublishEntries,
} from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { changeSchema, without } from "../../support/site/change-schema.ts";
import { allEvents } from "../../support/site/entry-history.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const BOB = { name: "Bob", email: "bob@example.test" };

async function someBlog(): Promise<Blog> {
  return createBlog(await temporaryFolder("roll-back"));
}

/** Returns the public files. The index's `generatedFrom` contains the commit and must differ. */
async function publicFiles(folder: string): Promise<Record<string, string>> {
  const files = await folderContent(folder);
  const index = files["api/index.json"] ?? "";
  return { ...files, "api/index.json": index.replace(/"generatedFrom":"[0-9a-f]{40}"/, "") };
}

describe("rolling the live site back", () => {
  test("PUB-07 restores every public file in one commit without changing main", async () => {
    const blog = await someBlog();
    const { store, media } = blog;
    const publisher = await blogPublisher(blog);
    const cover = await blog.addMedia("cover", "Old alt");
    const author = await blog.save("people", "ann", { name: "Ann" });
    const rain = await blog.save("posts", "rain", {
      title: "Rain",
      kind: "note",
      cover: { id: cover },
      author: { id: author.id },
    });
    const snow = await blog.save("posts", "snow", { title: "Snow" });
    const { commit: first = "" } = await publish(blog, author.id, rain.id, snow.id);
    await publisher.follow();
    const then = await publicFiles(publisher.folder);

    // Everything that can change: values, slug, alt text, schema, a new entry, one unpublished, one deleted.
    await blog.addMedia("cover", "New alt", cover);
    await changeSchema(blog, "posts", without("kind"));
    await blog.save("posts", "storm", { title: "Storm", cover: { id: cover } }, rain.id);
    const hail = await blog.save("posts", "rain", { title: "Hail" });
    await publish(blog, rain.id, hail.id);
    await unpublishEntries(store, { ids: [snow.id], actor: ACTOR });
    await store.deleteEntry(snow.id, { actor: ACTOR });
    const { commit: second = "" } = await publish(blog, author.id);
    await publisher.follow();
    const later = await publicFiles(publisher.folder);
    expect(later).not.toEqual(then);

    const main = store.head();
    const preview = await previewRollBack(store, first);
    expect(await store.repository.resolveRef(PUBLISHED_REF)).toBe(second);
    const back = await rollBackSite(store, { to: first, actor: BOB, media });
    await publisher.follow();
    expect(await publicFiles(publisher.folder)).toEqual(then);
    expect(store.head()).toBe(main);
    expect(back).toMatchObject(preview);
    expect(preview.deleted).toEqual([snow.id]);
    const kinds = preview.entries.map(({ id, kind }) => [id, kind]);
    expect(new Map(kinds.map(([id = "", kind]) => [id, kind]))).toEqual(
      new Map([
        [rain.id, "changed"],
        [snow.id, "added"],
        [hail.id, "removed"],
      ]),
    );

    // Roll forward again.
    await rollBackSite(store, { to: second, actor: BOB, media });
    await publisher.follow();
    expect(await publicFiles(publisher.folder)).toEqual(later);
    const log = await publishedLog(store.repository);
    expect(log.slice(0, 2)).toMatchObject([
      { kind: "rollback", rolledBackTo: second, author: BOB },
      { kind: "rollback", rolledBackTo: first, count: 3 },
    ]);
    const versions = (await allEvents(store, rain.id)).flatMap((event) =>
      "version" in event ? [`${event.kind} ${event.version}`] : [],
    );
    expect(versions).toEqual(["publish 4", "publish 3", "publish 2", "publish 1"]);
    expect(await publishedDiff(store.repository, second, log[0]?.commit ?? "")).toEqual({
      entries: [],
      files: [],
    });
  });

  test("continues with the next publish", async () => {
    const blog = await someBlog();
    const { store } = blog;
    const publisher = await blogPublisher(blog);
    const { id } = await blog.save("posts", "rain", { title: "Rain" });
    const { commit: first = "" } = await publish(blog, id);
    await blog.save("posts", "rain", { title: "Wrong" }, id);
    const { commit: second = "" } = await publish(blog, id);
    await rollBackSite(store, { to: first, actor: BOB });
    expect((await publish(blog, id)).records).toMatchObject([{ version: 4, state: "published" }]);
    await rollBackSite(store, { to: first, actor: BOB });
    await restoreEntry(store, { id, commit: first, actor: BOB });
    // The draft equals the live version, so there is nothing to do.
    expect((await publish(blog, id)).records).toEqual([]);
    const fresh = await blog.save("posts", "new", { title: "New" });
    await publish(blog, fresh.id);
    await publisher.follow();
    const files = await publicFiles(publisher.folder);
    expect(JSON.parse(files["api/posts.json"] ?? "")).toMatchObject({ totalCount: 2 });
    expect(files["api/posts/rain.json"]).toContain('"Rain"');
    expect(second).not.toBe(first);
  });

  test("does nothing without differences and refuses commits that were never live", async () => {
    const blog = await someBlog();
    const { store } = blog;
    const { id, blob } = await blog.save("posts", "rain", { title: "Rain" });
    const nothing = rollBackSite(store, { to: store.head(), actor: BOB });
    await expect(nothing).rejects.toMatchObject({ code: "not_found" });
    const { commit = "" } = await publish(blog, id);
    expect(await rollBackSite(store, { to: commit, actor: BOB })).toEqual({
      commit,
      records: [],
      changed: false,
      entries: [],
      files: [],
      deleted: [],
    });
    for (const to of [store.head(), blob, "1".repeat(40)]) {
      const refused = { code: "not_found" };
      await expect(rollBackSite(store, { to, actor: BOB })).rejects.toMatchObject(refused);
      await expect(previewRollBack(store, to)).rejects.toMatchObject(refused);
      await expect(publishedDiff(store.repository, to, commit)).rejects.toMatchObject(refused);
    }
  });

  test("refuses while a required binary is missing", async () => {
    const blog = await someBlog();
    const cover = await blog.addMedia("cover", "Old");
    const { id } = await blog.save("posts", "rain", { title: "Rain", cover: { id: cover } });
    const { commit = "" } = await publish(blog, id);
    await blog.addMedia("other", "New", cover);
    await publish(blog, id);
    const media = { has: async () => false };
    const refused = rollBackSite(blog.store, { to: commit, actor: BOB, media });
    await expect(refused).rejects.toMatchObject({
      code: "publish_refused",
      issues: [{ code: "media_missing" }],
    });
    await rollBackSite(blog.store, { to: commit, actor: BOB, media: blog.media });
  });

  test("returns the publish log page by page", async () => {
    const blog = await someBlog();
    const ids: string[] = [];
    for (const slug of ["a", "b", "c"])
      ids.push((await blog.save("posts", slug, { title: slug })).id);
    const [a = "", b = "", c = ""] = ids;
    await publish(blog, a);
    await publish(blog, b, c);
    await unpublishEntries(blog.store, { ids: [b], actor: BOB });
    await publishEntries(blog.store, { entries: [], actor: ACTOR });
    const { repository } = blog.store;
    const log = await publishedLog(repository);
    expect(log.map(({ kind, count, author }) => [kind, count, author.name])).toEqual([
      ["unpublish", 1, "Bob"],
      ["publish", 2, "Ann"],
      ["publish", 1, "Ann"],
    ]);
    expect(log[0]?.entries).toEqual([
      { id: b, type: "posts", slug: "b", state: "unpublished", version: 1 },
    ]);
    const [first] = await publishedLog(repository, { limit: 1 });
    const rest = await publishedLog(repository, { limit: 5, after: first?.commit ?? "" });
    expect([first, ...rest]).toEqual(log);
    const unknown = publishedLog(repository, { after: blog.store.head() });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  });
});
