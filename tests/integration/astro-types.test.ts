import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loamProject, type LoamProject } from "../support/astro/loam-project.ts";
import type { TypeSpec } from "../support/astro/published-site.ts";
import { sampleTypes } from "../support/astro/sample-site.ts";

const TSC = resolve(import.meta.dirname, "../../node_modules/.bin/tsc");

const TSCONFIG = `{
  "extends": "astro/tsconfigs/strictest",
  "compilerOptions": { "noEmit": true },
  "include": [".astro/types.d.ts", "src/check.ts"]
}`;

// Each @ts-expect-error is a mistake that the generated types must find: tsc reports those that
// are none.
const CHECK = `import { getCollection, getEntry, getEntries, type CollectionEntry } from "astro:content";
import { z } from "astro/zod";
import { byPosition, isPublished, loamSchema, type CmsMedia, type CmsReference } from "@loam/astro/content";
import { CmsImage, Embed, RichText } from "@loam/astro/components";
import * as content from "loam:content";
import loam from "@loam/astro";

const posts = (await getCollection("posts", ({ data }) => data.pinned)).toSorted(byPosition);
const post = posts[0] as CollectionEntry<"posts">;

export const title: string = post.data.title;
export const tags: readonly string[] = post.data.tags;
export const hero: CmsMedia | undefined = post.data.hero;
export const width: number | undefined = post.data.hero?.variants[0]?.width;
export const rating: number | undefined = post.data.rating;
export const position: number = post.data.position;
export const question: string | undefined = post.data.faq[0]?.question;
export const kind: "News" | "Story" | undefined = post.data.kind;
export const author: CmsReference<"authors"> | undefined = post.data.author;
export const global: Cms.Types["posts"] = post.data;
export const headline: string | undefined = (await getEntry("home", "home"))?.data.headline;

// @ts-expect-error -- no such option
export const isStory: boolean = post.data.kind === "Storry";
// @ts-expect-error -- no such field
post.data.titel;
// @ts-expect-error -- it has no value in every entry
export const always: CmsMedia = post.data.hero;
// @ts-expect-error -- it is a number
export const text: string = post.data.rating;
// @ts-expect-error -- no such collection
await getCollection("pots");
// @ts-expect-error -- the entry it leads to may not be published
await getEntry(post.data.author);

if (isPublished(post.data.author)) {
  const found = await getEntry(post.data.author);
  const name: string | undefined = found?.data.name;
  console.log(name);
  // @ts-expect-error -- authors have no title
  console.log(found?.data.title);
}
const authors = await getEntries(post.data.authors.filter(isPublished));
export const names: string[] = authors.map(({ data }) => data.name);

const schema = await loamSchema("posts", { extend: { publishedAt: z.coerce.date() } });
type Extended = z.infer<typeof schema>;
export const year = (data: Extended): number => data.publishedAt.getFullYear() + data.title.length;
// @ts-expect-error -- no such type
await loamSchema("pots");

CmsImage({ image: post.data.hero, priority: true, class: "x" });
RichText({ value: post.data.body, components: {}, media: post.data.hero });
Embed({ url: post.data.video, title: "x" });
// @ts-expect-error -- a video needs a title
Embed({ url: post.data.video });
// @ts-expect-error -- an image's value is no address
CmsImage({ image: "x.jpg" });

const [first] = await content.getCollection("posts", ({ data }) => data.pinned);
const written = first as content.CollectionEntry<"posts">;
export const same: Cms.Types["posts"] = written.data;
export const writer: string | undefined = (await content.getEntry(written.data.author))?.data.name;
export const writers: string[] = (await content.getEntries(written.data.authors)).map(({ data }) => data.name);
export const welcome: string | undefined = (await content.getObject("home"))?.data.headline;
export const titles: string[] = (await content.getIndex("posts", ["title"])).map(({ id, title }) => id + title);
export const paths: { params: { slug: string } }[] = await content.loamPaths("posts");
export const shared: () => Promise<number> = content.once(async () => titles.length);
export const { Content, headings } = await content.render(written);
// @ts-expect-error -- no such collection
await content.getCollection("pots");
// @ts-expect-error -- a list type is no object
await content.getObject("posts");
// @ts-expect-error -- no such field
await content.getIndex("posts", ["titel"]);
// @ts-expect-error -- authors have no title
(await content.getEntry(written.data.author))?.data.title;
// @ts-expect-error -- all pages are given the same entry
written.data.title = "mine";

loam();
loam({ incremental: true });
loam({ source: { kind: "files", folder: "x" } });
loam({ source: { kind: "git", repo: ".", ref: "main" } });
loam({ source: { kind: "api", baseUrl: "https://cms.test", siteId: "s1" } });
// @ts-expect-error -- there is no such source
loam({ source: { kind: "ftp", repo: "." } });
`;

