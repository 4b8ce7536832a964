import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { newId } from "@loam/cms-core";
import { openRepository } from "@loam/cms-core/git";
import { loadLiveSite, type LiveSite, PUBLISHED_REF } from "@loam/cms-core/publish";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeField } from "../../support/properties/make-fields.ts";
import { blogPublisher, freshContent } from "../../support/site/blog-publisher.ts";
import {
  ACTOR,
  createBlog,
  publish,
  publishedPaths,
  PUBLIC_URL,
  type Blog,
} from "../../support/site/blog-site.ts";
import {
  changeSchema,
  entryText,
  withChanged,
  withField,
  without,
  withOptions,
} from "../../support/site/change-schema.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("schema"));
}

/** Creates a blog with published posts, and updates its public folder. */
async function liveBlog(...slugs: readonly string[]) {
  const site = await blog();
  const posts = [];
  for (const slug of slugs) {
    posts.push(await site.save("posts", slug, { title: slug, kind: "note", body: "Text." }));
  }
  const ids = posts.map(({ id }) => id);
  await publish(site, ...ids);
  const publisher = await blogPublisher(site);
  const files = async (): Promise<Record<string, string>> => {
    await publisher.follow();
    return entryFiles(await folderContent(publisher.folder));
  };
  return { site, ids, files, before: await files() };
}

/** Returns the public files without the index and row lists, which contain file versions. */
function entryFiles(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith("index.json")));
}

/** Renders the live content from a clone of the published branch only. */
async function cloneOf({ folder }: Blog): Promise<LiveSite> {
  const clone = join(await temporaryFolder("clone"), "clone.git");
  const from = `file://${join(folder, "site.git")}`;
  const options = ["--quiet", "--bare", "--depth", "1", "--branch", "published", "--single-branch"];
  execFileSync("git", ["clone", ...options, from, clone]);
  const repository = await openRepository(clone);
  onTestFinished(async () => repository.close());
  return loadLiveSite(repository, { publicUrl: PUBLIC_URL });
}

