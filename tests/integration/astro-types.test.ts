import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loamProject } from "../support/loam-project.ts";

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
export const kind: "News" | "Story" | (string & {}) | undefined = post.data.kind;
export const author: CmsReference<"authors"> | undefined = post.data.author;
export const global: Cms.Types["posts"] = post.data;
export const headline: string | undefined = (await getEntry("home", "home"))?.data.headline;

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

loam();
loam({ source: { kind: "files", folder: "x" } });
loam({ source: { kind: "git", repo: ".", ref: "main" } });
loam({ source: { kind: "api", baseUrl: "https://cms.test", siteId: "s1" } });
// @ts-expect-error -- there is no such source
loam({ source: { kind: "ftp", repo: "." } });
`;

test("the types that are generated find mistakes", async () => {
  const project = await loamProject({
    files: { "tsconfig.json": TSCONFIG, "src/check.ts": CHECK },
  });
  const { code, output } = await project.run("sync");
  expect({ code, output }).toMatchObject({ code: 0 });

  const check = promisify(execFile)(TSC, ["-p", project.folder], { cwd: project.folder });
  const errors = await check.then(
    () => "",
    (error: unknown) => String(Reflect.get(Object(error), "stdout")),
  );
  expect(errors).toBe("");
});
