import { describe, expect, test } from "vitest";
import { importFixture } from "./import-into.ts";

describe("an Astro project", () => {
  test("creates a type per collection with the fields that all files share", async () => {
    const site = await importFixture("astro");

    expect(site.layout).toBe("astro");
    expect(
      site.store
        .types()
        .map(({ type }) => type.apiId)
        .toSorted(),
    ).toEqual(["authors", "blog"]);
    expect(site.fields("authors")).toEqual(["name text", "born text", "links repeat (web text)"]);
    expect(site.fields("blog")).toEqual([
      "title text",
      "description textarea",
      "updatedDate date",
      "heroImage media (image)",
      "heroImageText text",
      "author reference (authors)",
      "tags text[]",
      "featured boolean",
      "rating text",
      "version text",
      "seo repeat (title text, og_image media)",
      "relatedPosts reference[] (blog)",
      "faq repeat (question text, answer text)",
      "body richtext",
    ]);
  });

  test("keeps all values and rewrites links and images, except in code", async () => {
    const site = await importFixture("astro");

    expect(await site.read("blog", "first-post")).toBe(`---
id: <blog/first-post>
schema: 1
createdAt: 2022-07-08T00:00:00.000Z
title: First post
description: Lorem ipsum dolor sit amet
updatedDate: 2022-08-01
heroImage: <hero.png> # hero.png
author: <authors/jane-doe> # Jane Doe
tags:
  - astro
  - "no"
  - "2022"
featured: true
rating: "4.5"
version: "1.10"
seo:
  - id: <row>
    title: First
    og_image: <og.png> # og.png
relatedPosts:
  - <blog/second-post> # Second post
---

Read [the second post](entry:<blog/second-post>#why) or [by address](entry:<blog/nested~third>), see
![A *hero*](media:<hero.png> "Title") and <img src="media:<og.png>" alt="x">.

\`\`\`md
[not a link](./second-post.mdx)
\`\`\`

Missing: [gone](./gone.md), outside: [site](https://other.example.com/a.png), \`[code](./second-post.mdx)\`.
`);
    expect(await site.read("blog", "second-post")).toContain(
      "heroImageText: https://cdn.example.com/hero.png\n",
    );
    expect(await site.read("blog", "second-post")).toContain(
      "import Box from '../../components/Box.astro';\n\n<Box title=\"x\">Text with {1 + 1}</Box>\n",
    );
    expect(await site.read("authors", "jane-doe")).toContain('name: Jane Doe\nborn: "1980"\n');
    expect(site.notices).toEqual([
      "kept_as_text authors.born",
      "kept_as_text blog.rating",
      "external_media blog.heroImage",
      "reference_inferred blog.author",
      "reference_inferred blog.relatedPosts",
      "link_unresolved src/content/blog/first-post.md 26",
    ]);
  });
});

describe("a Hugo site", () => {
  test("reads YAML, TOML, and JSON front matter, bundles, and section pages", async () => {
    const site = await importFixture("hugo");

    expect(site.layout).toBe("hugo");
    expect(site.fields("posts")).toEqual([
      "title text",
      "publishDate date",
      "cover media (image)",
      "weight number",
      "tags text[]",
      "color text",
      "resources repeat (src text, name text)",
      "lastmod date",
      "categories text[]",
      "body richtext",
    ]);
    expect(await site.read("posts", "custom-json")).toBe(`---
id: <posts/custom-json>
schema: 1
createdAt: 2024-01-01T00:00:00.000Z
title: JSON post
weight: 30
tags:
  - json
  - a}b
---

Body of JSON with [yaml](entry:<posts/yaml>).
`);
    expect(await site.read("posts", "yaml")).toContain(`createdAt: 2024-03-01T09:00:00.000Z
title: YAML post
weight: 10
`);
    expect(await site.read("posts", "yaml")).toContain(
      `A [link](entry:<posts/toml>) and [another](entry:<posts/custom-json>).
{{< figure src="media:<pic.png>" alt="Pic" >}}`,
    );
    expect(await site.read("posts", "bundle")).toBe(`---
id: <posts/bundle>
schema: 1
createdAt: 2023-12-24T00:00:00.000Z
publishAt: 2099-01-01T00:00:00.000Z
title: Bundle
publishDate: 2099-01-01
cover: <cover.png> # cover.png
---

![Cover picture](media:<cover.png>)
`);
    expect(await site.read("pages", "about")).toContain(
      "See [posts](entry:<posts/yaml>) and [bundle](entry:<posts/bundle>).",
    );
    expect(await site.read("docs", "guide")).toContain("[Install](entry:<docs/install>)");
    expect(await site.read("sections", "home")).toContain("title: Home\n---\n\nWelcome.\n");
    expect(site.notices).toEqual([]);
  });

  test("uses alt text from an image's first use", async () => {
    const { store } = await importFixture("hugo");
    const records = await Promise.all(store.mediaIds().map((id) => store.readMedia(id)));

    expect(records.map(({ filename, alt }) => `${filename} ${alt}`).toSorted()).toEqual([
      "cover.png Cover picture",
      "pic.png ",
    ]);
  });
});