describe("a schema change in the published files", () => {
  test("a renamed label changes no entry or list, even after republishing", async () => {
    const { site, ids, files, before } = await liveBlog("one", "two");
    await changeSchema(site, "posts", withChanged("title", { label: "Headline" }));
    await publish(site);
    expect(await files()).toEqual(before);
    await publish(site, ...ids);
    expect(await files()).toEqual(before);
  });

  test("SCH-10 a renamed option appears when an entry is republished", async () => {
    const { site, ids, files, before } = await liveBlog("one", "two");
    const [first = "", second = ""] = ids;
    await changeSchema(site, "posts", withOptions("kind", { note: "Jotting", essay: "An essay" }));
    await publish(site);
    expect(await files()).toEqual(before);

    await publish(site, first);

    const after = await files();
    expect(after["api/posts/one.json"]).toContain('"kind":"Jotting"');
    expect(after["api/posts/two.json"]).toBe(before["api/posts/two.json"]);
    expect(after["api/posts.json"]).toContain('"kind":"A note"');
    await publish(site, second);
    expect((await files())["api/posts/two.json"]).toContain('"kind":"Jotting"');
    expect(await freshContent(site)).toMatchObject(await files());
  });

  test("SCH-07 a deleted field disappears on republishing and stays in the file", async () => {
    const { site, ids, files, before } = await liveBlog("one", "two");
    const [first = ""] = ids;
    await changeSchema(site, "posts", without("kind"));
    await publish(site);
    expect(await files()).toEqual(before);

    const { commit = "" } = await publish(site, first);

    const after = await files();
    expect(after["api/posts/one.json"]).not.toContain("kind");
    expect(after["api/posts/two.json"]).toBe(before["api/posts/two.json"]);
    const pinned = await site.store.repository.readPath(commit, "content/posts/one.md");
    expect(Buffer.from(pinned?.bytes ?? []).toString()).toBe(await entryText(site, first));
    expect(await entryText(site, first)).toContain("schema: 1\n");
  });

  test("SCH-07 a restored old version shows the deleted field but is published without it", async () => {
    const { site, ids } = await liveBlog("one");
    const [id = ""] = ids;
    const old = Buffer.from(await entryText(site, id));
    await changeSchema(site, "posts", without("kind"));
    await site.save("posts", "one", { title: "Newer" }, id);
    const path = site.store.entryById(id)?.path ?? "";
    await site.store.applyFiles(new Map([[path, old]]), { actor: ACTOR, message: "Restore" });

    const ref = site.store.entryById(id);
    const restored = ref && (await site.store.readEntry(ref));
    await publish(site, id);

    expect([restored?.schema, restored?.values.get("kind")]).toEqual([1, "note"]);
    expect((await freshContent(site))["api/posts/one.json"]).not.toContain("kind");
  });

  test("SCH-09 500 live entries stay when a required field is added, each refused on republishing", async () => {
    const site = await blog();
    const files = new Map<string, Uint8Array>();
    const ids = Array.from({ length: 500 }, () => newId("entry"));
    for (const [number, id] of ids.entries()) {
      const head = `id: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
      const text = `---\n${head}title: Post ${number}\n---\n\nText.\n`;
      files.set(`content/posts/post-${number}.md`, Buffer.from(text));
    }
    await site.store.applyFiles(files, { actor: ACTOR, message: "Add 500" });
    await publish(site, ...ids);
    const before = await freshContent(site);
    await changeSchema(site, "posts", withField(makeField("lead", "textarea", { required: true })));
    await publish(site);
    await changeSchema(site, "posts", withChanged("kind", { required: true }));
    const [first = ""] = ids;

    await expect(publish(site, first)).rejects.toMatchObject({
      code: "publish_refused",
      issues: [
        { field: "kind", path: "content/posts/post-0.md" },
        { field: "lead", path: "content/posts/post-0.md" },
      ],
    });
    await expect(publish(site, ...ids)).rejects.toMatchObject({ code: "publish_refused" });
    expect(entryFiles(await freshContent(site))).toEqual(entryFiles(before));

    await site.save("posts", "post-0", { title: "Post 0", kind: "note", lead: "Lead" }, first);
    await publish(site, first);
    const after = await freshContent(site);
    expect(after["api/posts/post-0.json"]).toContain('"lead":"Lead"');
    expect(after["api/posts/post-1.json"]).toBe(before["api/posts/post-1.json"]);
  });

  test("the value of a removed option disappears on republishing", async () => {
    const { site, ids, files, before } = await liveBlog("one", "two");
    const [first = ""] = ids;
    await changeSchema(site, "posts", withOptions("kind", { essay: "An essay" }));
    await publish(site, first);
    const after = await files();
    expect(after["api/posts/one.json"]).not.toContain("kind");
    expect(after["api/posts/two.json"]).toBe(before["api/posts/two.json"]);
  });
});

describe("an entry published with a later schema than it was written with", () => {
  test("is read with its own: the body stays its field's text, even if deleted", async () => {
    const { site, ids } = await liveBlog("one", "two");
    const [first = "", second = ""] = ids;
    const notes = makeField("notes", "richtext");
    await changeSchema(site, "posts", (fields) => [notes, ...fields]);
    await publish(site, first);
    await changeSchema(site, "posts", (fields) =>
      fields.filter(({ id }) => id !== "body" && id !== "notes"),
    );
    await publish(site, second);

    const files = await freshContent(site);
    expect(JSON.parse(files["api/posts/one.json"] ?? "")).toMatchObject({ body: "Text." });
    expect(files["api/posts/one.json"]).not.toContain("notes");
    expect(files["api/posts/two.json"]).not.toContain("Text.");
  });

  test("renders the same from a clone of the published branch", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One", kind: "note", body: "Text." });
    const notes = makeField("notes", "richtext");
    await changeSchema(site, "posts", (fields) => [notes, ...fields]);
    await changeSchema(site, "posts", withOptions("kind", { note: "Jotting" }));
    await publish(site, id);
    // Renamed again without publishing: the live content uses the version of its publish.
    await changeSchema(site, "posts", withOptions("kind", { note: "Scribble" }));
    await publish(site);

    expect(await publishedPaths(site)).toEqual(
      expect.arrayContaining([1, 3, 4].map((number) => `types/posts/versions/${number}.json`)),
    );
    const json = (await cloneOf(site)).find("posts", "one")?.json;
    expect(json).toBe((await freshContent(site))["api/posts/one.json"]);
    expect(JSON.parse(json ?? "")).toMatchObject({ kind: "Jotting", body: "Text." });
    expect(await site.store.repository.resolveRef(PUBLISHED_REF)).toBeDefined();
  });

  test("is refused while version files contradict the live ones", async () => {
    const { site, ids, before, files } = await liveBlog("one");
    const [id = ""] = ids;
    const path = "types/posts/versions/1.json";
    const { repository } = site.store;
    const old = await repository.readPath(site.store.head(), path);
    const other = Buffer.from(
      Buffer.from(old?.bytes ?? [])
        .toString()
        .replace("A note", "Other"),
    );
    const pushed = { files: new Map([[path, other]]), author: ACTOR, message: "Push" };
    await repository.commit("refs/heads/main", pushed);
    await site.store.refresh();

    await expect(publish(site, id)).rejects.toMatchObject({
      code: "publish_refused",
      issues: [{ code: "conflict", path: "content/posts/one.md" }],
    });
    expect(await files()).toEqual(before);
  });
});
