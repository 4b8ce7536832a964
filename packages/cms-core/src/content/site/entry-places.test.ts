import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldSlug, slugProblem } from "../../base/slug.ts";
import {
  classifyPath,
  entryPath,
  lastPart,
  lastPartsOf,
  parsePlace,
  pathAt,
  slugAt,
} from "./layout.ts";
import { parseSiteFile } from "./site-file.ts";

const SITE = { id: `s${"a".repeat(19)}`, name: "Blog", routes: {} };
const DEEP = { isDeep: true, extensions: [".md", ".mdx"] };

test("accepts a folder or a pattern with one or several extensions as a location", () => {
  expect(parsePlace("docs/posts")).toEqual({ folder: "docs/posts" });
  expect(parsePlace("docs/*.md")).toEqual({
    folder: "docs",
    pattern: { isDeep: false, extensions: [".md"] },
  });
  expect(parsePlace("src/content/docs/**/*.{md,mdx}")).toEqual({
    folder: "src/content/docs",
    pattern: DEEP,
  });
  for (const text of ["*.md", "**/*.md", "a/**", "a/*", "a/*/b.md", "a/**/*.{md,js}", "a/*.{md"]) {
    expect([text, parsePlace(text)]).toEqual([text, undefined]);
  }
});

test("derives the slug of a file with a pattern from its path", () => {
  const slugs = {
    "start.md": "start",
    "guides/Get started.mdx": "guides~get-started",
    "guides/index.mdx": "guides",
    "index.md": "home",
    "v1.2/Straße.md": "v1.2~straße",
    "de/guides/über.md": "de~guides~über",
    "_drafts/a.md": undefined,
    "guides/_part.md": undefined,
    ".hidden/a.md": undefined,
    "data.json": undefined,
    "a~b.md": undefined,
  };
  const found = Object.keys(slugs).map((path) => [path, slugAt(DEEP, path)]);
  expect(Object.fromEntries(found)).toEqual(slugs);
  expect(slugAt({ ...DEEP, isDeep: false }, "guides/a.md")).toBeUndefined();
});

const part = fc.oneof(
  fc.constantFrom("index", "a", "B c", "con", "x.y", "été", "日本", "-", "a_b"),
  fc.string({
    unit: fc.constantFrom("a", "Z", "1", "-", ".", " ", "_"),
    minLength: 1,
    maxLength: 6,
  }),
);

test("maps every valid slug of a pattern to exactly one path", () => {
  const paths = { docs: "docs/**/*.{md,mdx}" };
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const path = `docs/${parts.join("/")}.mdx`;
      const identity = classifyPath(path, { ...SITE, paths });
      fc.pre(identity.kind === "entry");
      const { slug } = identity.kind === "entry" ? identity : { slug: "" };
      expect(slugProblem(slug)).toBeUndefined();
      expect(lastPartsOf(path).map(foldSlug)).toContain(foldSlug(lastPart(slug)));
      const again = classifyPath(`docs/${pathAt(DEEP, slug)}`, { ...SITE, paths });
      const isIndex = slug.split("~").includes("home") || slug.endsWith("index-1");
      expect(isIndex || (again.kind === "entry" && again.slug === slug)).toBe(true);
    }),
  );
});

const TYPE = {
  apiId: "docs",
  kind: "list",
  label: "Docs",
  fields: [
    {
      id: "body",
      apiId: "body",
      label: "Body",
      type: "richtext",
      required: false,
      multiple: false,
    },
  ],
} as const;

test("puts a new entry into the folder in its slug and keeps the form of a renamed one", () => {
  const site = { ...SITE, paths: { docs: "src/docs/**/*.{md,mdx}" } };
  const at = (slug: string, current?: string): string =>
    entryPath({ site, type: TYPE, slug, sharded: false, id: "", current });
  expect(at("guides~new")).toBe("src/docs/guides/new.md");
  expect(at("guides~new", "src/docs/guides/old.mdx")).toBe("src/docs/guides/new.mdx");
  expect(at("new", "src/docs/old/index.mdx")).toBe("src/docs/new/index.mdx");
});

test("uses the inner one of nested patterns and rejects nested folders", () => {
  const paths = { pages: "content/**/*.md", posts: "content/posts/**/*.md" };
  const typeOf = (path: string): unknown => {
    const identity = classifyPath(path, { ...SITE, paths });
    return identity.kind === "entry" ? `${identity.apiId}/${identity.slug}` : identity.kind;
  };
  expect(typeOf("content/about.md")).toBe("pages/about");
  expect(typeOf("content/posts/a/b.md")).toBe("posts/a~b");
  expect(typeOf("content/posts/_index.md")).toBe("other");
  expect(parse("  pages: content/**/*.md\n  posts: content/posts/**/*.md\n")).toMatchObject({
    paths,
  });
  for (const wrong of [
    "  a: docs\n  b: docs/inner\n",
    "  a: docs/**/*.md\n  b: docs/*.md\n",
    "  a: docs/**/*.md\n  b: docs/inner\n",
    "  a: docs/**\n",
    "  a: types/**/*.md\n",
    "  a: ../**/*.md\n",
  ]) {
    expect(() => parse(wrong)).toThrow(/paths/);
  }
});

function parse(paths: string): unknown {
  return parseSiteFile(Buffer.from(`loam: 1\nid: ${SITE.id}\nname: Blog\npaths:\n${paths}`));
}

test("ignores files that a pattern excludes from its folder, also below content/", () => {
  const site = { ...SITE, paths: { docs: "content/docs/*.md", posts: "content/**/*.md" } };
  expect(classifyPath("content/docs/_index.md", site)).toEqual({ kind: "other" });
  const flat = { ...SITE, paths: { docs: "content/docs/*.md" } };
  for (const path of ["content/docs/_index.md", "content/docs/a/b.md", "content/docs/a.yml"])
    expect([path, classifyPath(path, flat)]).toEqual([path, { kind: "other" }]);
  expect(classifyPath("content/docs/a.md", flat)).toMatchObject({ kind: "entry", apiId: "docs" });
});
