import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hq } from "../../support/hq/hq-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { FIXTURES } from "./import-into.ts";

const ENV = { LOAM_ADMIN_EMAIL: "a@example.com", LOAM_ADMIN_PASSWORD: "correct horse battery" };

async function setUp(): Promise<{
  folder: string;
  run: (...args: string[]) => ReturnType<typeof hq>;
}> {
  const folder = await temporaryFolder();
  await hq(["init"], { folder, env: ENV });
  return { folder, run: (...args) => hq(args, { folder, env: { LOAM_BILLING: "none" } }) };
}

test("imports a folder as a published site with original dates", async () => {
  const { folder, run } = await setUp();

  const first = await run(
    "import",
    join(FIXTURES, "hugo"),
    "--create",
    "Blog",
    "--yes",
    "--publish",
    "--json",
  );

  expect([first.code, first.err]).toEqual([0, ""]);
  const report: unknown = JSON.parse(first.out);
  expect(report).toMatchObject({
    layout: "hugo",
    published: { count: 7, refused: [] },
    failed: [],
  });
  const [site] = JSON.parse((await run("site", "list", "--json")).out);
  const list = JSON.parse(
    await readFile(join(folder, `data/public/${site.id}/api/posts.json`), "utf8"),
  );
  expect(
    list.contents.map(({ slug, publishedAt, updatedAt }: Record<string, string>) => [
      slug,
      publishedAt,
      updatedAt,
    ]),
  ).toEqual([
    ["yaml", "2024-03-01T09:00:00.000Z", "2024-03-05T00:00:00.000Z"],
    ["custom-json", "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.000Z"],
  ]);

  const again = await run("import", join(FIXTURES, "hugo"), "--yes", "--publish");
  expect(again.code).toBe(0);
  expect(again.out).toContain("Entries: 0 new, 0 changed, 9 unchanged.");
  expect(again.out).toContain("Nothing changed.\nPublished 0 entries; 0 problems, 0 warnings.\n");
});

test("a dry run shows the types, and a missing terminal is refused with advice", async () => {
  const { run } = await setUp();
  await run("site", "create", "Blog");

  const dry = await run("import", join(FIXTURES, "astro"), "--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.out).toContain("blog → blog (list, type created): 3 entries, 1 draft");
  expect(dry.out).toMatch(/^ {2}author +author +reference → authors +3 values$/m);

  const refused = await run("import", join(FIXTURES, "astro"));
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("Check the import with --dry-run, then use --yes");
});

test("exits with 1 for a bad file and imports the rest", async () => {
  const { folder, run } = await setUp();
  await writeFile(join(folder, "bad.md"), "---\ntitle: [\n---\n");
  await writeFile(join(folder, "good.md"), "---\ntitle: Good\n---\nText\n");
  await writeFile(join(folder, "map.yml"), "collections:\n  posts:\n    typ: x\n");

  const done = await run("import", folder, "--create", "Blog", "--yes");
  expect(done.code).toBe(1);
  expect(done.err).toContain(
    "hq: invalid: 1 file could not be imported.\n  bad.md cannot be read: ",
  );
  expect(done.out).toContain("Entries: 1 new");

  const mapped = await run("import", folder, "--yes", "--map", join(folder, "map.yml"));
  expect(mapped.code).toBe(1);
  expect(mapped.err).toContain('line 3: Unknown key "typ"');
});
