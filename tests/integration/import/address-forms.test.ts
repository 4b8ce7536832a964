import { join } from "node:path";
import { findRichTextLinks } from "@loam/cms-core/render";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createTestSite, noticeLines, post, writeTree } from "./import-into.ts";

interface Imported {
  readonly body: string;
  readonly unresolved: readonly string[];
  /** Names of the imported files. */
  readonly media: readonly string[];
}

interface Source {
  readonly config: Readonly<Record<string, string>>;
  /** Path of the file with the URLs, and its text after the front matter. */
  readonly page: readonly [path: string, body: string];
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

/** Imports and publishes one page. Every rewritten URL must also work for readers. */
async function importPage({ config, page: [path, body], others = {} }: Source): Promise<Imported> {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    ...config,
    ...others,
    [path]: post("title: Page\ndate: 2024-01-01", body),
  });
  const report = await site.import(folder, { publish: true });
  expect(report.failed).toEqual([]);
  const { type = "", slug = "" } = report.entries.find((one) => one.path === path) ?? {};
  const text = await site.read(type, slug);
  const ref = site.store.findEntry(type, slug);
  const stored = Buffer.from(await site.store.repository.readBlob(ref?.blob ?? "")).toString();
  const written = stored.match(/\b(?:media:m|entry:e)[a-z2-7]{19}/g) ?? [];
  expect(findRichTextLinks(stored).map(({ kind, id }) => `${kind}:${id}`)).toEqual(written);
  const unresolved = report.notices.filter(({ kind }) => kind === "link_unresolved");
  const records = await Promise.all(site.store.mediaIds().map((id) => site.store.readMedia(id)));
  return {
    body: text.slice(text.indexOf("---\n\n") + 5).trim(),
    unresolved: unresolved.flatMap(({ places }) => places.map(({ about = "" }) => about)),
    media: records.map(({ filename }) => filename).toSorted(),
  };
}

