import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./read-settings.ts";
import type { Program } from "./run-program.ts";

const DOCS = join(ROOT, "examples/docs");
const BUILT = join(ROOT, "packages/hq/dist/docs");

/** Builds the documentation that HQ serves at `/docs`, as `npm run build:docs` does. */
export const DOCS_BUILD: Program = {
  name: "build the documentation",
  args: [join(ROOT, "node_modules/astro/bin/astro.mjs"), "build", "--silent", "--outDir", BUILT],
  cwd: DOCS,
  env: { DOCS_BASE: "/loam-docs-base", ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: undefined },
};

const INPUTS = [
  "docs/**/*",
  "examples/docs/*.*",
  "examples/docs/{src,public}/**/*",
  "package-lock.json",
];

/** Returns whether the build is complete and up to date. */
export function isDocsBuilt(): boolean {
  // The search index is written last.
  const index = join(BUILT, "pagefind/pagefind-entry.json");
  const built = statSync(index, { throwIfNoEntry: false });
  if (built === undefined) return false;
  const inputs = globSync(INPUTS, { cwd: ROOT });
  return inputs.every((file) => statSync(join(ROOT, file)).mtimeMs <= built.mtimeMs);
}
