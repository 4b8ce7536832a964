import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaPath } from "@loam/cms-core/content";
import { unpublishEntries } from "@loam/cms-core/publish";
import { mediaFilePath } from "@loam/cms-core/render";
import { describe, expect, test } from "vitest";
import { recordPlans } from "../../support/s3/recording-storage.ts";
import { blogPublisher, freshContent, readPublic } from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("follow"));
}

describe("incremental publishing", () => {
  test("PUB-14 writes only files that show a change", async () => {
    const site = await blog();
    const ann = await site.save("people", "ann", { name: "Ann" });
    const bob = await site.save("people", "bob", { name: "Bob" });
    const one = await site.save("posts", "one", { title: "One", author: { id: ann.id } });
    const two = await site.save("posts", "two", { title: "Two", author: { id: bob.id } });
    const recording = recordPlans();
    const publisher = await blogPublisher(site, recording);
    expect(await publisher.follow()).toMatchObject({ to: undefined, written: 0 });
    await publish(site, ann.id, bob.id, one.id, two.id);
    await publisher.follow();
    expect(await publisher.follow()).toMatchObject({ full: false, written: 0, removed: 0 });

    await site.save("people", "ann", { name: "Anna" }, ann.id);
    await publish(site, ann.id);
    recording.plans.length = 0;
    await publisher.follow();
    expect(recording.written()).toEqual(
      [
        `api/people/${ann.id}.json`,
        "api/people/ann.json",
        `api/posts/${one.id}.json`,
        "api/posts/one.json",
        "api/people.json",
        "api/posts.json",
        "api/people/_index.json",
        "api/posts/_index.json",
        "api/index.json",
      ].toSorted(),
    );
    expect(await folderContent(publisher.folder)).toEqual(await freshContent(site));
  });

  test("PUB-09 reduces references to an unpublished entry to its id in the same run", async () => {
    const site = await blog();
    const ann = await site.save("people", "ann", { name: "Ann" });
    const one = await site.save("posts", "one", {
      title: "One",
      author: { id: ann.id },
      body: `[Ann](entry:${ann.id})`,
    });
    await publish(site, ann.id, one.id);
    const publisher = await blogPublisher(site);
    await publisher.follow();
    await unpublishEntries(site.store, { ids: [ann.id], actor: ACTOR });
    const report = await publisher.follow();

    expect(report).toMatchObject({ full: false, removed: 2 });
    expect(await readPublic(publisher, "api/posts/one.json")).toMatchObject({
      author: { id: ann.id },
      body: `[Ann](entry:${ann.id})`,
    });
    expect(await readPublic(publisher, "api/people.json")).toMatchObject({
      contents: [],
      totalCount: 0,
    });
    expect(await folderContent(publisher.folder)).toEqual(await freshContent(site));
  });

  test("IDP-14 swaps the files of two entries that swap their slugs", async () => {
    const site = await blog();
    const a = await site.save("posts", "a", { title: "A" });
    const b = await site.save("posts", "b", { title: "B" });
    await publish(site, a.id, b.id);
    const publisher = await blogPublisher(site);
    await publisher.follow();
    await site.save("posts", "c", { title: "A" }, a.id);
    await site.save("posts", "a", { title: "B" }, b.id);
    await site.save("posts", "b", { title: "A" }, a.id);
    await publish(site, a.id, b.id);
    expect(await publisher.follow()).toMatchObject({ full: false, removed: 0 });

    expect(await readPublic(publisher, "api/posts/a.json")).toMatchObject({ id: b.id, slug: "a" });
    expect(await readPublic(publisher, "api/posts/b.json")).toMatchObject({ id: a.id, slug: "b" });
    expect(publisher.live().find("posts", "a")).toMatchObject({ id: b.id });
    expect(await folderContent(publisher.folder)).toEqual(await freshContent(site));
  });

  test("continues another process's work, including an interrupted run", async () => {
    const site = await blog();
    const home = join(site.folder, "p");
    const a = await site.save("posts", "a", { title: "A" });
    const first = await publish(site, a.id);
    await (await blogPublisher(site, { folder: home })).follow();
    const b = await site.save("posts", "b", { title: "B" });
    const second = await publish(site, b.id);
    const cut = await blogPublisher(site, { folder: home });
    const cursor = JSON.parse(await readFile(cut.stateFile, "utf8"));
    // State after a crash: the files of b exist, but the cursor only says that they were being written.
    await cut.follow();
    await writeFile(
      cut.stateFile,
      JSON.stringify({ ...cursor, done: first.commit, target: second.commit }),
    );
    await unpublishEntries(site.store, { ids: [b.id], actor: ACTOR });

    const next = await blogPublisher(site, { folder: home });
    expect(await next.follow()).toMatchObject({ full: true });
    expect(await folderContent(next.folder)).toEqual(await freshContent(site));
    expect(JSON.parse(await readFile(next.stateFile, "utf8"))).toEqual({
      ...cursor,
      done: next.live().commit,
    });
  });

  test.for(["missing", "unreadable", "of another address", "of a commit that is gone"])(
    "rewrites everything and removes foreign files if its cursor is %s",
    async (what) => {
      const site = await blog();
      const home = join(site.folder, "p");
      const a = await site.save("posts", "a", { title: "A" });
      await publish(site, a.id);
      const before = await blogPublisher(site, { folder: home });
      await before.follow();
      await writeFile(join(before.folder, "api/posts/stray.json"), "{}");
      await mkdir(join(before.folder, "other"));
      await symlink("/etc", join(before.folder, "other/link"));
      await rm(join(before.folder, "api/posts/a.json"));
      const cursor = JSON.parse(await readFile(before.stateFile, "utf8"));
      const cursors: Record<string, string> = {
        unreadable: "{",
        "of another address": JSON.stringify({ ...cursor, publicUrl: "https://old.test" }),
        "of a commit that is gone": JSON.stringify({ ...cursor, done: "0123".repeat(10) }),
      };
      if (what === "missing") await rm(before.stateFile);
      else await writeFile(before.stateFile, cursors[what] ?? "");

      const next = await blogPublisher(site, { folder: home });
      expect(await next.follow()).toMatchObject({ full: true, removed: 2 });
      expect(await folderContent(next.folder)).toEqual(await freshContent(site));
    },
  );

  test("joins waiting calls and covers publishes before each call", async () => {
    const site = await blog();
    const recording = recordPlans();
    const publisher = await blogPublisher(site, recording);
    const a = await site.save("posts", "a", { title: "A" });
    await publish(site, a.id);
    recording.plans.length = 0;
    const running = publisher.follow();
    await Promise.resolve();
    const b = await site.save("posts", "b", { title: "B" });
    const { commit } = await publish(site, b.id);
    const reports = await Promise.all([publisher.follow(), publisher.follow(), publisher.follow()]);
    await running;

    expect(reports.map(({ to }) => to)).toEqual([commit, commit, commit]);
    expect(recording.plans.length).toBeLessThanOrEqual(2);
    expect(publisher.live().find("posts", "b")?.id).toBe(b.id);
  });

  test("follows changes of the site's name and paths, media, and schemas", async () => {
    const site = await blog();
    const photo = await site.addMedia("ann", "Ann");
    const a = await site.save("posts", "a", { title: "A", cover: { id: photo } });
    const b = await site.save("posts", "b", { title: "B", body: `[a](entry:${a.id})` });
    await publish(site, a.id, b.id);
    const publisher = await blogPublisher(site);
    await publisher.follow();
    const bytes = "loam: 1\nid: " + site.siteId + "\nname: New name\nroutes:\n  posts: /p/{slug}\n";
    await site.store.applyFiles(new Map([["site.yml", Buffer.from(bytes)]]), {
      actor: ACTOR,
      message: "Rename",
    });
    await site.addMedia("ann", "Ann, smiling", photo);
    const type = site.store.type("posts")?.type;
    await site.store.saveType(
      { apiId: "posts", kind: "list", fields: type?.fields ?? [], label: "Articles" },
      { actor: ACTOR },
    );
    await site.store.publishSchema("posts", { actor: ACTOR });
    await publish(site, a.id);
    await publisher.follow();

    expect(await readPublic(publisher, "api/index.json")).toMatchObject({
      site: { name: "New name" },
    });
    expect(await readPublic(publisher, "api/posts/a.json")).toMatchObject({
      cover: { alt: "Ann, smiling" },
    });
    expect(await readPublic(publisher, "api/posts/b.json")).toMatchObject({ body: "[a](/p/a)" });
    expect(publisher.live().types.get("posts")?.label).toBe("Articles");
    expect(await folderContent(publisher.folder)).toEqual(await freshContent(site));
  });

  test("removes an image with the last entry that uses it", async () => {
    const site = await blog();
    const photo = await site.addMedia("ann");
    const a = await site.save("posts", "a", { title: "A", cover: { id: photo } });
    const b = await site.save("posts", "b", { title: "B", body: `![](media:${photo})` });
    await publish(site, a.id, b.id);
    const publisher = await blogPublisher(site);
    await publisher.follow();
    const path = mediaFilePath(await site.store.readMedia(photo));
    await unpublishEntries(site.store, { ids: [a.id], actor: ACTOR });
    await publisher.follow();
    expect(await publisher.storage.list()).toContain(path);
    await unpublishEntries(site.store, { ids: [b.id], actor: ACTOR });
    await publisher.follow();
    expect(await publisher.storage.list()).not.toContain(path);
  });

  test("publishes the rest if a binary is missing and reports it", async () => {
    const site = await blog();
    const photo = await site.addMedia("ann");
    await rm(join(site.folder, "media"), { recursive: true });
    const a = await site.save("posts", "a", { title: "A", cover: { id: photo } });
    await publish(site, a.id);
    const publisher = await blogPublisher(site);
    expect(await publisher.follow()).toMatchObject({
      problems: [{ code: "not_found", path: mediaPath(photo) }],
    });
    expect(await publisher.storage.list()).toContain("api/posts/a.json");
  });
});
