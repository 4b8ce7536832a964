import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CONFIG = resolve(import.meta.dirname, "node-22.tsconfig.json");

/** Features that the compiler accepts but Node 22.12 lacks, or has only behind a flag. */
const LATER = [
  /\busing\s+\w+\s*=/,
  /["']node:(?:sqlite|ffi|quic|zlib\/iter)["']/,
  /\bimport\.meta\.main\b/,
  /\bimport\s+(?:defer|source)\b/,
  /\b(?:URLPattern|Float16Array|AsyncDisposableStack|DisposableStack)\b/,
  /\b(?:RegExp\.escape|Promise\.try|Error\.isError|Iterator\.concat|Math\.sumPrecise)\b/,
  /\.(?:fromBase64|toBase64|setFromBase64|fromHex|toHex|setFromHex)\(/,
  /\b(?:registerHooks|stripTypeScriptTypes|mkdtempDisposable\w*|execve|argon2\w*|withScope)\b/,
  /\b(?:zstd\w+|createZstd\w+|setGlobalProxyFromEnv|navigator\.locks)\b/i,
];

/** @returns the compiler's output and the sources it read */
function compile(config: string): { readonly errors: string; readonly files: readonly string[] } {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["-p", config, "--listFiles"], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line !== "");
  const files = lines.filter((line) => line.startsWith("/") && !line.includes("/node_modules/"));
  return { errors: lines.filter((line) => !line.startsWith("/")).join("\n"), files };
}

test("@loam/astro and its imports use no features newer than Node 22.12", () => {
  const { errors, files } = compile(CONFIG);

  expect(errors).toBe("");
  expect(files).toContain(join(ROOT, "packages/astro-integration/src/loader/loam-loader.ts"));
  expect(files).toContain(join(ROOT, "packages/cms-core/src/render/html-policy.ts"));
  const later = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return LATER.filter((use) => use.test(source)).map((use) => `${file}: ${String(use)}`);
  });
  expect(later).toEqual([]);
});

test("detects a newer language feature", async () => {
  const folder = await temporaryFolder();
  const config = { extends: CONFIG, include: ["."], compilerOptions: { types: [] } };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "late.ts"), 'export const late = RegExp.escape("a");');

  expect(compile(join(folder, "tsconfig.json")).errors).toContain("escape");
});
