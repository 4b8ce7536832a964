import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { isDocsBuilt } from "../../../scripts/demo/docs-build.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Builds the documentation that HQ serves, unless nothing has changed since it was built. */
export function buildDocumentation(): void {
  if (isDocsBuilt()) return;
  // Nothing of a test runner's own settings: they make Vite and Astro behave differently.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ASTRO_TELEMETRY_DISABLED: "1" };
  execFileSync("npm", ["run", "--silent", "build:docs"], { cwd: ROOT, env, stdio: "inherit" });
}
