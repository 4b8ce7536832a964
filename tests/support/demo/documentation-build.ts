import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const INPUTS = [
  "docs/**/*",
  "examples/docs/{*,public/**/*,src/**/*}",
  "package.json",
  "package-lock.json",
];

/** Builds the documentation that HQ serves, unless nothing has changed since it was built. */
export function buildDocumentation(): void {
  if (isBuilt()) return;
  // Nothing of a test runner's own settings: they make Vite and Astro behave differently.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ASTRO_TELEMETRY_DISABLED: "1" };
  execFileSync("npm", ["run", "--silent", "build:docs"], { cwd: ROOT, env, stdio: "inherit" });
}

function isBuilt(): boolean {
  const page = join(ROOT, "packages/hq/dist/docs/index.html");
  const built = statSync(page, { throwIfNoEntry: false });
  if (built === undefined) return false;
  const inputs = globSync(INPUTS, { cwd: ROOT });
  return inputs.every((file) => statSync(join(ROOT, file)).mtimeMs <= built.mtimeMs);
}
