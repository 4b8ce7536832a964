import { describe, expect, test } from "vitest";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { renderRichText } from "./render-rich-text.ts";

const html = async (markdown: string): Promise<string> => (await renderRichText(markdown)).html;

const MEDIA: CmsMedia = {
  id: "m1",
  url: "https://cdn.test/media/ab/photo.jpg",
  object_key: "s/media/ab/photo.jpg",
  filename: "photo.jpg",
  mime_type: "image/jpeg",
  byte_size: 9,
  width: 1200,
  height: 800,
  alt: "A field",
  variants: [
    { width: 640, format: "webp", url: "https://cdn.test/media/ab/640.webp" },
    { width: 320, format: "webp", url: "https://cdn.test/media/ab/320.webp" },
    { width: 320, format: "avif", url: "https://cdn.test/media/ab/320.avif" },
  ],
};

describe("keeps text that resembles front matter", () => {
  test("keeps the text between a leading rule and the next one", async () => {
    expect(await html("---\n\nfirst\n\n---\n\nsecond")).toBe(
      "<hr>\n<p>first</p>\n<hr>\n<p>second</p>",
    );
  });

  test("treats plus signs as text, not TOML", async () => {
    expect(await html("+++\n\nfirst\n\n+++\n\nsecond")).toContain("<p>first</p>");
  });

  test("treats a colon between rules as text, not YAML", async () => {
    expect(await html("\n---\nkey: [unclosed\n---\n\nsecond")).toContain("key: [unclosed");
  });
});

describe("keeps the URL of images", () => {
  test("loads an external image lazily from its URL", async () => {
    expect(await html("![A](https://elsewhere.test/a.png)")).toBe(
      '<p><img loading="lazy" decoding="async" src="https://elsewhere.test/a.png" alt="A"></p>',
    );
  });

  test("adds variants and dimensions to an image with known media", async () => {
    const { html: text } = await renderRichText(`![](${MEDIA.url})`, { media: MEDIA });

    expect(text).toBe(
      '<p><picture><source type="image/avif" srcset="https://cdn.test/media/ab/320.avif 320w" sizes="(min-width: 1200px) 1200px, 100vw"><source type="image/webp" srcset="https://cdn.test/media/ab/320.webp 320w, https://cdn.test/media/ab/640.webp 640w" sizes="(min-width: 1200px) 1200px, 100vw"><img src="https://cdn.test/media/ab/photo.jpg" width="1200" height="800" alt="A field" loading="lazy" decoding="async"></picture></p>',
    );
  });
});

describe("keeps text of authors as text", () => {
  test("escapes text and attributes", async () => {
    expect(await html('a &lt;b&gt; `<i>` [x](https://a.test/?a=1&b="2" "q\\"t")')).toContain(
      "a &lt;b&gt; <code>&lt;i&gt;</code>",
    );
    expect(await html('<img src="https://a.test/i.png" alt="a&quot;onload=&quot;x">')).toContain(
      'alt="a&quot;onload=&quot;x"',
    );
  });
});

describe("keeps what readers need", () => {
  test("adds unique ids like GitHub's to headings and can lower their level", async () => {
    const { html: text, headings } = await renderRichText("# Hé, *there*!\n\n## Same\n\n## Same", {
      headingOffset: 1,
    });

    expect(headings).toEqual([
      { depth: 2, slug: "hé-there", text: "Hé, there!" },
      { depth: 3, slug: "same", text: "Same" },
      { depth: 3, slug: "same-1", text: "Same" },
    ]);
    expect(text).toContain('<h3 id="same-1">Same</h3>');
  });

  test("renders tables, tasks, footnotes, and details", async () => {
    const text = await html(
      "| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- [x] done\n\nnote[^1]\n\n[^1]: foot\n\n<details open><summary>s</summary>d</details>",
    );

    expect(text).toContain('<td align="center">2</td>');
    expect(text).toContain('<input type="checkbox" checked disabled>');
    expect(text).toContain('href="#user-content-fn-1"');
    expect(text).toContain("<details open><summary>s</summary>d</details>");
  });

  test("highlights code for light and dark themes in a scrolling block", async () => {
    const block = /^<pre class="shiki[^>]*light-dark\([^>]*;overflow-x:auto" tabindex="0"><code>/;
    const coloured = await html("```ts\nlet a = 1;\n```");
    expect(coloured).toMatch(block);
    expect(coloured).toMatch(/<span style="color[^>]*>let<\/span>/);
    for (const text of ["```nolang\n<b>\n```", "```\n<b>\n```", "    <b>"]) {
      expect(await html(text)).toMatch(block);
      expect(await html(text)).toContain('<span class="line"><span>&lt;b&gt;</span></span></code>');
    }
    const own = "<pre><code>a <b>c</b></code></pre>";
    expect(await html(own)).toBe(own);
    const plain = await renderRichText("```ts\nlet a\n```", { highlight: false });
    expect(plain.html).toContain('<code class="language-ts">');
  });

  test("renders an empty text as empty HTML", async () => {
    expect(await html("")).toBe("");
  });
});

test.for([
  ["[call](tel:+81312345678)", 'href="tel:+81312345678"'],
  ["| a | b |\n|:-|-:|\n| x | y |", 'align="right"'],
  ["10<sup>6</sup> <mark>a</mark> <u>b</u>", "10<sup>6</sup> <mark>a</mark> <u>b</u>"],
  ["これは**「重要」**です", "これは<strong>「重要」</strong>です"],
  ["## これは**「重要」**です", 'id="これは重要です"'],
])("renders %s as HTML with %s", async ([markdown = "", part = ""]) => {
  expect(await html(markdown)).toContain(part);
});
