import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, noticeLines, post, writeTree } from "./import-into.ts";

const HEAD = `
import { defineCollection, reference } from "astro:content";
import { file, glob } from "astro/loaders";
import { z } from "astro/zod";
import { parse as parseCsv } from "csv-parse/sync";
`;

/** Imports an Astro project in which a file contains a collection. */
async function importFile(
  loader: string,
  files: Readonly<Record<string, string>>,
  more: { readonly code?: string; readonly collections?: string } = {},
) {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "astro.config.mjs": "export default {}",
    "src/content.config.ts": `${HEAD}${more.code ?? ""}
export const collections = { ${more.collections ?? ""} teams: defineCollection({ loader: ${loader}, schema: z.object({ name: z.string() }) }) };
`,
    ...files,
  });
  const report = await site.import(folder);
  const slugs = site.store.entries("teams").map(({ slug }) => slug);
  return { site, report, slugs: slugs.toSorted() };
}

const JSON_LIST = `[
  { "id": "red", "name": "Red", "size": 4, "code": "007", "since": "2024-03-01" },
  { "slug": "blue", "name": "Blue", "size": 5, "code": "008", "since": "2024-03-02" }
]`;

test.each<[string, string, Readonly<Record<string, string>>]>([
  ["a JSON list", `file("src/data/teams.json")`, { "src/data/teams.json": JSON_LIST }],
  [
    "a JSON object",
    `file('./src/content/teams/all.json')`,
    {
      "src/content/teams/all.json": `{"$schema": "x.json", "red": {"name": "Red", "size": 4}, "blue": {"name": "Blue", "size": 5}}`,
    },
  ],
  [
    "a YAML list",
    "file(`src/data/teams.yaml`)",
    {
      "src/data/teams.yaml":
        "---\n# teams\n- id: red\n  name: Red\n  size: 4\n- id: blue\n  name: Blue\n  size: 5\n",
    },
  ],
  [
    "a YAML mapping",
    `file("data/teams.yml")`,
    { "data/teams.yml": "red:\n  name: Red\n  size: 4\nblue: { name: Blue, size: 5 }\n" },
  ],
  [
    "TOML tables",
    `file("src/data/teams.toml")`,
    { "src/data/teams.toml": '[red]\nname = "Red"\nsize = 4\n[blue]\nname = "Blue"\nsize = 5\n' },
  ],
  [
    "CSV",
    `file("src/data/teams.csv", { parser: (text) => parseCsv(text, { columns: true, delimiter: ";" }) })`,
    { "src/data/teams.csv": '\uFEFFid;name;size\nred;"Red";4\n\nblue;Blue;5\n' },
  ],
  [
    "a list below a key",
    `file("src/data/pets.json", { parser: (text) => JSON.parse(text).teams["big ones"] })`,
    { "src/data/pets.json": `{"teams": {"big ones": ${JSON_LIST}, "small": [{"id": "no"}]}}` },
  ],
  [
    "a YAML parser",
    `file(place, { parser: readYaml })`,
    { "src/data/teams.yaml": "red: { name: Red, size: 4 }\nblue: { name: Blue, size: 5 }\n" },
  ],
])("imports every entry of %s", async (_, loader, files) => {
  const code = `const place = "src/data/teams.yaml";\nconst readYaml = (text: string) => { return yaml.load(text); };`;
  const { site, report, slugs } = await importFile(loader, files, { code });
  expect(report.failed).toEqual([]);
  expect(slugs).toEqual(["blue", "red"]);
  expect(site.fields("teams")).toEqual(expect.arrayContaining(["name text", "size number"]));
  expect(await site.read("teams", "red")).toContain("name: Red");
  const [path = ""] = Object.keys(files);
  expect(report.entries.map((entry) => entry.path).toSorted()).toEqual([
    `${path}#blue`,
    `${path}#red`,
  ]);
  expect(report.skipped.flatMap(({ places }) => places).map((place) => place.path)).not.toContain(
    path,
  );
  const again = await site.import(join(site.folder, "site"));
  expect(again.entries.map(({ change }) => change)).toEqual(["unchanged", "unchanged"]);
});

test("keeps text that looks like a number, and dates", async () => {
  const { site } = await importFile(`file("src/data/teams.json")`, {
    "src/data/teams.json": JSON_LIST,
  });
  expect(site.fields("teams")).toEqual(
    expect.arrayContaining(["code text", "since date", "size number"]),
  );
});

test("makes references to entries in a file, and images relative to it", async () => {
  const { site, report } = await importFile(
    `file("src/data/teams.json")`,
    {
      "src/data/teams.json": `{"red/a": {"name": "Red", "logo": "./red.png"}, "blue": {"name": "Blue", "logo": "red.png"}}`,
      "src/data/red.png": Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ).toString("latin1"),
      "src/content/blog/one.md": post("title: One\nteam: blue\nteams: [red/a, blue]"),
    },
    {
      collections: `blog: defineCollection({ loader: glob({ pattern: "*.md", base: "src/content/blog" }), schema: z.object({ team: reference("teams"), teams: z.array(reference("teams")) }) }),`,
    },
  );
  expect(report.failed).toEqual([]);
  expect(site.fields("blog")).toEqual(
    expect.arrayContaining(["team reference (teams)", "teams reference[] (teams)"]),
  );
  expect(site.store.entries("teams")).toHaveLength(2);
});

test("imports several collections from one file", async () => {
  const { site } = await importFile(
    `file("src/data/all.json", { parser: (text) => JSON.parse(text).teams })`,
    {
      "src/data/all.json": `{"teams": [{"id": "red", "name": "Red"}], "cities": {"oslo": {"name": "Oslo"}}}`,
    },
    {
      collections: `cities: defineCollection({ loader: file("src/data/all.json", { parser: (t) => JSON.parse(t).cities }) }),`,
    },
  );
  expect(site.store.entries("teams").map(({ slug }) => slug)).toEqual(["red"]);
  expect(site.store.entries("cities").map(({ slug }) => slug)).toEqual(["oslo"]);
});

test("lists by name what it cannot import", async () => {
  const code = await importFile(
    `file("src/data/teams.json", { parser: (text) => JSON.parse(text).map(toTeam) })`,
    { "src/data/teams.json": JSON_LIST, "src/content/blog/one.md": post("title: One") },
  );
  expect(code.slugs).toEqual([]);
  expect(code.report.skipped).toContainEqual(
    expect.objectContaining({
      reason: "parser",
      places: [expect.objectContaining({ path: expect.stringMatching(/^src\/data\//) })],
    }),
  );

  const parts = await importFile(`file("src/data/teams.json")`, {
    "src/data/teams.json": `[{"id": "red", "name": "First"}, {"name": "No ID"}, "text", {"id": "red", "name": "Red"}]`,
  });
  expect(parts.slugs).toEqual(["red"]);
  expect(await parts.site.read("teams", "red")).toContain("name: Red");
  expect(parts.report.failed.map(({ message }) => message)).toEqual([
    'src/data/teams.json: The entry 2 has neither an "id" nor a "slug".',
    "src/data/teams.json: The entry 3 is not a mapping of keys to values.",
    'src/data/teams.json: The entry "red" occurs more than once. Only the last one was imported.',
  ]);

  const broken = await importFile(`file("src/data/teams.json")`, {
    "src/data/teams.json": `[{"id": "red",`,
    "src/content/blog/one.md": post("title: One"),
  });
  expect(broken.report.failed).toEqual([
    expect.objectContaining({ path: "src/data/teams.json", code: "yaml_syntax" }),
  ]);
  expect(noticeLines(broken.report)).toEqual([]);
});
