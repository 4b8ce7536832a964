import { globSync, readFileSync } from "node:fs";
import { dirname, posix, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * Which folders of cms-core a stage may import from, besides itself. Data flows down:
 * base → model → content → store → publish. The other packages see the subpaths only.
 */
const CORE_STAGES: Readonly<Record<string, readonly string[]>> = {
  ".": ["base", "model"],
  base: [],
  model: ["base"],
  content: ["base", "model"],
  query: ["base", "model"],
  render: ["base", "model"],
  merge: ["base", "model", "content", "render", "schema"],
  git: ["base"],
  s3: ["base"],
  media: ["base", "model", "s3"],
  schema: ["base", "model", "content", "render"],
  store: ["base", "model", "content", "git", "schema", "merge"],
  publish: ["base", "model", "content", "git", "render", "query", "schema", "store", "media", "s3"],
  "content-index": ["base", "model", "content", "git", "render", "store", "publish", "query"],
  drafts: ["base", "model", "render", "query", "schema", "store", "content-index"],
  history: ["base", "model", "content", "git", "schema", "merge", "store", "publish"],
  events: ["base", "model", "content", "git", "publish"],
  webhook: ["base", "model"],
  import: ["base", "model", "content", "media", "schema", "store", "publish"],
  export: [
    "base",
    "model",
    "content",
    "git",
    "render",
    "schema",
    "media",
    "store",
    "publish",
    "content-index",
    "import",
  ],
};

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "cms-core": [],
  hq: ["cms-core"],
  "astro-integration": ["cms-core"],
};

const SPECIFIER = /(?:^|\n)\s*(?:import|export)\b[^;"']*?["']([^"']+)["']/g;

function specifiers(path: string): string[] {
  const source = readFileSync(resolve(ROOT, path), "utf8");
  return [...source.matchAll(SPECIFIER)].flatMap(([, name = ""]) => (name === "" ? [] : [name]));
}

const files = globSync("packages/*/src/**/*.ts", { cwd: ROOT }).filter(
  (file) => !file.endsWith(".test.ts"),
);

describe("packages import only what they may", () => {
  test.for(files)("%s", (path) => {
    const [, name = ""] = path.split("/");
    const foreign = specifiers(path)
      .filter((specifier) => specifier.startsWith("@loam/"))
      .map((specifier) => specifier.split("/")[1] ?? "");

    expect(foreign.filter((other) => !(PACKAGES[name] ?? []).includes(other))).toEqual([]);
  });
});

describe("imports of cms-core only go down", () => {
  const core = files.filter((file) => file.startsWith("packages/cms-core/"));
  test.for(core)("%s", (path) => {
    const file = relative("packages/cms-core/src", path);
    const stage = file.includes("/") ? (file.split("/")[0] ?? "") : ".";
    const stages = specifiers(path)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => posix.join(dirname(file), specifier))
      .map((target) => (target.includes("/") ? (target.split("/")[0] ?? "") : "."));

    const allowed = new Set([stage, ...(CORE_STAGES[stage] ?? [])]);
    expect(stages.filter((target) => !allowed.has(target))).toEqual([]);
  });
});
