import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ERROR_CODES } from "@loam/cms-core";
import { expect, test } from "vitest";

const DOCS = resolve(import.meta.dirname, "../../docs/reference/errors.md");
const ROW = /^\| `([a-z_]+)` +\| (\d{3}) +\|/gm;

test("documents exactly the error codes with their status in docs/reference/errors.md", () => {
  const rows = [...readFileSync(DOCS, "utf8").matchAll(ROW)];
  const documented = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]));

  expect(documented).toEqual(ERROR_CODES);
});
