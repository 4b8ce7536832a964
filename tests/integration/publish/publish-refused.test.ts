import { newId } from "@loam/cms-core";
import { mediaPath } from "@loam/cms-core/content";
import { checkPublish } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { ACTOR, createBlog, publish, publishedPaths, type Blog } from "../../support/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("publish"));
}

describe("PUB-08 publishing is refused, and nothing is written,", () => {
  test("with everything that is wrong with every entry", async () => {
    const site = await blog();
    const nobody = newId("entry");
    const nothing = newId("media");
    const untitled = await site.save("posts", "untitled", {});
    const broken = await site.save("posts", "broken", {
      title: "B",
      author: { id: nobody },
      cover: { id: nothing },
      body: `![x](media:${nothing}) [y](entry:${nobody})`,
    });
    const wrong = await site.save("posts", "wrong", { title: "W", author: { id: untitled.id } });
    const fine = await site.save("posts", "fine", { title: "F" });
    const missing = newId("entry");

    const refused = await publish(site, untitled.id, broken.id, wrong.id, fine.id, missing).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: "publish_refused" });
    const issues = await checkPublish(site.store, [
      untitled.id,
      broken.id,
      wrong.id,
      fine.id,
      missing,
    ]);
    const places = [...issues].map(([id, list]) => [
      id,
      list.map(({ path, field }) => `${path} ${field}`),
    ]);
    expect(Object.fromEntries(places)).toEqual({
      [untitled.id]: ["content/posts/untitled.md title"],
      [broken.id]: [
        "content/posts/broken.md cover",
        "content/posts/broken.md author",
        "content/posts/broken.md body",
        "content/posts/broken.md body",
      ],
      [wrong.id]: ["content/posts/wrong.md author"],
      [fine.id]: [],
      [missing]: ["undefined undefined"],
    });
    expect(await publishedPaths(site)).toEqual([]);
  });

  test("where only images may stand and something else does", async () => {
    const site = await blog();
    const image = await site.addMedia("cat");
    const record = await site.store.readMedia(image);
    const paper = { ...record, id: newId("media"), filename: "a.pdf", mimeType: "application/pdf" };
    await site.store.addMedia(paper, { actor: ACTOR });
    const wrong = await site.save("posts", "wrong", { title: "W", cover: { id: paper.id } });
    const body = `![x](media:${paper.id})`;
    const right = await site.save("posts", "right", { title: "R", cover: { id: image }, body });
    const issues = await checkPublish(site.store, [wrong.id, right.id]);
    expect(issues.get(wrong.id)).toMatchObject([
      { field: "cover", message: expect.stringContaining("is no image") },
    ]);
    expect(issues.get(right.id)).toEqual([]);
    await expect(publish(site, wrong.id)).rejects.toMatchObject({ code: "publish_refused" });
  });

  test.each([
    ["is no YAML", "id: [\n", "yaml_syntax"],
    ["lacks what it must say", "filename: a.png\n", "invalid_media_record"],
  ])("when a media record that it shows %s", async (_, text, code) => {
    const site = await blog();
    const id = newId("media");
    await site.store.applyFiles(new Map([[mediaPath(id), Buffer.from(text)]]), {
      actor: ACTOR,
      message: "By hand",
    });
    const cover = await site.save("posts", "cover", { title: "C", cover: { id } });
    const body = await site.save("posts", "body", { title: "B", body: `![x](media:${id})` });
    const fine = await site.save("posts", "fine", { title: "F" });

    const { media } = site;
    const issues = await checkPublish(site.store, [cover.id, body.id, fine.id], { media });
    expect([...issues.values()]).toMatchObject([
      [{ code, field: "cover", path: "content/posts/cover.md" }],
      [{ code, field: "body", path: "content/posts/body.md" }],
      [],
    ]);
    await expect(publish(site, body.id)).rejects.toMatchObject({ code: "publish_refused" });
    await publish(site, fine.id);
  });

  test("when another live entry has the slug, unless that one moves in the same publish", async () => {
    const site = await blog();
    const old = await site.save("posts", "news", { title: "Old" });
    await publish(site, old.id);
    await site.save("posts", "old-news", { title: "Old" }, old.id);
    const next = await site.save("posts", "news", { title: "New" });
    const other = await site.save("people", "news", { name: "A person called News" });

    await expect(publish(site, next.id)).rejects.toMatchObject({
      issues: [expect.objectContaining({ code: "slug_taken", path: "content/posts/news.md" })],
    });
    expect((await publish(site, other.id)).records).toHaveLength(1);
    expect((await publish(site, next.id, old.id)).records).toHaveLength(2);
  });

  test("when an id was copied, for both files", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    const bytes = await site.store.repository.readBlob(post.blob);
    await site.store.repository.commit("refs/heads/main", {
      files: new Map([["content/posts/two.md", bytes]]),
      author: ACTOR,
      message: "Copy by hand",
    });
    await site.store.refresh();
    await expect(publish(site, post.id)).rejects.toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ code: "id_taken" })]),
    });
  });

  test("when the type's schema was never published", async () => {
    const site = await blog();
    const missing = { apiId: "notes", kind: "list", label: "Notes", fields: [] } as const;
    await site.store.saveType(missing, { actor: ACTOR });
    const id = newId("entry");
    const text = `---\nid: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n---\n`;
    await site.store.repository.commit("refs/heads/main", {
      files: new Map([["content/notes/n.md", Buffer.from(text)]]),
      author: ACTOR,
      message: "By hand",
    });
    await site.store.refresh();
    await expect(publish(site, id)).rejects.toMatchObject({
      issues: [expect.objectContaining({ code: "content_type_not_found" })],
    });
  });
});
