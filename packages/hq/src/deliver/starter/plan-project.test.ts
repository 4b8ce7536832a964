import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Field } from "@loam/cms-core";
import { expect, test } from "vitest";
import type { StarterType } from "./page-sources.ts";
import { ASTRO_VERSION, planProject } from "./plan-project.ts";

const ASTRO_PACKAGE = join(import.meta.dirname, "../../../../astro-integration/package.json");

const VENDOR = { "@loam/astro": "loam-astro-1.tgz" };
const title: Field = text("title");

function text(apiId: string, label = apiId): Field {
  return { id: `f-${apiId}`, apiId, label, type: "text", required: false, multiple: false };
}

function plan(types: readonly StarterType[], routes: Readonly<Record<string, string>> = {}) {
  const site = {
    name: 'Ink </script> "& clay"',
    publicUrl: "https://cdn.example/s1",
    routes,
    types,
  };
  return planProject(site, { folder: "ink", vendor: VENDOR });
}

function listOf(apiId: string, fields: readonly Field[] = [title], label = apiId): StarterType {
  return { apiId, kind: "list", label, fields };
}

const pagesOf = (files: ReadonlyMap<string, string>): readonly string[] =>
  [...files.keys()].filter((name) => name.startsWith("src/pages/")).toSorted();

test("has a page per entry at its URL path, or the default path if that is not plain", () => {
  const types = [listOf("posts"), listOf("notes"), listOf("pages"), listOf("news")];
  const routes = {
    posts: "/journal/{slug}/",
    notes: "/{path}",
    pages: "/{slug}",
    news: "/journal/{slug}",
  };
  const files = plan(types, routes);
  expect(pagesOf(files)).toEqual([
    "src/pages/[slug].astro",
    "src/pages/index.astro",
    "src/pages/journal/[slug].astro",
    "src/pages/news/[slug].astro",
    "src/pages/notes/[slug].astro",
  ]);
  expect(files.get("src/pages/[slug].astro")).toContain('from "../layouts/Page.astro"');
  expect(files.get("src/pages/journal/[slug].astro")).toContain('from "../../layouts/Page.astro"');
  expect(files.get("src/routes.ts")).toContain('"posts": (slug) => `/journal/${slug}/`');
});

test("escapes labels and titles in source files", () => {
  const label = '`${process.exit()}` {1 + 1} </style> "';
  const files = plan([
    listOf("posts", [title, { ...text("more", label), type: "embed" }], label),
    { apiId: "home", kind: "object", label, fields: [] },
  ]);
  for (const source of files.values()) {
    expect(source).not.toContain("</script> ");
    for (const line of source.split("\n").filter((one) => one.includes("process.exit"))) {
      expect(line).toContain(JSON.stringify(label).replaceAll("<", String.raw`\u003c`));
    }
  }
});

test("uses the packages of the server and the Astro version they require", async () => {
  const created: unknown = JSON.parse(plan([]).get("package.json") ?? "");
  expect(created).toMatchObject({
    name: "ink",
    dependencies: { "@loam/astro": "file:vendor/loam-astro-1.tgz", astro: ASTRO_VERSION },
  });
  const wanted: unknown = JSON.parse(await readFile(ASTRO_PACKAGE, "utf8"));
  expect(wanted).toMatchObject({ peerDependencies: { astro: ASTRO_VERSION } });
});
