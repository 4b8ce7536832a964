import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImportOptions, ImportReport } from "@loam/cms-core/import";
import { expect, onTestFinished, test, vi } from "vitest";
import { hq } from "../../support/hq/hq-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { copyFixture, createTestSite, post, type TestSite, writeTree } from "./import-into.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>';

/** Returns a report without its commits, which only a real import has. */
function said({ published, ...report }: ImportReport): unknown {
  return { ...report, commit: "", dryRun: false, published: { ...published, commit: "" } };
}

/** Removes ids, which are derived from the site's id. */
function parseWithoutIds(text: string): ImportReport {
  return JSON.parse(text.replaceAll(/"e[a-z2-7]{19}"/g, '"entry"'));
}

/** Returns the complete state of a site and its media storage. */
async function stateOf({ store, folder }: TestSite): Promise<unknown> {
  const { repository } = store;
  const media = await readdir(join(folder, "media"), { recursive: true });
  return [store.head(), await repository.resolveRef("refs/heads/published"), media.toSorted()];
}

async function expectForeseen(
  site: TestSite,
  folder: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const before = await stateOf(site);
  const dry = await site.import(folder, { ...options, publish: true, dryRun: true });
  expect(dry).toMatchObject({ dryRun: true });
  expect(dry).not.toHaveProperty("commit");
  expect(await stateOf(site)).toEqual(before);
  const real = await site.import(folder, { ...options, publish: true });
  expect(said(dry)).toEqual(said(real));
  return real;
}

test.each(["astro", "hugo", "zola", "jekyll", "eleventy", "obsidian"])(
  "a dry run of %s reports the later import, also on reimport",
  async (name) => {
    const site = await createTestSite();
    const folder = await copyFixture(name, site);
    const first = await expectForeseen(site, folder);
    expect(first.published?.count).toBeGreaterThan(0);
    await expectForeseen(site, folder);
    await writeFile(join(folder, "content-of-its-own.md"), "# New\n");
    await expectForeseen(site, folder);
  },
);

test("predicts refused files and images", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post("title: A", "![](ok.png) ![](cut.png) ![](logo.svg) [b](bad.md)"),
    "posts/bad.md": "---\ntitle: [\n---\n",
    "posts/ok.png": PIXEL,
    "posts/same.png": PIXEL,
    "posts/cut.png": PIXEL.subarray(0, 50),
    "posts/logo.svg": SVG,
    "posts/b.md": post("title: B\ncover: ok.png"),
    "posts/c.md": post("title: C\ncover: cut.png\npublishDate: 2030-01-01", "![](same.png)"),
  });

  const real = await expectForeseen(site, folder);

  expect(real.failed.map(({ path }) => path)).toEqual(["posts/bad.md"]);
  const refused = real.notices.filter(({ kind }) => kind === "media_refused");
  expect(refused.flatMap(({ places }) => places)).toEqual([
    { path: "posts/cut.png" },
    { path: "posts/logo.svg" },
  ]);
  expect(real.media).toEqual({ total: 1, added: 1 });
  await expectForeseen(site, folder, { svg: "clean" });
});

test("predicts unpublishable entries of a site's own files", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "hand"), {
    "site.yml": "loam: 1\nname: By hand\nroutes:\n  posts: /p/{slug}\n",
    "types/posts/type.yml":
      "apiId: posts\nkind: list\nlabel: Posts\nfields:\n  - { id: title, apiId: title, label: Title, type: text, required: true }\n",
    "content/posts/a.yml": "title: A\n",
    "content/posts/b.yml": 'title: ""\n',
    "content/posts/c.yml": "titel: C\n",
  });
  const real = await expectForeseen(site, folder);
  expect(real.published?.refused.length).toBeGreaterThan(0);
  await expectForeseen(site, folder);
});

test("leaves nothing in the temporary folder", async () => {
  const site = await createTestSite();
  const folder = await copyFixture("hugo", site);
  const temporary = await writeTree(join(site.folder, "temporary"), { kept: "" });
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  await site.import(folder, { dryRun: true });
  expect(await readdir(temporary)).toEqual(["kept"]);
});

test("hq import --dry-run works with --create and matches the import", async () => {
  const folder = await temporaryFolder();
  const run = (...args: string[]): ReturnType<typeof hq> => hq(args, { folder });
  await hq(["init"], {
    folder,
    env: { LOAM_ADMIN_EMAIL: "a@example.com", LOAM_ADMIN_PASSWORD: "correct horse battery" },
  });
  const source = await writeTree(join(folder, "blog"), {
    "posts/a.md": post("title: A\ndate: 2024-01-01", "![x](one.png) [b](b.md)"),
    "posts/b.md": post("title: B\ndate: 2024-01-02"),
    "posts/one.png": PIXEL,
  });
  const args = ["import", source, "--create", "Blog", "--publish", "--json"];

  const dry = await run(...args, "--dry-run");
  expect(JSON.parse((await run("site", "list", "--json")).out)).toEqual([]);
  expect(await readdir(join(folder, "data/sites"))).toEqual([]);
  const real = await run(...args, "--yes");

  expect([dry.code, dry.err]).toEqual([real.code, real.err]);
  expect(said(parseWithoutIds(dry.out))).toEqual(said(parseWithoutIds(real.out)));
  expect((await run(...args, "--dry-run")).err).toContain("name_taken");
});

test("keeps no site of a failed import", async () => {
  const folder = await temporaryFolder();
  const run = (...args: string[]): ReturnType<typeof hq> => hq(args, { folder });
  await run("init");
  const source = await writeTree(join(folder, "blog"), { "posts/a.md": post("title: A") });
  await writeFile(join(folder, "map.yml"), "collections: { gone: skip }\n");
  const args = ["import", source, "--create", "Blog", "--yes"];

  const failed = await run(...args, "--map", join(folder, "map.yml"));

  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining("gone")]);
  expect((await run(...args)).code).toBe(0);
});
