import { renderRichText } from "@loam/astro/rich-text";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReadApiSite, startReadApiSite } from "../support/hq/read-api-site.ts";

const HOSTILE = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  "[x](vbscript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "![x](javascript:alert(1))",
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="https://a.test/i.png" srcset="https://evil.test 1x" width="1;x">',
  '<picture><source srcset="javascript:alert(1)"><img src="https://a.test/i.png"></picture>',
  '<blockquote cite="javascript:alert(1)">x</blockquote>',
  '<a href="https://a.test" target="_blank" ping="https://evil.test">x</a>',
  "<iframe src=https://evil.test></iframe>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.test"></object>',
  '<embed src="https://evil.test">',
  "<style>body{display:none}</style>",
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<table><tr><td style="text-align:left;background:url(https://evil.test)">x</td></tr></table>',
  '<p class="admin" id="config" name="config" tabindex="1">x</p>',
  '<form id="user-content-x"><input name="password" value="x" autofocus></form>',
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>",
  "<math><mtext><script>alert(1)</script></mtext></math>",
  "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
  "<template><img src=x onerror=alert(1)></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<title><img src=x onerror=alert(1)></title>",
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<plaintext><img src=x onerror=alert(1)>",
  "<base href=https://evil.test>",
  "<meta http-equiv=refresh content='0;url=https://evil.test'>",
  "<link rel=stylesheet href=https://evil.test>",
  "<input type=image src=x onerror=alert(1)>",
  "<video src=x onerror=alert(1)></video>",
  "<details open ontoggle=alert(1)>x</details>",
  "<x-custom onclick=alert(1)>x</x-custom>",
  "<!-- --!><img src=x onerror=alert(1)> -->",
  '```js" onclick="alert(1)\nx\n```',
  '<code class="language-x&quot;y admin">x</code>',
] as const;

const HARMLESS = [
  "# Head\n\nA *b* **c** ~~d~~ `e` <kbd>f</kbd> [g](https://a.test 'h') <mailto:i@a.test>",
  "> quote\n\n1. one\n2. two\n\n---\n\n<ol start=3><li>x</ol>",
  "- [x] done\n- [ ] open",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "note[^1]\n\n[^1]: foot",
  "<details open><summary>s</summary>d</details>",
  '<img src="/a.png" alt="x" width="10" height="20">',
  "```nolang\n<b>\n```",
  '<span lang="ja" dir="ltr" title="t"><ruby>a<rp>(</rp><rt>b</rt></ruby></span>',
  "[call](tel:+81312345678) or [write](SMS:+81312345678)",
  "| a | b | c |\n|:-|-:|:-:|\n| x | y | z |",
  "10<sup>6</sup> CO<sub>2</sub> <u>a</u> <mark>b</mark>",
  "これは**「重要」**です。~~「旧」~~は*（新）*に",
] as const;

let site: ReadApiSite;
const shownByHq = new Map<string, string>();

beforeAll(async () => {
  site = await startReadApiSite();
  const texts = [...HOSTILE, ...HARMLESS];
  const ids: string[] = [];
  for (const [at, body] of texts.entries()) {
    ids.push(await site.save("posts", `p${at}`, { title: "x", rating: at, body }));
  }
  await site.publish(...ids);
  const answer: unknown = await (await site.get("/posts?limit=100&profile=microcms")).json();
  const { contents } = Object(answer);
  for (const { rating, body } of contents) shownByHq.set(String(texts[rating]), String(body ?? ""));
});

afterAll(() => site.close());

const SHOWN: Readonly<Record<string, (markdown: string) => Promise<string>>> = {
  "the read API": async (markdown) => {
    const html = shownByHq.get(markdown);
    if (html === undefined) throw new Error(`no entry with ${markdown}`);
    return html;
  },
  Astro: async (markdown) => (await renderRichText(markdown)).html.replaceAll(THEMED, "<pre>"),
};

/** A code block exactly as the theme starts it; its content is the author's. */
const THEMED =
  /<pre class="shiki shiki-themes github-light github-dark-default" style="(?:[a-z-]+:(?:#[\da-f]{3,6}|light-dark\(#[\da-f]{3,6}, #[\da-f]{3,6}\)|auto)(?:;|(?=")))+" tabindex="0">/g;

describe.for(Object.entries(SHOWN))("in rich text that %s shows", ([, shown]) => {
  test.for(HOSTILE)("nothing runs, loads, or claims a name: %s", async (markdown) => {
    const html = await shown(markdown);
    const tags = html.replaceAll(/"[^"]*"/g, '""');

    expect(tags).not.toMatch(
      /<(?:script|style|iframe|frame|object|embed|svg|math|form|button|template|base|meta|link|video|source|title|textarea|noscript|xmp|plaintext|x-|!--)/i,
    );
    expect(tags).not.toMatch(
      /<[^>]*\s(?:on\w+|style|(?:form)?action|srcset|srcdoc|ping|target|name|tabindex|autofocus)=/i,
    );
    expect(html).not.toMatch(/(?:href|src|cite)="?\s*(?:java\s*script|vbscript|data):/i);
    expect(html).not.toMatch(/<[^>]*(?:id="(?!user-content-)|class="[^"]*admin)/);
  });

  test("footnotes link to their texts and back", async () => {
    const html = await shown("note[^1]\n\n[^1]: foot");

    expect(html).toMatch(/<a href="#user-content-fn-1" id="user-content-fnref-1"/);
    expect(html).toMatch(/<li id="user-content-fn-1">.*<a href="#user-content-fnref-1"/s);
    expect(html).toMatch(/aria-describedby="footnote-label".*<h2 [^>]*id="footnote-label"/s);
  });
});

test.for([...HOSTILE, ...HARMLESS])("both render the same: %s", async (markdown) => {
  const { html } = await renderRichText(markdown, { highlight: false });

  expect(comparable(html)).toBe(comparable(shownByHq.get(markdown) ?? "missing"));
});

/** Removes parts that only one of them adds, and normalizes character references. */
function comparable(html: string): string {
  return html
    .replaceAll(/ loading="lazy" decoding="async"| class=""|=""/g, "")
    .replaceAll(/<h1 id="[^"]*">/g, "<h1>")
    .replaceAll(/&lt;|&#x3C;/g, "<")
    .replaceAll("&gt;", ">")
    .trim();
}
