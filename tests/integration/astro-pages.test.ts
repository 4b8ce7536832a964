import { copyFile, readdir, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { loamProject } from "../support/astro/loam-project.ts";
import { HERO, makePost, makePosts, sampleTypes, TRAPS } from "../support/astro/sample-site.ts";
import { servePublished } from "../support/astro/serve-published.ts";

const DOT = resolve(import.meta.dirname, "../fixtures/import/hugo/static/img/pic.png");

const PAGE = `---
import { getEntry, render } from "astro:content";
import { CmsImage, Embed, RichText } from "@loam/astro/components";
import { Image, Picture } from "astro:assets";
import dot from "../dot.png";
import Shout from "../shout.astro";
import Note from "../note.astro";
const post = await getEntry("posts", "post-11");
const { Content, headings } = await render(await getEntry("posts", "post-11"));
const { headings: others } = await render(await getEntry("posts", "post-10"));
---
<html><head><title>t</title></head><body>
<section id="rich"><RichText value={post.data.body} media={post.data.hero} /></section>
<section id="own"><RichText value={"## Title\\n\\n![](" + post.data.hero.url + ")"} media={post.data.hero} components={{ h2: Shout, img: CmsImage }} /></section>
<section id="mdx"><RichText value={'<Note tone="warm">\\n  **Mind** the <Gap/>\\n</Note>\\n\\n<Tabs>both</Tabs>'} components={{ Note }} /></section>
<section id="content" data-headings={headings.length} data-others={others.map(({ slug }) => slug).join()}><Content /></section>
<section id="image"><CmsImage image={post.data.hero} priority sizes="50vw" class="wide" /></section>
<section id="plain"><CmsImage src="/logo.svg" alt="Logo" /></section>
<section id="video"><Embed url={post.data.video} title="A <film>" /></section>
<section id="stock"><Image src={post.data.hero.url} width={600} alt="x" /></section>
<section id="sized"><Image src={post.data.hero.url} inferSize widths={[300, 400, 640, 2000]} sizes="100vw" alt="x" /></section>
<section id="picture"><Picture src={post.data.hero.url} width={320} height={320} formats={["avif", "webp"]} alt="x" /></section>
<section id="local"><Image src={dot} alt="x" /></section>
<section id="nothing"><Embed url={undefined} title="x" /><RichText value={undefined} /><CmsImage image={undefined} /></section>
</body></html>`;

test("renders rich text, images, and video without injected content", async () => {
  const project = await loamProject({
    // Astro's own renderer would print images of this host without a URL.
    config: 'image: { domains: ["cdn.example.test"] }',
    files: {
      "src/pages/index.astro": PAGE,
      "src/note.astro": "<aside {...Astro.props}><slot /></aside>",
      "src/shout.astro": "<h2 data-shout {...Astro.props}><slot />!</h2>",
    },
  });
  await copyFile(DOT, project.path("src/dot.png"));
  const video = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
  await project.publish(sampleTypes(makePosts().with(0, makePost(11, { video }))));
  const { code, output } = await project.run("build");
  expect(output).not.toMatch(/error/i);
  expect(code).toBe(0);
  const html = await readFile(project.path("dist/index.html"), "utf8");

  for (const name of ["rich", "content"]) {
    const section = sectionOf(html, name);
    expect(section).toContain("before the second rule");
    expect(section).toContain(`src="${HERO.url}"`);
    expect(section).not.toMatch(/<script|javascript:|__ASTRO_IMAGE_/);
    expect(section).toContain('class="shiki');
  }
  expect(sectionOf(html, "rich")).toContain(
    '<source type="image/webp" srcset="https://cdn.example.test/s1/media/00ff/320.webp 320w, https://cdn.example.test/s1/media/00ff/640.webp 640w"',
  );
  expect(html).toContain('data-others="part"');

  expect(sectionOf(html, "own")).toMatch(
    /<h2 data-shout id="title">Title!<\/h2>\s*<p><picture>(<source[^>]+>){2}<img [^>]+><\/picture><\/p>/,
  );
  expect(sectionOf(html, "mdx").replaceAll(/\s+/g, " ").trim()).toBe(
    '<aside tone="warm"> <p><strong>Mind</strong> the </p> </aside> <p>both</p>',
  );
  expect(output).toContain("uses the component <Tabs>");
  expect(output).not.toContain("<Note>");

  expect(sectionOf(html, "image")).toMatch(
    /<source type="image\/avif"[^>]+sizes="50vw">.*<img src="[^"]+hero.jpg" width="1200" height="800" alt="A field at dawn" loading="eager" decoding="sync" fetchpriority="high" class="wide">/,
  );
  expect(sectionOf(html, "plain")).toContain(
    '<img src="/logo.svg" alt="Logo" loading="lazy" decoding="async">',
  );
  expect(sectionOf(html, "nothing")).toBe("");

  // The variants created at upload. No request is made to their host, which doesn't exist.
  const files = "https://cdn.example.test/s1/media/00ff";
  expect(sectionOf(html, "stock")).toMatch(
    `<img src="${files}/640.webp" alt="x" loading="lazy" decoding="async" width="600" height="400">`,
  );
  expect(sectionOf(html, "sized")).toMatch(
    new RegExp(
      `src="${files}/640.webp" srcset="${files}/320.webp 320w, ${files}/640.webp 640w".* width="1200" height="800"`,
    ),
  );
  expect(sectionOf(html, "picture")).toMatch(
    new RegExp(
      `<picture> *<source srcset="${files}/320.avif" type="image/avif"> *<source srcset="${files}/320.webp" type="image/webp"> *<img src="${HERO.url}" style="object-fit:cover" .*width="320" height="320">`,
    ),
  );
  // Images of the site itself are processed by Astro as usual.
  expect(sectionOf(html, "local")).toMatch(/<img src="\/_astro\/dot\.[^"]+\.webp"/);
  expect(await readdir(project.path("dist/_astro"))).toHaveLength(3);

  const embed = sectionOf(html, "video");
  expect(embed).toContain(`<a class="loam-embed-link" href="${video}"`);
  expect(embed).toContain("A &lt;film&gt;");
  expect(embed).not.toMatch(/<iframe|<img|src="https:/);
  expect(html.match(/<script[^>]*>/g)).toEqual([
    expect.stringMatching(/^<script type="module" src="\/_astro\/[^"]+\.js">$/),
  ]);
});

test("skips rendering with `render: false`", async () => {
  const project = await loamProject({
    options: '{ source: { kind: "files", folder: "published" }, collections: { render: false } }',
    files: {
      "src/pages/index.astro": `---
import { getEntry, render } from "astro:content";
const { Content } = await render(await getEntry("posts", "post-11"));
---
<section id="content"><Content /></section>`,
    },
  });
  const { posts = [] } = await project.collections();

  expect(posts[0]?.data["body"]).toBe(TRAPS);
  expect(sectionOf(await readFile(project.path("dist/index.html"), "utf8"), "content")).toBe("");
});

const ADAPTER = `import { readFileSync } from "node:fs";
export default { name: "test", hooks: { "astro:config:done": ({ setAdapter }) => setAdapter({
  name: "test", entrypointResolution: "auto", serverEntrypoint: new URL("./entry.mjs", import.meta.url),
  supportedAstroFeatures: { serverOutput: "stable", hybridOutput: "stable", staticOutput: "stable" },
}) } };`;

const ENTRY = `import { createApp } from "astro/app/entrypoint";
const app = createApp();
export const handle = (url) => app.render(new Request(url));`;

test("bundles content in a server without cache or source", async () => {
  const project = await loamProject({
    config: 'output: "server", adapter: (await import("./adapter.mjs")).default',
    files: {
      "adapter.mjs": ADAPTER,
      "entry.mjs": ENTRY,
      "src/pages/posts.json.ts": `import { byPosition } from "@loam/astro/content";
import { getCollection } from "astro:content";
export const GET = async () => Response.json((await getCollection("posts")).toSorted(byPosition).map(({ id, data }) => [id, data.position, data.body]));`,
    },
  });
  const { code, output } = await project.run("build");
  expect({ code, output }).toMatchObject({ code: 0 });
  await rm(project.path("cache"), { recursive: true });
  await rm(project.path("published"), { recursive: true });

  const server: unknown = await import(/* @vite-ignore */ project.path("dist/server/entry.mjs"));
  const answer = await callHandle(server, "http://localhost/posts.json");
  const expected = makePosts().map(({ slug, body }, position) => [slug, position, body]);
  expect(await answer.json()).toEqual(expected);
  expect(expected[0]?.[2]).toBe(TRAPS);
});

async function callHandle(module: unknown, url: string): Promise<Response> {
  if (typeof module !== "object" || module === null || !("handle" in module)) {
    throw new TypeError("no handle");
  }
  const { handle } = module;
  const response: unknown = typeof handle === "function" ? await handle(url) : undefined;
  if (response instanceof Response) return response;
  throw new TypeError("no response");
}

function sectionOf(html: string, id: string): string {
  return new RegExp(`<section id="${id}"[^>]*>(.*?)</section>`, "s").exec(html)?.[1] ?? "missing";
}

test("renders texts with the project's Markdown settings for render: astro", async () => {
  const project = await loamProject({
    options: `{
      source: { kind: "files", folder: "published" },
      collections: { render: "astro" },
      routes: { posts: "/journal/{slug}" },
    }`,
    config: `image: { domains: ["cdn.example.test"] },
      markdown: { processor: satteri({ features: { directive: true }, mdastPlugins: [() => ({
        name: "seen",
        text(_node, context) { context.data.astro.frontmatter.seen = "by a plugin"; },
        containerDirective: ({ children }) => ({ type: "blockquote", children }),
      })] }) }`,
    head: 'import { satteri } from "@astrojs/markdown-satteri";',
    files: {
      "src/pages/index.astro": `---
import { getEntry, render } from "astro:content";
const { Content, headings, remarkPluginFrontmatter } = await render(await getEntry("posts", "post-11"));
---
<html><head><title>t</title></head><body>
<section id="content" data-headings={headings.map(({ slug }) => slug).join()} data-seen={remarkPluginFrontmatter.seen}><Content /></section>
</body></html>`,
    },
  });
  const body = `${TRAPS}\n\n## A part\n\n:::note\nMind the gap.\n:::\n\n[next](/posts/post-10#end "Next") \`[code](/posts/post-10)\`\n\nこれは**「重要」**です`;
  await project.publish(sampleTypes(makePosts().with(0, makePost(11, { body }))));
  const { code, output } = await project.run("build");
  expect(output).not.toMatch(/error/i);
  expect(code).toBe(0);
  const page = await readFile(project.path("dist/index.html"), "utf8");
  expect(page).toContain("これは<strong>「重要」</strong>です");
  const html = sectionOf(page, "content");

  expect(page).toContain('data-headings="a-part" data-seen="by a plugin"');
  expect(html).toContain("before the second rule");
  expect(html).toContain("<blockquote>\n<p>Mind the gap.</p>\n</blockquote>");
  expect(html).toContain('<a href="/journal/post-10#end" title="Next">next</a>');
  expect(html).toContain("<code>[code](/posts/post-10)</code>");
  expect(html).toContain(`<img alt="A field" src="${HERO.url}">`);
  // As in a file of the project, because the authors are trusted.
  expect(html).toContain("<script>alert(1)</script>");
});

test("redirects old URLs of a moved entry with the guide's configuration", async () => {
  const project = await loamProject();
  const index = project.path("published/api/index.json");
  const published = await servePublished(project.path("published"));
  const redirects = [{ from: "/notes/%E5%9C%9F", to: "/notes/%E7%A0%82" }];
  await project.write({
    "published/api/_redirects.json": JSON.stringify({ redirects }),
    "published/api/index.json": JSON.stringify({
      ...JSON.parse(await readFile(index, "utf8")),
      redirects: { url: `${published.url}/api/_redirects.json` },
    }),
    "astro.config.mjs": await configOfGuide("Redirect moved entries", published.url),
  });

  const { code, output } = await project.run("build");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(await readFile(project.path("dist/notes/土/index.html"), "utf8")).toContain(
    '<a href="/notes/%E7%A0%82"',
  );
});

/** Returns the first code block below a heading of the guide, for another site. */
async function configOfGuide(heading: string, siteUrl: string): Promise<string> {
  const guide = await readFile(resolve(import.meta.dirname, "../../docs/how-to/astro.md"), "utf8");
  const [, below = ""] = guide.split(`## ${heading}\n`);
  const [, code = ""] = /```js\n(.+?)```/s.exec(below) ?? [];
  return code.replace(/"https:[^"]+"/, JSON.stringify(siteUrl));
}
