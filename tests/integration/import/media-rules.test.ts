import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script><path d="M0 0h1v1z"/></svg>';
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

describe("SVG files", () => {
  test("are sanitized if configured, as the site then requires", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A", "![x](logo.svg)"),
      "posts/logo.svg": SVG,
    });
    expect((await site.import(folder)).media.total).toBe(0);

    const report = await site.import(folder, { svg: "clean" });

    expect(report.media).toEqual({ total: 1, added: 1 });
    expect(site.store.site().media).toEqual({ svg: "clean" });
    expect(await site.read("posts", "a")).toContain("![x](media:<logo.svg>)");
    expect((await site.import(folder)).commit).toBeUndefined();
  });

  test("are refused again by an import with that rule", async () => {
    const site = await createTestSite();
    await site.store.changeSettings({
      svg: "clean",
      actor: { name: "T", email: "t@example.com" },
    });
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A", "![x](logo.svg)"),
      "posts/logo.svg": SVG,
    });

    const report = await site.import(folder, { svg: "refuse" });

    expect(report.media.total).toBe(0);
    expect(site.store.site().media).toEqual({ svg: "refuse" });
  });
});

test("merges identical files into one media file and reports them", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post("title: A", "![x](one.png) ![y](two.png)"),
    "posts/one.png": PIXEL,
    "posts/two.png": PIXEL,
  });

  const report = await site.import(folder);

  expect(report.media.total).toBe(1);
  expect(report.notices.find(({ kind }) => kind === "media_merged")?.places).toEqual([
    { path: "posts/two.png", about: "posts/one.png" },
  ]);
  expect(await site.read("posts", "a")).toContain("![x](media:<one.png>) ![y](media:<one.png>)");
});

describe("media of a site's own files", () => {
  const id = `m${"a".repeat(19)}`;
  const record = `id: ${id}\nsha256: ${"0".repeat(64)}\nfilename: one.png\nmimeType: image/png\nbyteSize: 69\nalt: ""\ncreatedAt: 2024-01-01T00:00:00.000Z\n`;
  const site = { "site.yml": "loam: 1\nname: By hand\n" };

  test("are reported if two records share an id", async () => {
    const target = await createTestSite();
    const folder = await writeTree(join(target.folder, "hand"), {
      ...site,
      "types/posts/type.yml":
        "apiId: posts\nkind: list\nlabel: Posts\nfields:\n  - { id: title, apiId: title, label: Title, type: text }\n",
      [`media/aa/${id}.yml`]: record,
      [`media/old/${id}.yml`]: record.replace("one.png", "other.png"),
      [`media/files/${id}.png`]: PIXEL,
    });

    const report = await target.import(folder);

    expect(report.failed).toEqual([
      expect.objectContaining({
        code: "id_taken",
        path: `media/old/${id}.yml`,
        message: `media/old/${id}.yml has the same media ID as media/aa/${id}.yml. Give the copy its own ID.`,
      }),
    ]);
    expect((await target.store.readMedia(id)).filename).toBe("one.png");
  });

  test("are refused if two binaries share an id", async () => {
    const target = await createTestSite();
    const folder = await writeTree(join(target.folder, "hand"), {
      ...site,
      "types/posts/type.yml":
        "apiId: posts\nkind: list\nlabel: Posts\nfields:\n  - { id: title, apiId: title, label: Title, type: text }\n",
      [`media/aa/${id}.yml`]: record,
      [`media/files/${id}.jpg`]: "x",
      [`media/files/${id}.png`]: PIXEL,
    });

    const { failed } = await target.import(folder);

    expect(failed).toEqual([expect.objectContaining({ code: "id_taken" })]);
    expect(failed[0]?.message).toContain(`${id}.jpg and ${id}.png`);
    expect(target.store.mediaIds()).toEqual([]);
  });
});

test("reports MDX components with their number of files", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "docs"), {
    "docs/a.mdx": post(
      "title: A",
      'import { Tabs } from "x";\n\n<Tabs>\n    <Tabs.Item>Text `<Code>`</Tabs.Item>\n</Tabs>\n\n```jsx\n<Fenced />\n```',
    ),
    "docs/b.mdx": post("title: B", "<Tabs\n  open\n/>\n\n<div>no component</div>"),
    "docs/c.md": post("title: C", "A Vec<T> of T, <Note>text</Note>"),
  });

  const report = await site.import(folder);

  expect(report.components).toEqual([
    { name: "Tabs", files: 2 },
    { name: "Note", files: 1 },
    { name: "Tabs.Item", files: 1 },
  ]);
});
