import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ledgerPath } from "@loam/cms-core/content";
import { type MediaStorage, openMediaFolder } from "@loam/cms-core/media";
import { describe, expect, test } from "vitest";
import { copyFixture, createTestSite, FIXTURES, post, writeTree } from "./import-into.ts";

const ACTOR = { name: "Ann", email: "ann@example.test" };
/** A red one-pixel PNG. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

describe("a second import", () => {
  test.for(["astro", "hugo", "zola", "jekyll", "eleventy", "obsidian"])(
    "of an unchanged %s folder makes no commit",
    async (name) => {
      const site = await createTestSite();
      const first = await site.import(join(FIXTURES, name));
      const second = await site.import(join(FIXTURES, name));

      expect(first.commit).toBe(site.store.head());
      expect(second.commit).toBeUndefined();
      expect(second.entries.every(({ change }) => change === "unchanged")).toBe(true);
      expect(second.collections.map(({ type }) => type)).toEqual(
        first.collections.map(() => "unchanged"),
      );
      expect(second.media.added).toBe(0);
    },
  );

  test("keeps mappings with URL keys as rows of key and value", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "docs"), {
      "posts/a.md": post("title: A\nlinks:\n  /docs/data-custom/: Custom data\n  /docs/: Docs"),
      "posts/b.md": post("title: B\nlinks:\n  /blog/: Blog\nog:\n  a b: One\n  a-b: Two"),
    });

    await site.import(folder, { publish: true });

    expect(site.fields("posts")).toEqual([
      "title text",
      "links repeat (key text, value text)",
      "og repeat (aB text, aB2 text)",
      "body richtext",
    ]);
    expect(await site.read("posts", "a")).toContain(`links:
  - id: <row>
    key: /docs/data-custom/
    value: Custom data
  - id: <row>
    key: /docs/
    value: Docs
`);
    const again = await site.import(folder, { publish: true });
    expect(again.commit).toBeUndefined();
    expect(again.published?.count).toBe(0);
    await writeTree(folder, { "posts/c.md": post("title: C\nlinks:\n  about: Not an address") });
    await site.import(folder);
    expect([...(site.store.type("posts")?.versions.keys() ?? [])]).toEqual([1]);
    expect(await site.read("posts", "c")).toContain("key: about\n    value: Not an address\n");
  });

  test("publishes a changed entry once with a new update time", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\ndate: 2024-01-01"),
    });
    await site.import(folder, { publish: true });
    const ledger = async (): Promise<string> => {
      const commit = await site.store.repository.resolveRef("refs/heads/published");
      const [entry] = site.store.entries("posts");
      const path = ledgerPath("posts", entry?.id ?? "");
      const file = await site.store.repository.readPath(commit ?? "", path);
      return Buffer.from(file?.bytes ?? []).toString();
    };
    expect(await ledger()).toContain("updatedAt: 2024-01-01T00:00:00.000Z\n");
    await writeFile(join(folder, "posts/a.md"), post("title: A2\ndate: 2024-01-01"));
    await site.import(folder, { publish: true });

    const after = await ledger();
    expect(after).not.toContain("updatedAt: 2024-01-01T");
    expect(after).toContain("publishedAt: 2024-01-01T00:00:00.000Z\n");
    expect((await site.import(folder, { publish: true })).published?.count).toBe(0);
    expect(await ledger()).toBe(after);
  });

  test("writes only the entry whose file changed", async () => {
    const site = await createTestSite();
    const folder = await copyFixture("hugo", site);
    await site.import(folder);
    const before = new Map(site.store.entries("posts").map(({ slug, blob }) => [slug, blob]));
    await writeFile(
      join(folder, "content/posts/yaml.md"),
      post("title: New title\ndate: 2024-03-01"),
    );

    const report = await site.import(folder);

    expect(
      report.entries.filter(({ change }) => change !== "unchanged").map(({ path }) => path),
    ).toEqual(["content/posts/yaml.md"]);
    const after = site.store.entries("posts").filter(({ slug, blob }) => before.get(slug) !== blob);
    expect(after.map(({ slug }) => slug)).toEqual(["yaml"]);
    expect(await site.read("posts", "yaml")).not.toContain("weight");
  });

  test("keeps additions and the order made on the site", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "vault"), {
      "posts/a.md": post("title: A\ndate: 2024-01-01"),
      "posts/b.md": post("title: B\ndate: 2024-01-02"),
    });
    await site.import(folder);
    const type = site.store.type("posts")?.type;
    if (type === undefined) throw new Error("no type");
    const note = {
      id: "note",
      apiId: "note",
      label: "Note",
      type: "text",
      required: false,
      multiple: false,
    } as const;
    const actor = { name: "Editor", email: "editor@example.com" };
    await site.store.saveType({ ...type, fields: [...type.fields, note] }, { actor });
    await site.store.publishSchema("posts", { actor });
    const ref = site.store.findEntry("posts", "a");
    if (ref === undefined) throw new Error("no entry");
    const entry = await site.store.readEntry(ref);
    const values = new Map([...entry.values, ["note", "Mine"]]);
    await site.store.saveEntry({ type: "posts", id: entry.id, slug: "a", values }, { actor });
    await writeFile(join(folder, "posts/a.md"), post("title: A2\ndate: 2024-01-01"));

    const report = await site.import(folder);

    expect(report.entries.map(({ slug, change }) => `${slug} ${change}`)).toEqual([
      "a changed",
      "b unchanged",
    ]);
    expect(await site.read("posts", "a")).toContain("title: A2\nnote: Mine\n");
  });

  test("adds a schema version for a new key without changing other entries", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\ndate: 2024-01-01"),
      "posts/b.md": post("title: B\ndate: 2024-01-02"),
    });
    await site.import(folder);
    await writeFile(join(folder, "posts/b.md"), post("title: B\ndate: 2024-01-02\nrating: 5"));

    const report = await site.import(folder);

    expect(report.collections.map(({ type }) => type)).toEqual(["changed"]);
    expect([...(site.store.type("posts")?.versions.keys() ?? [])]).toEqual([1, 2]);
    expect(await site.read("posts", "a")).toContain("schema: 1\n");
    expect(await site.read("posts", "b")).toContain("schema: 2\n");
    expect((await site.import(folder)).commit).toBeUndefined();
  });

  test("stores an unfitting value separately, and keeps it there", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\nrating: 5\ndate: 2024-01-01"),
      "posts/b.md": post("title: B\nrating: 4\ndate: 2024-01-02"),
    });
    await site.import(folder);
    await writeFile(join(folder, "posts/b.md"), post("title: B\nrating: n/a\ndate: 2024-01-02"));

    await site.import(folder);

    expect(site.fields("posts")).toContain("rating number");
    expect(site.fields("posts")).toContain("ratingText text");
    expect(await site.read("posts", "b")).toContain("ratingText: n/a\n");
    expect((await site.import(folder)).commit).toBeUndefined();
  });

  test("moves an entry with a changed slug under the same id", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\nslug: first\ndate: 2024-01-01"),
      "posts/b.md": post("title: B\nslug: b\ndate: 2024-01-01"),
    });
    await site.import(folder);
    const before = site.store.findEntry("posts", "first");
    await writeFile(join(folder, "posts/a.md"), post("title: A\nslug: renamed\ndate: 2024-01-01"));

    await site.import(folder);

    expect(site.store.findEntry("posts", "renamed")?.id).toBe(before?.id);
    expect(site.store.findEntry("posts", "first")).toBeUndefined();
    expect(site.store.problems()).toEqual([]);
  });

  test("is refused if a concurrent save overtakes it", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), { "posts/a.md": post("title: A") });
    await site.import(folder);
    await writeTree(folder, {
      "posts/a.md": post("title: A2", "![](cover.png)"),
      "posts/cover.png": PIXEL,
    });
    const folderStorage = await openMediaFolder(join(site.folder, "media"));
    const storage: MediaStorage = {
      ...folderStorage,
      async put(key, source) {
        const { path = "", blob = "" } = site.store.findEntry("posts", "a") ?? {};
        const text = Buffer.from(await site.store.repository.readBlob(blob)).toString();
        const saved = Buffer.from(text.replace("title: A", "title: Saved"));
        await site.store.applyFiles(new Map([[path, saved]]), { actor: ACTOR, message: "Save" });
        return folderStorage.put(key, source);
      },
    };
    await expect(site.import(folder, { storage })).rejects.toMatchObject({
      code: "stale",
      issues: [{ path: "content/posts/a.md" }],
    });
    expect(await site.read("posts", "a")).toContain("title: Saved");
    expect((await site.import(folder)).commit).toBe(site.store.head());
  });

  test("commits nothing when aborted", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), { "posts/a.md": post("title: A") });
    const head = site.store.head();
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(site.import(folder, { signal })).rejects.toThrow("enough");
    expect(site.store.head()).toBe(head);
  });
});
