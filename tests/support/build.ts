import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** End-to-end tests run the packages as users get them, so they are built first. */
export function setup(): void {
  execFileSync(resolve(ROOT, "node_modules/.bin/tsc"), ["-b"], { cwd: ROOT, stdio: "inherit" });
}
