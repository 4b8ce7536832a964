import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { slowTests } from "../support/turns.ts";

const ROOT = join(import.meta.dirname, "../..");

test("lists existing slow tests without duplicates", () => {
  const files = slowTests();
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
