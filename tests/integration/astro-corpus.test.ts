import { expect, test } from "vitest";
import { serveFolder } from "../../scripts/demo/serve-folder.ts";
import { loamProject } from "../support/astro/loam-project.ts";
import type { EntrySpec } from "../support/astro/published-site.ts";
import { HERO, sampleTypes } from "../support/astro/sample-site.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { freePort } from "../support/free-port.ts";
import { folderContent } from "../support/site/folder-content.ts";
import { rounds } from "../support/test-rounds.ts";

const COUNT = rounds(400);
/** Number of entries with a text of 200,000 characters. */
const LONG = rounds(2);
const LONG_TEXT = 200_000;

const SLUGS = [
  "plain",
  "日本語",
  "été",
  "a.b",
  "a~c",
  "a_b-c",
  "2024",
  "ǆ",
  "नमस्ते",
  "x.html",
  "con-",
];

/** Text that could break out of an attribute, script, template, or pattern. */
const HOSTILE = [
  "<script>globalThis.hit = 1</script>",
  "</title></h1></code><img src=x onerror=globalThis.hit=1>",
  '" onmouseover="globalThis.hit=1" x="',
  "' autofocus onfocus='globalThis.hit=1",
  "{title} ${globalThis.hit = 1} $& $1 {{x}} <%= 1 %>",
  '<Foo bar={baz} onclick="x()">{1 + 1}</Foo>\n\n{/* no */}\n\nexport const y = 1',
  "[a](javascript:globalThis.hit=1) ![b](javascript:globalThis.hit=1) <javascript:globalThis.hit=1>",
  "<svg onload=globalThis.hit=1><a xlink:href='javascript:globalThis.hit=1'>x</a></svg>",
  "---\n\nlayout: x\n\n---\n\n+++\n\n<style>h1{display:none}</style><iframe srcdoc='<script>parent.hit=1</script>'></iframe>",
  "\u2028\u0000\uFEFF\u202E 𝒳 &lt;b&gt; &amp;amp; \\ ` \t",
  '<!-- --!><img src=x onerror=globalThis.hit=1> -->\n\n```js" onclick="x\n</script>\n```',
] as const;

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** Of every four entries, one is empty, one ordinary, and two are hostile in every field. */
function entryOf(number: number): EntrySpec {
  const common = {
    id: `e${String(number).padStart(19, "a")}`,
    slug: `${at(SLUGS, number)}${number}`,
  };
  const marker = `END ${number}`;
  if (number % 4 === 0) return { ...common, title: "" };
  if (number % 4 === 1) {
    const body = `## Part\n\nText of ${number}.\n\n${number < LONG * 4 ? longText() : "Short."}\n\n${marker}`;
    return {
      ...common,
      title: `Entry ${number}`,
      pinned: true,
      tags: ["a", "b"],
      rating: number,
      kind: "News",
      hero: HERO,
      body,
    };
  }
  const text = `${at(HOSTILE, number)} ${number}`;
  return {
    ...common,
    title: text,
    tags: [text, ""],
    rating: -0.5,
    kind: "Story",
    hero: { ...HERO, alt: text, filename: text },
    author: number % 8 === 2 ? { id: "egone" } : { id: "eann", slug: "ann", name: text },
    authors: [{ id: "egone" }],
    faq: [{ question: text }],
    video:
      number % 8 === 3
        ? "javascript:globalThis.hit=1"
        : "https://www.youtube.com/watch?v=4XpnKHJAok8",
    body: `${at(HOSTILE, number)}\n\n${at(HOSTILE, number + 1)}\n\n${marker}`,
  };
}

function longText(): string {
  const part = "A paragraph with *some* `code` and [a link](https://example.test/). ".repeat(20);
  const table = "| a | b |\n| - | - |\n| 1 | 2 |";
  const block = `${part}\n\n- one\n- two\n\n${table}\n\n\`\`\`ts\nlet a = 1;\n\`\`\`\n\n`;
  return block.repeat(Math.ceil(LONG_TEXT / block.length));
}

function pages(content: string, config: string): Readonly<Record<string, string>> {
  return {
    "src/content.config.ts": config,
    "src/pages/collections.json.ts": "export const GET = () => Response.json({});",
    "src/pages/posts/[slug].astro": `---
import { getCollection, getEntry, getEntries, render } from "${content}";
import { isPublished } from "@loam/astro/content";
import { CmsImage, Embed, RichText } from "@loam/astro/components";
export async function getStaticPaths() {
  return (await getCollection("posts")).map((post) => ({ params: { slug: post.id }, props: { post } }));
}
const { post } = Astro.props;
const { data } = post;
const author = isPublished(data.author) ? await getEntry(data.author) : undefined;
const authors = await getEntries(data.authors.filter(isPublished));
const { Content, headings } = await render(post);
---
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{data.title}</title></head><body>
<h1>{data.title}</h1><p title={data.title}>{author?.data.name} {authors.length}</p>
<ul>{data.tags.map((tag) => <li>{tag}</li>)}{data.faq.map(({ question }) => <li>{question}</li>)}{headings.map(({ text }) => <li>{text}</li>)}</ul>
<CmsImage image={data.hero} /><Embed url={data.video} title={data.title} />
<main><Content /></main><RichText value={data.body} media={data.hero} />
<data value={JSON.stringify(data)}></data>
</body></html>`,
  };
}

