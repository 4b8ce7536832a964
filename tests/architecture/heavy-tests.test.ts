import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { heavyTests } from "../support/heavy-tests.ts";

const ROOT = join(import.meta.dirname, "../..");

test("lists existing heavy tests without duplicates", () => {
  const files = heavyTests();
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
