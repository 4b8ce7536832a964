import { join } from "node:path";
import { parseImportMap } from "@loam/cms-core/import";
import { describe, expect, test } from "vitest";
import { createTestSite, FIXTURES, noticeLines, post, writeTree } from "./import-into.ts";

describe("slugs", () => {
  test("of colliding files are made unique, reported, and kept", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/2023/trip.md": post("title: A\nslug: trip"),
      "posts/2024/trip.md": post("title: B\nslug: Trip"),
      "posts/index of things.md": post("title: C"),
      "posts/con.md": post("title: D"),
      "posts/2024/index.md": post("title: E"),
      "posts/same.markdown": post("title: F"),
      "posts/same.md": post("title: G"),
      "posts/same.mdx": post("title: H"),
    });

    const report = await site.import(folder);

    expect(report.entries.map(({ slug }) => slug).toSorted()).toEqual([
      "2024",
      "2024-trip",
      "con-1",
      "index-of-things",
      "same",
      "same-2",
      "same-3",
      "trip",
    ]);
    expect(noticeLines(report)).toContain("slug_changed posts/2024/trip.md");
    expect(await site.read("posts", "2024-trip")).toContain("sourceSlug: Trip\n");
    expect((await site.import(folder)).commit).toBeUndefined();
  });
});

describe("slugs from file names", () => {
  test("keep letters and marks of every script", async () => {
    const site = await createTestSite();
    const names = ["サーバー", "データベス入門", "データベース入門", "佐々木", "เด็กๆ", "hawaiʻi"];
    const folder = await writeTree(
      join(site.folder, "blog"),
      Object.fromEntries(names.map((name) => [`posts/${name}.md`, post(`title: ${name}`)])),
    );

    const report = await site.import(folder);

    expect(report.entries.map(({ slug }) => slug).toSorted()).toEqual(names.toSorted());
    expect(noticeLines(report).filter((line) => line.startsWith("slug_changed"))).toEqual([]);
  });
});

describe("a dry run", () => {
  test("reports the same and writes nothing", async () => {
    const site = await createTestSite();
    const head = site.store.head();

    const dry = await site.import(join(FIXTURES, "astro"), { dryRun: true });
    expect(site.store.head()).toBe(head);
    expect(dry.commit).toBeUndefined();

    const real = await site.import(join(FIXTURES, "astro"));
    expect(dry.entries).toEqual(real.entries);
    expect(dry.collections).toEqual(real.collections);
  });
});

describe("a map file", () => {
  test("renames, retypes, skips, and merges", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post(
        "title: A\nwhen: 2024-05-06\nlevel: easy\nrating: '5'\nsecret: x\nhidden: yes",
      ),
      "posts/b.md": post("title: B\nwhen: 2024-05-07\nlevel: odd\nrating: 4\nhidden: no"),
      "notes/c.md": post("title: C\nwhen: 2024-05-08"),
      "trash/d.md": post("title: D"),
    });
    const map = parseImportMap(
      `collections:
  posts:
    type: articles
    label: Articles
    date: when
    draft: hidden
    fields:
      level:
        type: select
        label: Difficulty
        options: [easy, { value: hard, label: Hard one }]
      rating: { type: number, apiId: stars }
      secret: skip
  notes: { into: posts }
  trash: skip
`,
      "map.yml",
    );

    const report = await site.import(folder, { map });

    expect(report.failed).toEqual([]);
    expect(site.store.types().map(({ type }) => `${type.apiId} ${type.label}`)).toEqual([
      "articles Articles",
    ]);
    expect(site.fields("articles")).toEqual([
      "title text",
      "level select",
      "levelText text",
      "stars number",
      "body richtext",
    ]);
    expect(report.entries.map(({ slug, draft }) => `${slug} ${String(draft)}`)).toEqual([
      "c false",
      "a true",
      "b false",
    ]);
    expect(await site.read("articles", "a")).toContain(
      "createdAt: 2024-05-06T00:00:00.000Z\ntitle: A\nlevel: easy\nstars: 5\n",
    );
    expect(await site.read("articles", "b")).toContain("levelText: odd\nstars: 4\n");
    expect((await site.import(folder, { map })).commit).toBeUndefined();
  });

  test.for([
    ["colections: {}", 1, 'Unknown key "colections"'],
    ["collections:\n  posts:\n    fields:\n      a: { type: txet }", 4, '"type" must be one of'],
    ["collections:\n  posts:\n    kind: many", 3, '"kind" must be one of list, object'],
    ["collections:\n  posts:\n    type: Posts!", 3, "is not a valid API ID"],
    ["collections:\n  posts:\n    fields:\n      a:\n        type: select", 4, "needs options"],
    ["collections: [posts]", 1, "must be a mapping"],
  ] as const)("is refused with its line: %j", ([text, line, message]) => {
    expect(() => parseImportMap(text, "map.yml")).toThrow(
      expect.objectContaining({
        code: "invalid_map",
        message: expect.stringContaining(message),
        issues: [expect.objectContaining({ path: "map.yml", line })],
      }),
    );
  });

  test("matches option names and keys with any accent encoding", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\nart\u00e9: Caf\u00e9"),
    });
    const map = parseImportMap(
      "collections:\n  posts:\n    fields:\n      arte\u0301: { type: select, apiId: kind, options: [Cafe\u0301] }\n",
      "map.yml",
    );

    const report = await site.import(folder, { map });

    expect(report.failed).toEqual([]);
    expect(site.fields("posts")).toContain("kind select");
    expect(await site.read("posts", "a")).toContain("kind: Caf\u00e9\n");
  });

  test("keeps a list as text if requested", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\ndate: 2024-05-06\nroles: [editor, author]"),
      "posts/b.md": post("title: B\ndate: 2024-05-07\nroles: editor"),
    });
    const map = parseImportMap(
      `collections:
  posts:
    fields:
      roles: { type: text, multiple: false }
`,
      "map.yml",
    );

    const report = await site.import(folder, { map });
    expect(report.failed).toEqual([]);
    expect(await site.read("posts", "a")).toContain(`roles: '["editor","author"]'\n`);
    expect(await site.read("posts", "b")).toContain("roles: editor\n");

    const again = await site.import(folder, { map });
    expect(again.commit).toBeUndefined();
  });

  test("doesn't retype an existing field and reports it", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\nlevel: easy"),
    });
    await site.import(folder);
    const map = parseImportMap(
      "collections: { posts: { fields: { level: { type: textarea } } } }",
      "map.yml",
    );

    const report = await site.import(folder, { map });

    expect(noticeLines(report)).toEqual(["type_kept posts.level"]);
    expect(site.fields("posts")).toContain("level text");
  });

  test("is refused for a missing collection", async () => {
    const site = await createTestSite();
    const map = parseImportMap("collections: { nothing: skip }", "map.yml");

    await expect(site.import(join(FIXTURES, "astro"), { map })).rejects.toMatchObject({
      code: "invalid_map",
    });
  });
});