const LIVE_CONFIG = `import { loamLiveCollections } from "@loam/astro/live";
export const collections = { ...(await loamLiveCollections()) };`;

/** A page with a live collection. Without types, every value would be `unknown`. */
const LIVE = `import { getLiveCollection, getLiveEntry } from "astro:content";
import { isPublished } from "@loam/astro/content";
import type { LiveEntry } from "@loam/astro/live";

const { entry } = await getLiveEntry("live_posts", "rain");
if (!entry) throw new Error("none");
export const title: string = entry.data.title;
export const width: number | undefined = entry.data.hero?.variants[0]?.width;
const { entries = [] } = await getLiveCollection("live_posts", { where: { title: "Rain" }, limit: 5 });
export const shown: readonly LiveEntry<"posts">[] = entries;

const { author, faq } = entry.data;
if (isPublished(author)) {
  const found = await getLiveEntry(author.collection, author.id);
  const name: string | undefined = found.entry?.data.name;
  console.log(name);
  // @ts-expect-error -- authors have no title
  console.log(found.entry?.data.title);
}
for (const { who } of faq) if (isPublished(who)) await getLiveEntry(who.collection, who.id);
// @ts-expect-error -- no such field
entry.data.titel;
// @ts-expect-error -- no such collection
await getLiveEntry("live_pots", "rain");
`;

// A page that uses content without declaring its own types.
const PAGE = `import { getCollection } from "loam:content";
for (const { data } of await getCollection("posts")) {
  if (data.kind === "Story") console.log(data.rating?.toFixed(1));
  console.log(data.author?.id, data.faq.map(({ question }) => question));
}
`;

test("generated types detect mistakes and breaking schema changes", async () => {
  const project = await loamProject({
    files: {
      "tsconfig.json": TSCONFIG,
      "src/check.ts": CHECK,
      "src/page.ts": PAGE,
      "src/live.ts": LIVE,
      "src/live.config.ts": LIVE_CONFIG,
      "live.tsconfig.json": TSCONFIG.replace("check.ts", "live.ts"),
      "page.tsconfig.json": TSCONFIG.replace("check.ts", "page.ts"),
    },
  });
  const { code, output } = await project.run("sync");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(await mistakesOf(project, "tsconfig.json")).toEqual([]);
  expect(await mistakesOf(project, "page.tsconfig.json")).toEqual([]);
  expect(await mistakesOf(project, "live.tsconfig.json")).toEqual([]);

  // An option and a row field are renamed, a number became a text, and a field is gone.
  await project.publish(sampleTypes().map(changedType));
  await project.run("sync");
  expect(await mistakesOf(project, "page.tsconfig.json")).toEqual([
    "3,7: error TS2367",
    "3,55: error TS2551",
    "4,20: error TS2551",
    "4,48: error TS2339",
  ]);
});

type FieldSpec = TypeSpec["fields"][number];

function changedType(type: TypeSpec): TypeSpec {
  return { ...type, fields: type.fields.flatMap(changedField) };
}

function changedField(field: FieldSpec): readonly FieldSpec[] {
  switch (field.apiId) {
    case "kind":
      return [{ ...field, options: ["News", "Report"] }];
    case "rating":
      return [{ ...field, type: "text" }];
    case "faq":
      return [{ ...field, fields: [{ apiId: "ask", type: "text" }] }];
    case "author":
      return [];
    default:
      return [field];
  }
}

/** Returns the errors of tsc by location and code. */
async function mistakesOf(project: LoamProject, config: string): Promise<readonly string[]> {
  const check = promisify(execFile)(TSC, ["-p", project.path(config)], { cwd: project.folder });
  const text = await check.then(
    () => "",
    (error: unknown) => String(Reflect.get(Object(error), "stdout")),
  );
  const found = [...text.matchAll(/\((\d+,\d+)\): (error TS\d+)/g)];
  return found.map(([, place, error]) => `${place}: ${error}`);
}
