import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestSite, noticeLines, post, writeTree } from "./import-into.ts";

const TOO_LONG = "x".repeat(200_001);

describe("links to files that can't be imported", () => {
  test("stay unchanged, are reported, and don't prevent publishing", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/history.md": post("title: History", TOO_LONG),
      "posts/a.md": post("title: A\nrelated: history.md", "See [history](history.md#v1)."),
      "posts/b.md": post("title: B\nrelated: history.md", "See [a](a.md), [history](history.md)."),
      "bad/long.md": post("title: Long", TOO_LONG),
    });

    const report = await site.import(folder, { publish: true });

    expect(report.failed.map(({ path }) => path)).toEqual(["bad/long.md", "posts/history.md"]);
    expect(report.collections.map(({ name, entries }) => `${name} ${entries}`)).toEqual([
      "posts 2",
    ]);
    expect(await site.read("posts", "a")).toContain("See [history](history.md#v1).");
    expect(await site.read("posts", "b")).toContain(
      "See [a](entry:<posts/a>), [history](history.md).",
    );
    expect(site.fields("posts")).toContain("related text");
    expect(noticeLines(report)).toEqual([
      "link_unresolved posts/a.md 5",
      "link_unresolved posts/b.md 5",
    ]);
    expect(report.published).toMatchObject({ count: 2, refused: [] });
    expect((await site.import(folder)).commit).toBeUndefined();
  });

  test("resolve to the entry of an earlier import", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/history.md": post("title: History"),
      "posts/a.md": post("title: A", "See [history](history.md)."),
    });
    await site.import(folder);
    await writeFile(join(folder, "posts/history.md"), post("title: History", TOO_LONG));

    const report = await site.import(folder);

    expect(report.failed.map(({ path }) => path)).toEqual(["posts/history.md"]);
    expect(report.commit).toBeUndefined();
    expect(await site.read("posts", "a")).toContain("[history](entry:<posts/history>)");
  });
});

test("a footnote isn't a link definition, but its links are links", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post(
      "title: A",
      "One[^1], two[^b].\n\n[^1]: b.md is a file.\n[^b]: See [b](b.md).",
    ),
    "posts/b.md": post("title: B"),
  });

  await site.import(folder);

  expect(await site.read("posts", "a")).toContain(
    "[^1]: b.md is a file.\n[^b]: See [b](entry:<posts/b>).",
  );
});

test("follows the site's redirects, internal and external", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "next.config.mjs": "",
    "redirects.json": JSON.stringify({
      moved: [
        { source: "/:locale/old/:name", destination: "/:locale/docs/:name#top" },
        { source: "/shop/:path*", destination: "https://shop.example.com/:path*" },
        { source: "/loop", destination: "/loop" },
        { source: "/beta", destination: "/docs/setup", has: [{ type: "host", value: "x" }] },
      ],
    }),
    "public/_redirects":
      "# old pages\n/wiki/* /docs/:splat 301\n/gone /docs/setup 410\n/* /docs/setup 200\n/:any /docs/setup\n",
    "pages/docs/setup.md": post("title: Setup"),
    "pages/docs/from.md": post(
      "title: From",
      "[a](/old/setup) [b](/wiki/setup#x) [c](/shop/cart/1) [d](/loop) [e](/wiki/gone) [f](/gone) [g](/beta)",
    ),
  });

  const report = await site.import(folder);

  expect(await site.read("docs", "from")).toContain(
    "[a](entry:<docs/setup>#top) [b](entry:<docs/setup>#x) [c](/shop/cart/1) [d](/loop) [e](/wiki/gone) [f](/gone) [g](/beta)",
  );
  expect(report.links).toEqual({ internal: 6, resolved: 2 });
});
