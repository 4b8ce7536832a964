import { resolve } from "node:path";
import { build, type Rollup } from "vite";
import { expect, test } from "vitest";

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@loam/source", "browser"] },
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, entry), formats: ["es"] },
    },
  });
  return [built].flat().flatMap(codeOf).join("\n");
}

test("bundles a small file without Node.js modules", async () => {
  const code = await bundle("index.ts");
  expect(code).toContain("Segmenter");
  expect(code).not.toMatch(/\bnode:|__vite-browser-external|\bprocess\.|\bBuffer\b/);
  expect(code.length).toBeLessThan(40_000);
});

test("bundles the skill functions and their YAML parsers without Node.js modules", async () => {
  const code = await bundle("skills.ts");
  expect(code).toContain("display_name");
  expect(code).not.toMatch(/["'`]node:|__vite-browser-external/);
  expect(code.length).toBeLessThan(300_000);
});

function codeOf(built: Rollup.RollupOutput | Rollup.RollupWatcher): readonly string[] {
  if (!("output" in built)) return [];
  return built.output.flatMap((part) => (part.type === "chunk" ? part.code : []));
}
