import { resolve } from "node:path";
import { build, type Rollup } from "vite";
import { expect, test } from "vitest";

test("what a browser gets holds nothing of Node, and is small", async () => {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@loam/source"] },
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, "index.ts"), formats: ["es"] },
    },
  });
  const code = [built].flat().flatMap(codeOf).join("\n");
  expect(code).toContain("Segmenter");
  expect(code).not.toMatch(/\bnode:|__vite-browser-external|\bprocess\.|\bBuffer\b/);
  expect(code.length).toBeLessThan(40_000);
});

function codeOf(built: Rollup.RollupOutput | Rollup.RollupWatcher): readonly string[] {
  if (!("output" in built)) return [];
  return built.output.flatMap((part) => (part.type === "chunk" ? part.code : []));
}
