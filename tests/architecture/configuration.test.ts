import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

function names(path: string, pattern: RegExp): string[] {
  const text = readFileSync(resolve(ROOT, path), "utf8");
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
}

test("documents exactly the variables that HQ reads in docs/reference/configuration.md", () => {
  const read = names(
    "packages/hq/src/platform/config/config-variables.ts",
    /^ {2}(LOAM_[A-Z_]+):/gm,
  );
  const documented = names("docs/reference/configuration.md", /^\| `(LOAM_[A-Z_]+)` +\|/gm);

  expect(read.length).toBeGreaterThan(10);
  expect(documented).toEqual(read);
});

test("documents exactly the settings of a worker in docs/reference/worker-configuration.md", () => {
  const rules = "packages/worker/src/config/setting-rules.ts";
  const documented = names("docs/reference/worker-configuration.md", /^\| `([A-Za-z_]+)` +\|/gm);
  const read = names(rules, /^ {2}(\w+): \[/gm);

  expect(read.length).toBeGreaterThan(10);
  // `LOAM_WORKER_HOME` determines where the settings are.
  expect(documented).toEqual([...read, "LOAM_WORKER_HOME"].toSorted());
});
