import { rm } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { array, nat, oneof, sample, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import { loamProject, type LoamProject } from "../support/astro/loam-project.ts";
import type { EntrySpec, TypeSpec } from "../support/astro/published-site.ts";
import { makePost, makePosts, sampleTypes } from "../support/astro/sample-site.ts";
import { serve } from "../support/serve.ts";
import { folderContent } from "../support/site/folder-content.ts";
import { rounds, SEED } from "../support/test-rounds.ts";

/** Returns pages based on `astro:content` or `loam:content`, with paths that contain neither name. */
function sitePages(content: string, config: string): Readonly<Record<string, string>> {
  return {
    "src/content.config.ts": config,
    "src/pages/collections.json.ts": "export const GET = () => Response.json({});",
    "src/pages/index.astro": `---
import { getCollection, getEntry } from "${content}";
import { byPosition } from "@loam/astro/content";
const posts = (await getCollection("posts")).toSorted(byPosition);
const home = await getEntry("home", "home");
---
<h1>{home?.data.headline}</h1>
<ul>{posts.map(({ id, data }) => <li><a href={"/posts/" + id + "/"}>{data.position} {data.title}</a></li>)}</ul>`,
    "src/pages/posts/[slug].astro": `---
import { getCollection, getEntries, getEntry, render } from "${content}";
import { byPosition, isPublished } from "@loam/astro/content";
import { CmsImage, Embed, RichText } from "@loam/astro/components";
export async function getStaticPaths() {
  return (await getCollection("posts")).map((post) => ({ params: { slug: post.id }, props: { post } }));
}
const { post } = Astro.props;
const author = isPublished(post.data.author) ? await getEntry(post.data.author) : undefined;
const authors = await getEntries(post.data.authors.filter(isPublished));
const { Content, headings } = await render(post);
---
<html><head><title>{post.data.title}</title></head><body>
<h1>{post.data.title}</h1><p>{author?.data.name} with {authors.map(({ data }) => data.name).join()}</p>
<CmsImage image={post.data.hero} /><Embed url={post.data.video} title={post.data.title} />
<nav>{headings.map(({ slug, text }) => <a href={"#" + slug}>{text}</a>)}</nav>
<Content /><RichText value={post.data.body} media={post.data.hero} headingOffset={1} />
<pre>{JSON.stringify({ ...post.data })}</pre><code>{Object.keys(post.data).join()} {post.digest}</code>
</body></html>`,
    "src/pages/pinned.json.ts": `import { getCollection } from "${content}";
import { byPosition } from "@loam/astro/content";
export async function GET() {
  const pinned = await getCollection("posts", ({ data }) => data.pinned);
  return Response.json(pinned.toSorted(byPosition).map(({ id, collection, data }) => ({ id, collection, data })));
}`,
  };
}

const LAYER = sitePages(
  "astro:content",
  `import { loamCollections } from "@loam/astro/content";
export const collections = { ...(await loamCollections()) };`,
);
const FAST = sitePages("loam:content", "export const collections = {};");

/** Text an author can enter, and fields a schema allows to be empty. */
const HOSTILE: readonly EntrySpec[] = [
  { id: "enothing", slug: "nothing", title: "" },
  { id: "enumber", slug: "2024", title: "{title} ${title} $& </title><script>alert(1)</script>" },
  { id: "eodd", slug: "日本-ü.b~c", title: "a\u0000b 𝒳 \\ ` \u2028", tags: ["<b>", '"'] },
  {
    id: "elinks",
    slug: "links",
    title: "Links",
    body: "[one](/posts/post-1?a#part) [feed](/pinned.json) [gone](/posts/none) [ann](/authors/ann) [odd](/posts/%E6%97%A5%E6%9C%AC-%C3%BC.b~c) [far](//example.test/x)",
  },
  {
    id: "emdx",
    slug: "mdx",
    title: "MDX",
    pinned: true,
    body: 'import X from "x"\n\nexport const y = 1\n\n<Foo bar={baz} onclick="x()">{1 + 1}</Foo>\n\n{/* no */}\n\n<img src=x onerror=alert(1)>\n\n+++\n\n[a](javascript:alert(1))',
  },
];

const ROUTES = `{ source: { kind: "files", folder: "published" }, routes: { posts: "/posts/{slug}/", authors: "/people/{slug}" } }`;

test("builds the same pages with loam:content as with astro:content", async () => {
  const layer = await loamProject({ options: ROUTES, files: LAYER });
  const fast = await loamProject({ options: ROUTES, files: FAST });
  const pages = [];
  for (const project of [layer, fast]) {
    await project.publish(sampleTypes([...makePosts(), ...HOSTILE]));
    const { output, files } = await built(project);
    pages.push(files);
    const dead = [...output.matchAll(/\S+, field \S+: a link points to \S+,/g)].map(
      ([text]) => text,
    );
    expect(dead).toEqual([
      "posts/links, field body: a link points to /posts/none,",
      "posts/links, field body: a link points to /people/ann,",
    ]);
  }
  expect(Object.keys(pages[1] ?? {})).toContain("posts/日本-ü.b~c/index.html");
  expect(pages[1]).toEqual(pages[0]);
  const [, { "posts/mdx/index.html": mdx = "", "posts/links/index.html": links = "" } = {}] = pages;
  expect(links.match(/href="\/posts\/post-1\/\?a#part"/g)).toHaveLength(2);
  expect(mdx).not.toMatch(/<script|<Foo|<img[^>]*onerror|href="javascript/);
});

const INCREMENTAL = '{ source: { kind: "files", folder: "published" }, incremental: true }';

/** Pages that use content in ways that are easily missed. */
const SHARING = {
  ...FAST,
  "src/lib/site.ts": `import { getObject } from "loam:content";
export const headline = (await getObject("home"))?.data.headline;`,
  "src/lib/names.ts": `import { getIndex, once } from "loam:content";
export const names = once(async () => (await getIndex("authors", ["name"])).map(({ name }) => name).join());`,
  "src/pages/about.astro": `---
import { headline } from "../lib/site.ts";
---
<p>{headline}</p>`,
  "src/pages/team.astro": `---
import { headline } from "../lib/site.ts";
import { names } from "../lib/names.ts";
---
<p>{headline}: {await names()}</p>`,
  "src/pages/by/[slug].astro": `---
import { getEntry, loamPaths, render } from "loam:content";
import { names } from "../../lib/names.ts";
export const getStaticPaths = () => loamPaths("posts");
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<h1>{entry.data.title}</h1><p>{(await getEntry(entry.data.author))?.data.name}</p><Content />`,
};

const ANN = { id: "eann", slug: "ann", name: "Ann" };
const BOB = { id: "ebob", slug: "bob", name: "Bob" };

interface Edition {
  readonly ann: string;
  readonly headline: string;
  readonly posts: readonly EntrySpec[];
}

/** Returns content as published by HQ, where a post contains its author's values. */
function edition({ ann, headline, posts }: Edition): readonly TypeSpec[] {
  const authors = [{ ...ANN, name: ann }, BOB];
  const written = posts.map((post) => ({
    ...post,
    author: authors[Number(post["by"])],
    authors: [],
  }));
  const [people, home, ...rest] = sampleTypes(written);
  if (!people || !home) throw new TypeError("the sample site has other types");
  const object = { id: "ehome", slug: "home", headline };
  return [{ ...people, entries: authors }, { ...home, entries: [object] }, ...rest];
}

const FIRST: Edition = {
  ann: "Ann",
  headline: "Welcome",
  posts: [3, 2, 1, 0].map((number) => makePost(number, { by: number % 2, hero: undefined })),
};

test("rebuilds exactly the affected pages", async () => {
  let asked = 0;
  const other = await serve((_, response) => response.end(`${(asked += 1)}`));
  const project = await loamProject({
    options: INCREMENTAL,
    files: {
      ...SHARING,
      "src/pages/weather.astro": `<p>{await (await fetch("${other.href}")).text()}</p>`,
    },
  });
  const clean = await loamProject({
    options: `{ source: { kind: "files", folder: ${JSON.stringify(project.path("published"))} } }`,
    files: SHARING,
  });
  const rendered = async (of: Edition): Promise<readonly string[]> => {
    await project.publish(edition(of));
    const { code, output } = await project.run("build");
    expect({ code, output }).toMatchObject({ code: 0 });
    const pages = stripVTControlCharacters(output).matchAll(/├─ \/(\S+)\s+\(\+/g);
    return [...pages].map(([, path = ""]) => path.replace("/index.html", "")).toSorted();
  };
  const expectClean = async (): Promise<void> => {
    const { "weather/index.html": _, ...pages } = await folderContent(project.path("dist"));
    expect(pages).toEqual((await built(clean)).files);
  };
  expect((await rendered(FIRST)).length).toBe(14);
  expect(await rendered(FIRST)).toEqual(["weather"]);

  const renamed = { ...FIRST, ann: "Anna" };
  expect(await rendered(renamed)).toEqual([
    "by/post-0",
    "by/post-2",
    "posts/post-0",
    "posts/post-2",
    "team",
    "weather",
  ]);
  await expectClean();

  // Data read before rendering any page affects all of them.
  expect((await rendered({ ...renamed, headline: "Hello" })).length).toBe(14);

  let current: Edition = { ...renamed, headline: "Hello" };
  const sometimes = sample(arbitraryEdit, { numRuns: rounds(2), seed: SEED });
  for (const edit of sometimes) {
    current = edit(current);
    await rendered(current);
    await expectClean();
  }
});

/** One to three simultaneous edits. */
const arbitraryEdit = array(
  oneof(
    tuple(nat(3), string()).map(([at, title]) => (of: Edition): Edition => ({
      ...of,
      posts: of.posts.map((post, place) => (place === at ? { ...post, title } : post)),
    })),
    tuple(nat(3), nat(1)).map(([at, by]) => (of: Edition): Edition => ({
      ...of,
      posts: of.posts.map((post, place) => (place === at ? { ...post, by, pinned: true } : post)),
    })),
    nat(9).map((number) => (of: Edition): Edition => ({
      ...of,
      posts: [
        makePost(100 + number, { by: 0 }),
        ...of.posts.filter(({ id }) => id !== `epost${100 + number}`),
      ],
    })),
    nat(3).map((at) => (of: Edition): Edition => ({
      ...of,
      posts: [...of.posts.slice(at), ...of.posts.slice(0, at)].slice(0, 5),
    })),
    string().map((ann) => (of: Edition): Edition => ({ ...of, ann })),
  ),
  { minLength: 1, maxLength: 3 },
).map(
  (edits) =>
    (of: Edition): Edition =>
      edits.reduce((now, edit) => edit(now), of),
);

async function built(project: LoamProject): Promise<{
  readonly output: string;
  readonly files: Readonly<Record<string, string>>;
}> {
  await rm(project.path("dist"), { recursive: true, force: true });
  const { code, output } = await project.run("build");
  expect({ code, output }).toMatchObject({ code: 0 });
  return {
    output: stripVTControlCharacters(output),
    files: await folderContent(project.path("dist")),
  };
}
