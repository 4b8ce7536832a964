import { type Issue, newId } from "@loam/cms-core";
import { mediaPath } from "@loam/cms-core/content";
import { checkPublish } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { blogPublisher, readPublic } from "../../support/site/blog-publisher.ts";
import {
  ACTOR,
  createBlog,
  publish,
  publishedPaths,
  type Blog,
} from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("publish"));
}

function places(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ path, field }) => `${path} ${field}`);
}

describe("PUB-08 publishing is refused without any change", () => {
  test("with all problems of all entries", async () => {
    const site = await blog();
    const untitled = await site.save("posts", "untitled", {});
    const fine = await site.save("posts", "fine", { title: "F" });
    const missing = newId("entry");

    const refused = await publish(site, untitled.id, fine.id, missing).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: "publish_refused" });
    const { issues } = await checkPublish(site.store, [untitled.id, fine.id, missing]);
    expect(Object.fromEntries([...issues].map(([id, list]) => [id, places(list)]))).toEqual({
      [untitled.id]: ["content/posts/untitled.md title"],
      [fine.id]: [],
      [missing]: ["undefined undefined"],
    });
    expect(await publishedPaths(site)).toEqual([]);
  });

  test.each([
    ["is no YAML", "id: [\n", "yaml_syntax"],
    ["lacks what it must say", "filename: a.png\n", "invalid_media_record"],
  ])("if a required media record %s", async (_, text, code) => {
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
    const { issues } = await checkPublish(site.store, [cover.id, body.id, fine.id], { media });
    expect([...issues.values()]).toMatchObject([
      [{ code, field: "cover", path: "content/posts/cover.md" }],
      [{ code, field: "body", path: "content/posts/body.md" }],
      [],
    ]);
    await expect(publish(site, body.id)).rejects.toMatchObject({ code: "publish_refused" });
    await publish(site, fine.id);
  });

  test("if another live entry has the slug, unless it moves in the same publish", async () => {
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

  test("if an id was copied, for both files", async () => {
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

  test("if the type's schema was never published", async () => {
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

describe("dangling references are published with a warning", () => {
  test("for missing entries, media, and links", async () => {
    const site = await blog();
    const [nobody, nothing] = [newId("entry"), newId("media")];
    const body = `![x](media:${nothing}) [y](entry:${nobody}#part)`;
    const values = { title: "B", author: { id: nobody }, cover: { id: nothing }, body };
    const { id } = await site.save("posts", "broken", values);

    const { warnings } = await publish(site, id);
    expect(
      warnings
        .get(id)
        ?.map(({ code, field }) => `${code} ${field}`)
        .toSorted(),
    ).toEqual([
      "dangling_reference author",
      "dangling_reference body",
      "dangling_reference body",
      "dangling_reference cover",
    ]);
    const publisher = await blogPublisher(site);
    await publisher.follow();
    expect(await readPublic(publisher, "api/posts/broken.json")).toMatchObject({
      author: { id: nobody },
      cover: { id: nothing },
      body,
    });
    expect((await publish(site, id)).records).toEqual([]);
  });

  test("for a type or file kind that the field doesn't accept", async () => {
    const site = await blog();
    const image = await site.addMedia("cat");
    const record = await site.store.readMedia(image);
    const paper = { ...record, id: newId("media"), filename: "a.pdf", mimeType: "application/pdf" };
    await site.store.addMedia(paper, { actor: ACTOR });
    const body = `![x](media:${paper.id})`;
    const right = await site.save("posts", "right", { title: "R", cover: { id: image }, body });
    const values = { title: "W", cover: { id: paper.id }, author: { id: right.id } };
    const wrong = await site.save("posts", "wrong", values);

    const { warnings } = await publish(site, wrong.id, right.id);
    expect([...warnings.keys()]).toEqual([wrong.id]);
    expect(places(warnings.get(wrong.id) ?? []).toSorted()).toEqual([
      "content/posts/wrong.md author",
      "content/posts/wrong.md cover",
    ]);
  });
});
