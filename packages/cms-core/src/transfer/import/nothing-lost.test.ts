import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  letrec,
  oneof,
  string,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../../tests/support/test-rounds.ts";
import { withoutControls } from "../../base/text.ts";
import { makeLayout } from "./frameworks/framework.ts";
import { EMPTY_MAP } from "./infer/parse-map.ts";
import { type ImportPlan, planImport } from "./plan/plan-import.ts";
import { prepareImport } from "./plan/prepare-import.ts";
import type { SiteState, SiteType } from "./plan/site-state.ts";
import type { Sources } from "./project/read-sources.ts";
import { readDocument } from "./source/read-document.ts";

type Value = string | readonly Value[] | { readonly [key: string]: Value };

const SITE: SiteState = {
  head: "",
  site: { id: `s${"a".repeat(19)}`, name: "Test", paths: {}, routes: {} },
  types: new Map(),
  mediaIds: new Set(),
};

const COVER = {
  path: "posts/cover.png",
  id: `m${"a".repeat(19)}`,
  accept: "image",
  alt: "",
} as const;

const scalar = oneof(
  constantFrom(
    "true",
    "no",
    "12",
    "1.10",
    "007",
    "2024-01-31",
    "2024-01-31T10:00:00Z",
    "~",
    "a\nb",
    "a\u2028b",
    "x".repeat(1001),
    "post-0",
    "cover.png",
    "[[post-1]]",
    "https://example.com/a.jpg",
  ),
  string({ unit: "grapheme", maxLength: 12 }).map((text) =>
    withoutControls(text.normalize("NFC").replaceAll("\r", "")),
  ),
);
const key = constantFrom(
  "a",
  "aText",
  "A",
  "a1",
  "a-b",
  "/docs/a/",
  "/docs/b/",
  "2024",
  "key",
  "value",
  "b",
  "kind",
  "author",
  "related",
  "seo",
  "extra",
  "id",
  "sortOrder",
  "a b",
  "ä",
);
const { value } = letrec<{ value: Value }>((tie) => ({
  value: oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    array(tie("value"), { maxLength: 3 }),
    dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
/** Images, including external ones, which go to an additional field. */
const cover = constantFrom("cover.png", "https://example.com/a.jpg", "none.png", "");
const frontMatter = tuple(
  dictionary(key, value, { maxKeys: 5, noNullPrototype: true }),
  cover,
  array(cover, { maxLength: 2 }),
).map(([some, one, many]) => Object.assign({ cover: one, gallery: many }, some));
const fronts = array(frontMatter, { minLength: 1, maxLength: 4 });

test("keeps every scalar of every file's front matter in its entry", async () => {
  await assert(
    asyncProperty(fronts, async (list) => {
      const stored = await importAll(list);
      const lost = list.flatMap((front, index) =>
        scalars(front).filter((text) => !(stored[index] ?? []).some((one) => holds(one, text))),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: rounds(100) },
  );
});

test("gives the same types and values in a second import", async () => {
  await assert(
    asyncProperty(fronts, async (list) => {
      const first = await planOf(list, SITE);
      const types = first.types.map(({ type }): [string, SiteType] => {
        const latest = { version: 1, ...type };
        return [type.apiId, { type, versions: new Map([[1, latest]]), latest, entries: [] }];
      });
      const second = await planOf(list, { ...SITE, types: new Map(types) });
      expect(second.types.map(({ type }) => type)).toEqual(first.types.map(({ type }) => type));
      expect(second.types.map(({ change }) => change)).not.toContain("changed");
      expect(valuesOf(second)).toEqual(valuesOf(first));
    }),
    { numRuns: rounds(100) },
  );
});

function valuesOf({ types }: ImportPlan): unknown[] {
  return types.flatMap(({ entries }) => entries.map(({ entry }) => entry.values));
}

/** Returns the texts in each imported entry. */
async function importAll(values: readonly Value[]): Promise<string[][]> {
  const plan = await planOf(values, SITE);
  const slugs = new Map<string, string>(
    plan.types.flatMap(({ entries }) => entries.map(({ entry }) => [entry.id, entry.slug])),
  );
  slugs.set(COVER.id, "cover.png");
  return plan.types.flatMap(({ entries }) =>
    entries.map(({ entry }) => texts(entry.values, slugs)),
  );
}

async function planOf(values: readonly Value[], site: SiteState): Promise<ImportPlan> {
  const files = values.map((front, index) => {
    const path = `posts/post-${index}.md`;
    const bytes = Buffer.from(`${JSON.stringify({ title: `Post ${index}`, front })}\n`);
    const place = {
      path,
      collection: "posts",
      key: `post-${index}`,
      date: "2024-01-01",
      draft: false,
      data: false,
      inside: `posts/post-${index}`,
      whole: `posts/post-${index}`,
      translated: false,
    };
    const read = readDocument(bytes, { path });
    const opened = read.values.get("front");
    const document =
      opened instanceof Map ? { ...read, values: new Map([["title", "x"], ...opened]) } : read;
    return { place, document, stated: document.values, inherited: new Set<string>() };
  });
  const tree = {
    root: "/",
    name: "blog",
    files: new Map([["posts/cover.png", "posts/cover.png"]]),
    skipReasons: new Map(),
  };
  const layout = makeLayout("plain", "", [""]);
  const sources: Sources = { tree, layout, files, skipReasons: new Map(), failed: [] };
  const prepared = await prepareImport(sources, { site, map: EMPTY_MAP, routes: {} });
  const plan = planImport({
    ...prepared,
    media: new Map([[COVER.path, COVER]]),
    now: "2026-01-01T00:00:00.000Z",
  });
  expect(plan.failed).toEqual([]);
  return plan;
}

function texts(stored: unknown, slugs: ReadonlyMap<string, string>): string[] {
  if (stored instanceof Map) return [...stored.values()].flatMap((one) => texts(one, slugs));
  if (Array.isArray(stored)) return stored.flatMap((one) => texts(one, slugs));
  if (typeof stored === "object" && stored !== null && "values" in stored)
    return texts(stored.values, slugs);
  if (typeof stored === "object" && stored !== null && "id" in stored) {
    const slug = slugs.get(String(stored.id)) ?? "";
    return [slug, `[[${slug}]]`];
  }
  return [String(stored)];
}

/** A structure that fits no field is stored as JSON, in which text can be escaped. */
function holds(stored: string, text: string): boolean {
  return stored.includes(text) || stored.includes(JSON.stringify(text).slice(1, -1));
}

/** Returns every non-blank text. Dates can be shortened. */
function scalars(front: Value): string[] {
  if (typeof front === "string") return front.trim() === "" ? [] : [front];
  return Object.values(front).flatMap((one: Value) => scalars(one));
}
