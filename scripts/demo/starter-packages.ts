import { execFile } from "node:child_process";
import { globSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./read-settings.ts";

const FOLDER = join(ROOT, "packages/hq/dist/starter");
const PACKAGES = ["astro-integration", "cms-core"];

/** Packs the packages that sites use, as npm would publish them. Requires a `tsc` build. */
export async function packStarter(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const folders = PACKAGES.map((name) => join(ROOT, "packages", name));
  const args = ["pack", ...folders, "--pack-destination", FOLDER, "--silent", "--ignore-scripts"];
  await promisify(execFile)("npm", args, { cwd: ROOT });
}

/** Returns whether the packed packages are up to date. */
export function isStarterPacked(): boolean {
  const packed = globSync("*.tgz", { cwd: FOLDER }).map((file) => statSync(join(FOLDER, file)));
  if (packed.length < PACKAGES.length) return false;
  const oldest = Math.min(...packed.map(({ mtimeMs }) => mtimeMs));
  const inputs = globSync("packages/{cms-core,astro-integration}/{dist,components}/**/*", {
    cwd: ROOT,
  });
  return inputs.every((file) => statSync(join(ROOT, file)).mtimeMs <= oldest);
}