const LAYER = pages(
  "astro:content",
  `import { loamCollections } from "@loam/astro/content";
export const collections = { ...(await loamCollections()) };`,
);
const FAST = pages("loam:content", "export const collections = {};");

const SOURCE = '{ source: { kind: "files", folder: "published" } }';

test(
  "builds empty, hostile, and long content safely and equally on both paths",
  { timeout: 1_200_000 },
  async () => {
    const entries = Array.from({ length: COUNT }, (_, number) => entryOf(number));
    const types = sampleTypes(entries);
    const layer = await loamProject({ options: SOURCE, files: LAYER });
    const fast = await loamProject({ options: SOURCE, files: FAST });
    const built = [];
    for (const project of [layer, fast]) {
      await project.publish(types);
      const { code, output } = await project.run("build");
      expect({ code, output }).toMatchObject({ code: 0 });
      built.push(await folderContent(project.path("dist")));
    }
    const [one = {}, other = {}] = built;
    const html = (files: typeof one): [string, string][] =>
      Object.entries(files).filter(([name]) => name.endsWith(".html"));
    expect(html(one).length).toBe(COUNT);
    const different = html(one).filter(([name, text]) => other[name] !== text);
    expect(different.map(([name]) => name)).toEqual([]);

    const wrong = entries.flatMap((entry, number) => {
      const page = one[`posts/${entry.slug}/index.html`];
      if (page === undefined) return [`${entry.slug}: no page`];
      return problemsOf(page, entry, number).map((problem) => `${entry.slug}: ${problem}`);
    });
    expect(wrong).toEqual([]);

    await using server = await startSite(layer.path("dist"));
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.on("dialog", (dialog) => void dialog.dismiss());
      for (const entry of entries.slice(0, 4 * HOSTILE.length)) {
        await page.goto(`${server.url}/posts/${encodeURIComponent(entry.slug)}/`);
        await page.hover("h1", { force: true }).catch(() => undefined);
        expect(await page.evaluate("globalThis.hit")).toBeUndefined();
        expect(await page.title()).toBe(seen(String(entry["title"])));
      }
    } finally {
      await browser.close();
    }
  },
);

/** Returns a title as rendered by a browser, with collapsed whitespace. */
function seen(text: string): string {
  const spaced = text.replaceAll("\0", "\uFFFD").replaceAll(/[\t\n\f\r ]+/g, " ");
  return spaced.replaceAll(/^ | $/g, "");
}

function problemsOf(page: string, entry: EntrySpec, number: number): readonly string[] {
  const data: unknown = JSON.parse(decoded(/<data value="([^"]*)"/.exec(page)?.[1] ?? "null"));
  const { title, tags, pinned, authors, faq, body }: Record<string, unknown> = Object(data);
  const heading = decoded(/<h1>([^<]*)<\/h1>/.exec(page)?.[1] ?? "none");
  // The head contains the site's own styles. Only quoted text comes from authors, not tags or attributes.
  const tagged = page.slice(page.indexOf("<body>")).replaceAll(/"[^"]*"/g, '""');
  const tag =
    /<(?:script|style|iframe|svg|object|embed|form|Foo)\b(?! type="" src="")|<[^>]*\son\w+\s*=/i;
  const ends = number % 4 === 0 ? 0 : 2;
  const found = {
    "another title": title !== entry["title"] || heading !== entry["title"],
    "another text": body !== entry["body"],
    "a list is missing": ![tags, authors, faq].every((list) => Array.isArray(list)),
    "another boolean": pinned !== (entry["pinned"] ?? false),
    "a text that ends too early": page.split(`END ${number}</p>`).length !== ends + 1,
    "an element or a handler": tag.test(tagged),
    "a link that runs": /(?:href|src)="\s*javascript:/i.test(page),
  };
  return Object.entries(found).flatMap(([name, is]) => (is ? [name] : []));
}

function decoded(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    amp: "&",
    "#39": "'",
    "#34": '"',
    "#38": "&",
  };
  return text.replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);
}

async function startSite(folder: string): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const server = await serveFolder(folder, port);
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => server.close() };
}
