import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestSite, post, type TestSite, writeTree } from "./import-into.ts";

const TYPE = `apiId: posts
kind: list
label: Posts
fields:
  - { id: title, apiId: title, label: Title, type: text }
  - { id: body, apiId: body, label: Body, type: richtext }
`;
/** A red one-pixel PNG. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const ID = `e${"a".repeat(19)}`;

async function handmade(
  site: TestSite,
  entries: Readonly<Record<string, string>>,
): Promise<string> {
  const files = Object.entries(entries).map(([name, text]) => [`content/posts/${name}`, text]);
  return writeTree(join(site.folder, "hand"), {
    "site.yml": "loam: 1\nname: By hand\n",
    "types/posts/type.yml": TYPE,
    ...Object.fromEntries(files),
  });
}

async function textOf({ store }: TestSite, slug: string): Promise<string> {
  const ref = store.findEntry("posts", slug);
  if (ref === undefined) throw new Error(`No entry ${slug}.`);
  return Buffer.from(await store.repository.readBlob(ref.blob)).toString();
}

/** The time at which the tests' imports run. */
const NOW = "2026-11-21T00:00:00.000Z";

describe("handwritten site files", () => {
  test("need only fields; the rest is added in order", async () => {
    const site = await createTestSite();
    const folder = await handmade(site, {
      "bare.md": post("# Mine\ntitle: Bare # so"),
      "known.md": post(`id: ${ID}\ntitle: Known`),
      "dated.md": post("createdAt: 2020-01-01T00:00:00Z\ntitle: Dated"),
      "text.md": `id: ${ID.replace("ea", "eb")}\n`,
    });

    const report = await site.import(folder);

    expect(report.failed).toEqual([]);
    expect(site.store.site().id).toBe(`s${"a".repeat(19)}`);
    const head = `schema: 1\ncreatedAt: ${NOW}\n`;
    expect(await textOf(site, "known")).toBe(`---\nid: ${ID}\n${head}title: Known\n---\nText.\n`);
    expect(await textOf(site, "bare")).toMatch(
      new RegExp(`^---\nid: e[a-z2-7]{19}\n${head}# Mine\ntitle: Bare # so\n---\nText.\n$`),
    );
    expect(await textOf(site, "dated")).toMatch(
      /^---\nid: e\S+\nschema: 1\ncreatedAt: 2020-01-01T00:00:00Z\ntitle: Dated\n---\n/,
    );
    expect(site.store.findEntry("posts", "text")?.id).not.toContain("eb");
  });

  test("change nothing on reimport and stay the site's entries", async () => {
    const site = await createTestSite();
    const folder = await handmade(site, { "a.md": post("title: A"), "b.md": post("title: B") });
    await site.import(folder);
    const head = site.store.head();
    const later = { now: () => new Date("2027-01-01T00:00:00Z") };

    expect((await site.import(folder, later)).commit).toBeUndefined();
    expect(site.store.head()).toBe(head);
    const actor = { name: "Ann", email: "ann@example.test" };
    const values = new Map([["title", "Made on the site"]]);
    const made = await site.store.saveEntry({ type: "posts", slug: "c", values }, { actor });
    await writeFile(join(folder, "content/posts/c.md"), post("title: Then by hand"));
    const report = await site.import(folder, later);

    expect(report.failed).toEqual([]);
    expect(report.entries.map(({ slug, change }) => `${slug} ${change}`)).toEqual([
      "a unchanged",
      "b unchanged",
      "c changed",
    ]);
    expect(site.store.findEntry("posts", "c")?.id).toBe(made.entry.id);
  });

  test("can swap their names", async () => {
    const site = await createTestSite();
    const other = ID.replace("ea", "eb");
    const folder = await handmade(site, {
      "a.md": post(`id: ${ID}\ntitle: A`),
      "b.md": post(`id: ${other}\ntitle: B`),
    });
    await site.import(folder);
    const path = (name: string): string => join(folder, "content/posts", name);
    await rename(path("a.md"), path("x.md"));
    await rename(path("b.md"), path("a.md"));
    await rename(path("x.md"), path("b.md"));

    const report = await site.import(folder);

    expect(report.failed).toEqual([]);
    expect(site.store.findEntry("posts", "a")?.id).toBe(other);
    expect(site.store.findEntry("posts", "b")?.id).toBe(ID);
  });

  test("can't change a published schema", async () => {
    const site = await createTestSite();
    const folder = await handmade(site, { "a.md": post("title: A") });
    await site.import(folder);
    const path = join(folder, "types/posts/type.yml");
    await writeFile(path, TYPE.replace("type: text", "type: number"));

    const report = await site.import(folder);

    expect(report.failed).toEqual([
      expect.objectContaining({ path: "types/posts/type.yml", code: "invalid_schema" }),
    ]);
    expect(site.store.type("posts")?.type.fields[0]?.type).toBe("text");
  });
});

test("a copied repository finds its images in media storage, also without variants", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post("title: A", "![Icon](icon.png)"),
    "posts/icon.png": Buffer.from(PIXEL, "base64"),
  });
  await site.import(folder);
  const { repository } = site.store;
  const copied = (await repository.listFiles(site.store.head())).map(async ({ path, oid }) => [
    path,
    await repository.readBlob(oid),
  ]);
  const copy = await writeTree(
    join(site.folder, "copy"),
    Object.fromEntries(await Promise.all(copied)),
  );

  const report = await site.import(copy);

  expect(report.media.total).toBe(1);
  expect(report.failed).toEqual([]);
  expect(report.commit).toBeUndefined();
});
