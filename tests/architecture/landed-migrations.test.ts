import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { INDEX_FORMAT, LOOKUPS, TABLES } from "../../packages/cms-core/src/find/schema/tables.ts";
import { MIGRATIONS } from "../../packages/worker/src/state/migrations.ts";
import landed from "./landed-migrations.json" with { type: "json" };

const FOLDER = resolve(import.meta.dirname, "../../packages/hq/src/platform/db/migrations");

/** Hashes only the code, so that formatting, comments, and import paths can change. */
function hashOf(source: string): string {
  const program = source
    .replaceAll(/^import [^;]*;$/gm, "")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*(?:\/\/|--).*$/gm, "")
    .replaceAll(/\s+/g, "")
    .replaceAll(/,(?=[)}\]])/g, "");
  return createHash("sha256").update(program).digest("hex").slice(0, 16);
}

function hqMigrations(): Readonly<Record<string, string>> {
  const names = readdirSync(FOLDER).toSorted();
  return Object.fromEntries(
    names.map((name) => [
      name.replace(/\.ts$/, ""),
      hashOf(readFileSync(resolve(FOLDER, name), "utf8")),
    ]),
  );
}

function workerMigrations(): Readonly<Record<string, string>> {
  return Object.fromEntries(MIGRATIONS.map(({ number, sql }) => [String(number), hashOf(sql)]));
}

// A database never runs a migration twice, so editing a released one would create two kinds of databases. For a new
// migration, the failure message shows the line to add to landed-migrations.json.
test.for([
  ["hq", hqMigrations(), landed.hq],
  ["worker", workerMigrations(), landed.worker],
] as const)("keeps released migrations of %s unchanged and lists new ones", ([, now, then]) => {
  expect(now).toEqual(then);
});

test("increments the content index format with every change of its tables", () => {
  expect({ [INDEX_FORMAT]: hashOf(TABLES + LOOKUPS) }).toEqual(landed.contentIndex);
});

test("detects a changed migration but ignores formatting", () => {
  const source = 'import { a } from "./a.ts";\n// why\nawait db.createTable("x").execute();\n';
  const moved = 'import { a } from "../b/a.ts";\n\nawait db\n  .createTable("x").execute();\n';
  expect(hashOf(moved)).toBe(hashOf(source));
  expect(hashOf(source.replace('"x"', '"y"'))).not.toBe(hashOf(source));
});
