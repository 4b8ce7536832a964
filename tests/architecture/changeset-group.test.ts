import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "../..");

test("releases all packages together under one version", () => {
  const names = readdirSync(join(root, "packages")).map(
    (folder) => readJson(`packages/${folder}/package.json`, z.object({ name: z.string() })).name,
  );
  const { fixed } = readJson(
    ".changeset/config.json",
    z.object({ fixed: z.array(z.array(z.string())) }),
  );
  expect(fixed.map((group) => group.toSorted())).toEqual([names.toSorted()]);
});

function readJson<T>(path: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(join(root, path), "utf8")));
}