/** Creates one-pixel images of different colors, so that each is a separate file. */
async function pictures(folder: string): Promise<Record<string, Uint8Array>> {
  const made = [1, 2, 3, 4].map(async (name) => {
    const background = { r: name, g: 0, b: 0 };
    const image = sharp({ create: { width: 1, height: 1, channels: 3, background } });
    return [`${folder}/${name}.png`, await image.png().toBuffer()] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

const HUGO = { "hugo.toml": 'baseURL = "https://example.org/"\n' };

describe("URLs in Hugo's Markdown", () => {
  test.for([
    [
      '<img src="/i/1.png" srcset="/i/2.png 2x, /i/3.png 3x">\n\n<picture><source srcset="/i/4.png" media="(min-width: 9em)"><img src="/i/1.png"></picture>',
      '<img src="media:<1.png>" srcset="media:<2.png> 2x, media:<3.png> 3x">\n\n<picture><source srcset="media:<4.png>" media="(min-width: 9em)"><img src="media:<1.png>"></picture>',
    ],
    [
      '<img src=/i/1.png alt=x>\n\n<IMG SRC="/i/2.png">\n\n{{< figure src=/i/3.png >}}\n\n{{< img "/i/4.png" >}}',
      '<img src=media:<1.png> alt=x>\n\n<IMG SRC="media:<2.png>">\n\n{{< figure src=media:<3.png> >}}\n\n{{< img "media:<4.png>" >}}',
    ],
    [
      "![x](https://example.org/i/1.png) [b](https://example.org/posts/b/#c) <https://example.org/posts/b/>",
      "![x](media:<1.png>) [b](entry:<posts/b>#c) [https://example.org/posts/b/](entry:<posts/b>)",
    ],
    [
      "![x](//example.org/i/1.png) ![y](http://www.example.org/i/2.png) [z](https://example.com/i/1.png)",
      "![x](media:<1.png>) ![y](media:<2.png>) [z](https://example.com/i/1.png)",
    ],
    [
      '{{< gallery images="/i/1.png,/i/2.png" >}}\n\n{{% gallery "/i/3.png" "/i/4.png" %}}',
      '{{< gallery images="media:<1.png>,media:<2.png>" >}}\n\n{{% gallery "media:<3.png>" "media:<4.png>" %}}',
    ],
    [
      "<div style=\"background-image: url('/i/1.png')\"></div>\n\n<object data=/i/2.png></object> <video poster=\"/i/3.png\"></video> <embed src='/i/4.png'>",
      "<div style=\"background-image: url('media:<1.png>')\"></div>\n\n<object data=media:<2.png>></object> <video poster=\"media:<3.png>\"></video> <embed src='media:<4.png>'>",
    ],
    [
      "{{< gallery >}}\n/i/1.png\n- /i/2.png | A hill\n![x](/i/3.png)\n{{< group >}}\n/i/4.png\n{{< /group >}}\n{{< /gallery >}}\n\n{{< filetree >}}\n/i/1.png\n{{< /filetree >}}",
      "{{< gallery >}}\nmedia:<1.png>\n- media:<2.png> | A hill\n![x](media:<3.png>)\n{{< group >}}\nmedia:<4.png>\n{{< /group >}}\n{{< /gallery >}}\n\n{{< filetree >}}\n/i/1.png\n{{< /filetree >}}",
    ],
    [
      'See https://example.org/posts/b/. (https://example.org/posts/b/) [https://example.org/posts/b/](/posts/b/) <a href="/posts/b/">https://example.org/posts/b/</a> `https://example.org/posts/b/` https://example.com/',
      'See [https://example.org/posts/b/](entry:<posts/b>). ([https://example.org/posts/b/](entry:<posts/b>)) [https://example.org/posts/b/](entry:<posts/b>) <a href="entry:<posts/b>">https://example.org/posts/b/</a> `https://example.org/posts/b/` https://example.com/',
    ],
    [
      '<blockquote cite="/posts/b/"><a href="/a&amp;b.txt">c</a></blockquote> [x]\n\n[x]:\n  /posts/b/',
      '<blockquote cite="entry:<posts/b>"><a href="media:<a-b.txt>">c</a></blockquote> [x]\n\n[x]:\n  entry:<posts/b>',
    ],
    [
      '<image-compare before="/i/1.png" after="/i/2.png" label="/i/3.png"></image-compare> <div data-image="/i/3.png" data-x="none.png"></div>',
      '<image-compare before="media:<1.png>" after="media:<2.png>" label="/i/3.png"></image-compare> <div data-image="media:<3.png>" data-x="none.png"></div>',
    ],
    [
      '<a href="{{< ref "b.md" >}}">b</a> [b][1] [c]\n\n[1]: /posts/b/ "B"\n[c]: {{< relref "b" >}}',
      '<a href="entry:<posts/b>">b</a> [b][1] [c]\n\n[1]: entry:<posts/b> "B"\n[c]: entry:<posts/b>',
    ],
  ] as const)("%s", async ([body, expected]) => {
    const imported = await importPage({
      config: HUGO,
      page: ["content/posts/a.md", body],
      others: {
        ...(await pictures("static/i")),
        "content/posts/b.md": post("title: B\ndate: 2024-01-01"),
        "static/a&b.txt": "Text.",
      },
    });

    expect(imported.body).toBe(expected);
    expect(imported.unresolved).toEqual([]);
  });

  test("lists every dead link", async () => {
    const { body, unresolved, media } = await importPage({
      config: HUGO,
      page: [
        "content/posts/a.md",
        '<img srcset="/no/1.png 1x, /no/2.png 2x"> <IMG SRC=/no/3.png> {{< img "/no/4.png" >}} {{< youtube abc/def >}} [x](https://example.org/no/5/) <object data="/no/6.pdf"></object> {{< ref "no" >}} <p style="background:url(/no/7.png)"> https://example.org/no/8/ [x](/no/9/?a=b)',
      ],
    });

    expect(unresolved).toEqual([
      "/no/1.png",
      "/no/2.png",
      "/no/3.png",
      "/no/4.png",
      "https://example.org/no/5/",
      "/no/6.pdf",
      '{{< ref "no" >}}',
      "/no/7.png",
      "https://example.org/no/8/",
      "/no/9/?a=b",
    ]);
    expect(body).not.toContain("media:");
    expect(media).toEqual([]);
  });
});

test("rewrites URLs in Jekyll's Markdown, includes, tags, and filters", async () => {
  const { body, unresolved } = await importPage({
    config: { "_config.yml": "url: https://example.org\nbaseurl: /base\n" },
    page: [
      "_posts/2024-01-02-a.md",
      [
        '{% include figure.html src="/i/1.png" caption="a.png" %}',
        "{% img /i/2.png %}",
        "<img src=\"{{ '/i/3.png' | relative_url }}\">",
        '<img src="{{ site.baseurl }}/i/4.png">',
        "![x]({{ site.url }}{{ site.baseurl }}/i/1.png) ![y](https://example.org/base/i/2.png)",
        '<a href="{% post_url 2024-01-01-b %}">b</a> <a href="{% link _posts/2024-01-01-b.md %}">b</a>',
        "[x](https://example.org/elsewhere/)",
      ].join("\n\n"),
    ],
    others: {
      ...(await pictures("i")),
      "_posts/2024-01-01-b.md": post("title: B"),
    },
  });

  const b = "entry:<posts/b>";
  expect(body.split("\n\n")).toEqual([
    '{% include figure.html src="media:<1.png>" caption="a.png" %}',
    "{% img media:<2.png> %}",
    '<img src="media:<3.png>">',
    '<img src="media:<4.png>">',
    "![x](media:<1.png>) ![y](media:<2.png>)",
    `<a href="${b}">b</a> <a href="${b}">b</a>`,
    "[x](https://example.org/elsewhere/)",
  ]);
  expect(unresolved).toEqual(["https://example.org/elsewhere/"]);
});

test("imports headings, blocks, and embeds of a vault", async () => {
  const { body, unresolved } = await importPage({
    config: { ".obsidian/app.json": "{}" },
    page: [
      "Notes/main.md",
      "[[#Part two]] [[#Part two|there]] [x](Other.md#A%20Heading) [[Other#A Heading]] [y](#Part%20two) ![[#Part two]] [[Other#^b1]] [[#^b2]] [z](Other.md#One)\n\n## Part two",
    ],
    others: { "Notes/Other.md": post("created: 2024-01-02", "## A Heading\n\nText ^b1") },
  });

  expect(body.split("\n")[0]).toBe(
    "[Part two](#part-two) [there](#part-two) [x](entry:<notes/other>#a-heading) [Other > A Heading](entry:<notes/other>#a-heading) [y](#part-two) [Part two](#part-two) [Other > ^b1](entry:<notes/other>) [[#^b2]] [z](entry:<notes/other>#one)",
  );
  expect(unresolved).toEqual(["#^b2"]);
});

test.for([
  ["astro.config.mjs", "export default defineConfig({ site: 'https://example.org' });"],
  [
    "astro.config.ts",
    "export default {\n  // site: 'https://old.example.com',\n  site: process.env.SITE ?? `https://example.org/`,\n};",
  ],
  [
    "docusaurus.config.js",
    "module.exports = { title: 'A', url: 'https://example.org', baseUrl: '/' };",
  ],
  ["mkdocs.yml", "site_name: A\nsite_url: https://example.org/\n"],
  ["_data/site.json", '{"title": "A", "url": "https://example.org"}'],
  ["package.json", '{"name": "a", "homepage": "https://example.org"}'],
])("uses the host name in %s as the site's own", async ([config = "", text = ""]) => {
  const { body } = await importPage({
    config: { [config]: text },
    page: ["docs/a.md", "![x](https://example.org/i/1.png) ![y](https://old.example.com/i/2.png)"],
    others: await pictures("i"),
  });

  expect(body).toBe("![x](media:<1.png>) ![y](https://old.example.com/i/2.png)");
});

test("uses the host name of GitHub Pages as the site's own", async () => {
  const { body, unresolved } = await importPage({
    config: { "_config.yml": "title: x\n", CNAME: "www.example.org\n" },
    page: ["_posts/2024-01-02-a.md", "[b](https://example.org/2024/01/01/b.html)"],
    others: { "_posts/2024-01-01-b.md": post("title: B") },
  });

  expect(body).toBe("[b](entry:<posts/b>)");
  expect(unresolved).toEqual([]);
});

test("imports an image in front matter by the site's own URL", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "astro.config.mjs": 'export default {\n  site: "https://example.org",\n};\n',
    ...(await pictures("public/i")),
    "src/content/blog/a.md": post("title: A\ncover: https://example.org/i/1.png"),
  });

  const report = await site.import(folder);

  expect(site.fields("blog")).toContain("cover media (image)");
  expect(noticeLines(report)).toEqual([]);
});
