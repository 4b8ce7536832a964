import { AsyncLocalStorage } from "node:async_hooks";
import {
  assert,
  asyncProperty,
  array,
  constantFrom,
  integer,
  oneof,
  record,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";
import { changesBetween } from "../store/changed-reads.ts";
import type { ContentHost } from "../store/content-host.ts";
import { Reads, type ReadsRecord } from "../store/reads.ts";
import type { ContentEntry, SiteContent } from "../store/site-content.ts";
import { snapshotOf } from "../store/snapshot.ts";
import { contentFunctions, type ContentFunctions } from "./content-functions.ts";

type Values = Readonly<Record<string, string>>;
type Site = Readonly<Record<"posts" | "authors", readonly (readonly [key: string, Values])[]>>;
type Page = (content: ContentFunctions) => Promise<unknown>;

const KEYS = ["a", "b", "7", "3", "d"] as const;
const FIELDS = ["title", "text", "author"] as const;

/** All operations of a page on content, each on its own. Pages combine several. */
const STEPS: readonly Page[] = [
  ...KEYS.map(
    (key): Page =>
      async ({ getEntry }) =>
        (await getEntry("posts", key))?.data["title"],
  ),
  ...KEYS.map(
    (key): Page =>
      async ({ getEntry }) =>
        typeof (await getEntry("posts", key)),
  ),
  ...FIELDS.map(
    (field): Page =>
      async ({ getCollection }) =>
        (await getCollection("posts")).map(({ data }) => data[field]),
  ),
  async ({ getCollection }) => (await getCollection("posts")).length,
  async ({ getCollection }) =>
    (await getCollection("posts", ({ data }) => data["title"] === "1")).map(({ id }) => id),
  async ({ getCollection }) => (await getCollection("authors")).at(0)?.data["position"],
  async ({ getEntry }) => (await getEntry("authors", "7"))?.data["position"],
  async ({ getEntry }) => (await getEntry("posts", "a"))?.digest,
  async ({ getEntry }) => ({ ...(await getEntry("posts", "b"))?.data }),
  async ({ getEntry }) => Object.keys((await getEntry("posts", "d"))?.data ?? {}).join(),
  async ({ getEntry }) => "text" in ((await getEntry("posts", "3"))?.data ?? {}),
  async ({ getIndex }) => getIndex("authors", ["title"]),
  async ({ getEntry, getEntries }) => {
    const author = (await getEntry("posts", "a"))?.data["author"];
    const found = await getEntries([{ collection: "authors", id: String(author) }]);
    return found.map(({ data }) => data["title"]);
  },
  async ({ getEntry, render }) => {
    const entry = await getEntry("posts", "7");
    return entry && Reflect.get(await render(entry), "Content");
  },
];

const values = record({
  title: constantFrom("0", "1"),
  text: constantFrom("# one", "# two", ""),
  author: constantFrom(...KEYS),
}).map((all): Values => Object.fromEntries(Object.entries(all).filter(([, text]) => text !== "")));

const entries = tuple(
  array(constantFrom(...KEYS), { maxLength: 5 }),
  array(values, { minLength: 5, maxLength: 5 }),
).map(([keys, all]) => [...new Set(keys)].map((key, at) => [key, all[at] ?? {}] as const));
const site = record({ posts: entries, authors: entries });

/** Derives a site with a few edits. */
const edit = oneof(
  record({ kind: constantFrom("value" as const), at: integer({ min: 0, max: 4 }), values }),
  record({
    kind: constantFrom("remove" as const, "move" as const),
    at: integer({ min: 0, max: 4 }),
  }),
);

test("renders the same page if no reads have changed", async () => {
  const pages = array(constantFrom(...STEPS), { minLength: 1, maxLength: 4 });
  let reused = 0;
  await assert(
    asyncProperty(site, array(edit, { maxLength: 3 }), pages, async (before, edits, steps) => {
      const after = { ...before, posts: edits.reduce(applyEdit, before.posts) };
      const first = await renderPage(before, steps);
      const again = await renderPage(after, steps);
      const why = changeOf(before, after)(first.reads);
      if (why !== undefined) return;
      reused += 1;
      expect(again.output).toBe(first.output);
    }),
    { numRuns: 2000 },
  );
  expect(reused).toBeGreaterThan(400);
});

type Entries = Site["posts"];

function applyEdit(all: Entries, one: { kind: string; at: number; values?: Values }): Entries {
  const entry = all[one.at];
  if (!entry) return one.values ? [...all, [`n${all.length}`, one.values]] : all;
  const rest = all.filter((other) => other !== entry);
  if (one.kind === "remove") return rest;
  if (one.kind === "move") return [entry, ...rest];
  return all.with(one.at, [entry[0], one.values ?? {}]);
}

const SITE: Site = {
  posts: [
    ["a", { title: "A", author: "x", text: "one" }],
    ["b", { title: "B", author: "y" }],
  ],
  authors: [
    ["x", { title: "Ann" }],
    ["y", { title: "Bob" }],
  ],
};
const RENAMED: Site = {
  ...SITE,
  authors: [
    ["x", { title: "Anna" }],
    ["y", { title: "Bob" }],
  ],
};

const authorOf =
  (key: string): Page =>
  async ({ getEntry }) => {
    const post = await getEntry("posts", key);
    return (await getEntry("authors", String(post?.data["author"])))?.data["title"];
  };

test("rerenders only the pages that show a renamed author", async () => {
  const change = changeOf(SITE, RENAMED);
  expect(change((await renderPage(SITE, [authorOf("a")])).reads)).toBe("authors/x, field title");
  expect(change((await renderPage(SITE, [authorOf("b")])).reads)).toBeUndefined();
});

const list: Page = async ({ getCollection }) => (await getCollection("posts")).length;
const position: Page = async ({ getEntry }) => (await getEntry("posts", "a"))?.data["position"];
const paths: Page = async ({ loamPaths }) => JSON.stringify((await loamPaths("posts")).length);

test("rerenders lists for a new entry, but not the pages of older entries", async () => {
  const change = changeOf(SITE, { ...SITE, posts: [["n", { title: "N" }], ...SITE.posts] });
  expect(change((await renderPage(SITE, [authorOf("a"), paths])).reads)).toBeUndefined();
  expect(change((await renderPage(SITE, [list])).reads)).toBe("the list of posts");
  expect(change((await renderPage(SITE, [position])).reads)).toBe("posts/a, field position");
});

test("adds reads of shared values to each page", async () => {
  const host = hostOf(SITE);
  const content = functionsOn(host);
  const names = content.once(async () => (await content.getIndex("authors", ["title"])).length);
  const title = content.once(() => authorOf("a")(content));
  for (const page of ["first", "second"]) {
    const reads = new Reads();
    await host.readApart(reads, async () => [page, await names(), await title()]);
    expect(changeOf(SITE, RENAMED)(reads.record())).toBe("authors/x, field title");
  }
});

test("does not let a page change an entry", async () => {
  const entry = await functionsOn(hostOf(SITE)).getEntry("posts", "a");
  expect(() => Object.assign(entry?.data ?? {}, { title: "mine" })).toThrow(
    /posts\/a: data\.title cannot be set/,
  );
});

async function renderPage(
  of: Site,
  steps: readonly Page[],
): Promise<{ readonly output: string; readonly reads: ReadsRecord }> {
  const host = hostOf(of);
  const reads = new Reads();
  const output = await host.readApart(reads, async () => {
    const shown = [];
    for (const step of steps) shown.push(await step(functionsOn(host)));
    return JSON.stringify(shown);
  });
  return { output, reads: reads.record() };
}

function changeOf(before: Site, after: Site): (reads: ReadsRecord) => string | undefined {
  const old = snapshotOf(contentOf(before));
  return changesBetween(old, snapshotOf(contentOf(after), old));
}

function functionsOn(host: ContentHost): ContentFunctions {
  return contentFunctions({ host: () => host, prefix: "", component: (html) => html });
}

function hostOf(of: Site): ContentHost {
  const content = Promise.resolve(contentOf(of));
  const scopes = new AsyncLocalStorage<Reads | undefined>();
  return {
    content: () => content,
    reads: () => scopes.getStore(),
    readApart: (reads, use) => scopes.run(reads, use),
  };
}

function contentOf(of: Site): SiteContent {
  const collections = Object.entries(of).map(([name, all]) => {
    const fields = FIELDS.map((apiId) => ({
      apiId,
      label: apiId,
      type: apiId === "text" ? ("richtext" as const) : ("text" as const),
      required: false,
      multiple: false,
    }));
    const type = {
      apiId: name,
      kind: "list" as const,
      label: name,
      totalCount: all.length,
      sha256: "",
      fields,
    };
    const keyed = all.map(([key, data]): [string, ContentEntry] => [
      key,
      { key, data, digest: JSON.stringify(data) },
    ]);
    return [name, { name, type, positionKey: "position", entries: new Map(keyed) }] as const;
  });
  return { collections: new Map(collections), routes: {}, dangling: [] };
}
