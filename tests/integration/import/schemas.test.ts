import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

const CONFIG = `
import { defineCollection, reference } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

// title: z.string() in a comment says nothing
const common = { title: z.string(), summary: z.string().max(200) };
const blogCollection = defineCollection({
  loader: glob({ pattern: "**/*.md", base: "./src/content/articles" }),
  schema: ({ image }) =>
    z.object({
      ...common,
      kind: z.enum(["news", "howto", "never used"]),
      level: z.union([z.literal("easy"), z.literal("hard")]).optional(),
      author: reference("writers"),
      editor: z.string().optional(),
      topics: z.array(reference("tags")),
      seo: z.object({ title: z.string(), noindex: z.boolean() }).optional(),
      rank: z.number().default(1),
      color: z.string(),
    }),
});
const personSchema = z.strictObject({ name: z.string() });

export const collections = {
  blog: blogCollection,
  writers: defineCollection({
    loader: glob({ pattern: "*.json", base: new URL("./src/content/authors", import.meta.url) }),
    schema: personSchema,
  }),
  "site-tags": defineCollection({ loader: glob({ pattern: "*.yaml", base: "src/content/tags" }) }),
  calls: defineCollection({ loader: glob({ pattern: "call-*.md", base: "src/content/parts" }) }),
  quotes: defineCollection({ loader: glob({ pattern: ["**/*.md", "!call-*"], base: "src/content/parts" }) }),
};
`;

function article(index: number): string {
  return post(
    [
      `title: Post ${index}`,
      "summary: Short",
      `kind: ${index % 2 === 0 ? "news" : "howto"}`,
      "level: easy",
      `author: ${index % 2 === 0 ? "ann" : "bob"}`,
      `editor: ${index % 2 === 0 ? "bob" : "ann"}`,
      "topics: [one, two]",
      "seo: { title: x, noindex: false }",
      "rank: 2",
      ...(index === 3 ? [] : ["color: red"]),
    ].join("\n"),
  );
}

test("names types by the keys that pages query and fields by the project's schema", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "astro.config.mjs": "export default {};\n",
    "src/content.config.ts": CONFIG,
    "src/content/articles/p1.md": article(1),
    "src/content/articles/p2.md": article(2),
    "src/content/articles/p3.md": article(3),
    "src/content/authors/ann.json": '{"name":"Ann"}',
    "src/content/authors/bob.json": '{"name":"Bob"}',
    "src/content/tags/one.yaml": "label: One\n",
    "src/content/tags/two.yaml": "label: Two\n",
    "src/content/parts/call-to-action.md": post("title: Call"),
    "src/content/parts/voices.md": post("title: Voices"),
  });

  const report = await site.import(folder);

  expect(report.failed).toEqual([]);
  expect(report.collections.map(({ apiId, entries }) => `${apiId} ${entries}`).toSorted()).toEqual([
    "blog 3",
    "calls 1",
    "quotes 1",
    "site-tags 2",
    "writers 2",
  ]);
  expect(site.fields("blog")).toEqual([
    "title text",
    "summary text",
    "kind select",
    "level select",
    "author reference (writers)",
    // Inferred without a key or schema, because all values are entries of one type.
    "editor reference (writers)",
    "topics reference[] (site-tags)",
    "seo repeat (title text, noindex boolean)",
    "rank number",
    "color text",
    "body richtext",
  ]);
  const fields = site.store.type("blog")?.type.fields ?? [];
  expect(fields.filter(({ required }) => required).map(({ apiId }) => apiId)).toEqual([
    "title",
    "summary",
    "kind",
    "author",
    "topics",
  ]);
  expect(fields.find(({ apiId }) => apiId === "kind")).toMatchObject({
    options: ["news", "howto", "never used"].map((value) => ({ value, label: value })),
  });
  expect((await site.import(folder)).commit).toBeUndefined();
});

test("infers a select from few repeated words and extends it later", async () => {
  const site = await createTestSite();
  const kinds = ["news", "news", "howto", "howto", "howto", "news"];
  const pages = kinds.map((kind, index) => [
    `posts/p${index}.md`,
    post(`title: T${index}\nkind: ${kind}\nplace: place ${index}\ntags: [a, b]\nauthor: Ann Lee`),
  ]);
  const folder = await writeTree(join(site.folder, "site"), Object.fromEntries(pages));

  await site.import(folder);
  expect(site.fields("posts")).toEqual([
    "title text",
    "kind select",
    "place text",
    "tags text[]",
    "author text",
    "body richtext",
  ]);

  await writeTree(folder, { "posts/p7.md": post("title: T7\nkind: essay") });
  const again = await site.import(folder);

  expect(again.failed).toEqual([]);
  const kind = site.store.type("posts")?.type.fields.find(({ apiId }) => apiId === "kind");
  expect(kind).toMatchObject({
    type: "select",
    options: ["howto", "news", "essay"].map((value) => ({ value, label: value })),
  });
  expect((await site.import(folder)).commit).toBeUndefined();
});

test.for([
  ["addresses", ["/a", "/b"]],
  ["texts that differ only in capitals", ["News", "news"]],
  ["sentences", ["one two three four", "a b c d"]],
  ["one word alone", ["news", "news"]],
] as const)("infers no select from %s", async ([, [first, second]]) => {
  const site = await createTestSite();
  const pages = Array.from({ length: 8 }, (_, index) => [
    `posts/p${index}.md`,
    post(`title: T${index}\nkind: ${index % 2 === 0 ? first : second}`),
  ]);
  const folder = await writeTree(join(site.folder, "site"), Object.fromEntries(pages));

  await site.import(folder);

  expect(site.fields("posts")).toContain("kind text");
});

test("infers references only if one other type has all the slugs", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "people/ann.md": post("title: ann"),
    "people/bob.md": post("title: bob"),
    "pets/rex.md": post("title: Rex"),
    "pets/ann.md": post("title: Ann the cat"),
    "posts/p1.md": post("title: ann\nby: ann\nwith: bob\nfrom: rex\nlayout: ann"),
    "posts/p2.md": post("title: bob\nby: bob\nwith: ann\nfrom: nobody\nlayout: bob"),
  });

  await site.import(folder);

  expect(site.fields("posts")).toEqual([
    "title text",
    "by reference (people)",
    "with reference (people)",
    "from text",
    "layout text",
    "body richtext",
  ]);
  expect(site.fields("people")).toEqual(["title text", "body richtext"]);
});
