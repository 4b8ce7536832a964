import { describe, expect, test } from "vitest";
import { importFixture } from "./import-into.ts";

describe("a Zola site", () => {
  test("reads Zola's tables and dates in file names", async () => {
    const site = await importFixture("zola");

    expect(site.layout).toBe("zola");
    expect(site.fields("blog")).toEqual([
      "title text",
      "updated date",
      "tags text[]",
      "categories text[]",
      "toc boolean",
      "read_minutes number",
      "social repeat (card text)",
      "body richtext",
    ]);
    const hello = await site.read("blog", "hello");
    expect(hello).toContain("createdAt: 2023-05-06T00:00:00.000Z\n");
    expect(hello).toContain("Go to [other](entry:<blog/other>#part) or ![pic](media:<pic.png>).");
  });
});

describe("a Jekyll site", () => {
  test("reads posts, drafts, pages, collections, and Liquid links", async () => {
    const site = await importFixture("jekyll");

    expect(site.layout).toBe("jekyll");
    expect(
      site.store
        .types()
        .map(({ type }) => type.apiId)
        .toSorted(),
    ).toEqual(["pages", "posts", "recipes"]);
    expect(site.fields("recipes")).toEqual([
      "title text",
      "minutes number",
      "ingredients repeat (name text, amount text)",
      "body richtext",
    ]);
    expect(await site.read("posts", "news~updates~2024~01~31~first-post")).toBe(`---
id: <posts/news~updates~2024~01~31~first-post>
schema: 1
createdAt: 2024-01-31T00:00:00.000Z
title: "First: a post"
layout: post
categories: news updates
tags:
  - a
  - b
image: <pic.png> # pic.png
---

See [second](entry:<posts/writing~the-second>) and [link](entry:<pages/about>).

![Pic](media:<pic.png>) ![P2](media:<pic.png>)

{% highlight md %}
[no](/assets/pic.png)
{% endhighlight %}
`);
    const second = await site.read("posts", "writing~the-second");
    expect(second).toContain("createdAt: 2024-02-01T03:30:00.000Z\n");
    expect(second).toContain(
      "[first](entry:<posts/news~updates~2024~01~31~first-post>) and [again](entry:<posts/writing~the-second>)",
    );
  });
});

describe("an Eleventy site", () => {
  test("reads the input folder, permalinks, and dates in file names", async () => {
    const site = await importFixture("eleventy");

    expect(site.layout).toBe("eleventy");
    expect(
      site.store
        .types()
        .map(({ type }) => type.apiId)
        .toSorted(),
    ).toEqual(["pages", "posts"]);
    expect(await site.read("posts", "one")).toContain(
      "[two](entry:<posts/two>) ![i](media:<i.png>)",
    );
    expect(await site.read("posts", "two")).toContain('permalink: "false"\n');
    expect(await site.read("pages", "about")).toContain("About [one](entry:<posts/one>).");
  });
});

describe("an Obsidian vault", () => {
  test("converts wiki links, embeds, and properties to links, images, and references", async () => {
    const site = await importFixture("obsidian");

    expect(site.layout).toBe("obsidian");
    expect(site.fields("projects")).toEqual([
      "title text",
      "aliases text[]",
      "related reference[] (notes, projects)",
      "body richtext",
    ]);
    const inbox = await site.read("notes", "inbox");
    expect(inbox).toContain(
      "[Garden](entry:<projects/garden>), [the garden](entry:<projects/garden>), " +
        "[Garden > Soil & water](entry:<projects/garden>#soil--water), [[Nowhere]].",
    );
    expect(inbox).toContain(
      "![](media:<photo-one.png>) ![A photo](media:<photo-one.png>) [Garden](entry:<projects/garden>)",
    );
    expect(inbox).toContain(
      "`[[Garden]]` stays. Same by Markdown: [g](entry:<projects/garden>), [p](media:<photo-one.png>).",
    );
    expect(await site.read("projects", "shed")).toContain(
      "related:\n  - <projects/garden> # Garden\n",
    );
    expect(site.notices).toEqual([
      "title_from_name notes.title",
      "title_from_name Projects.title",
      "link_unresolved Inbox.md 1",
      "embed_became_link Inbox.md",
      "reference_inferred Projects.related",
    ]);
  });
});
