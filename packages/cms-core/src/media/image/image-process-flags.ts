import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";

/** JavaScript's share of the memory; pictures are outside of it. */
const HEAP_MB = 256;

/** As source or compiled, this file stands three folders below its package. */
const OWN_CODE = resolve(import.meta.dirname, "../../..");

/** The packages that an image process loads. */
const PACKAGES = ["sax", "sharp", "thumbhash"];

/**
 * What Node is told when it starts an image process: it may read its own code and may read and write
 * `folder`. Network, child processes and worker threads are off. Native code, which decodes, is not held by
 * this; it is held by what its process can reach.
 */
export function imageProcessFlags(folder: string): string[] {
  const code = new Set([OWN_CODE, ...PACKAGES.map(modulesFolder)]);
  return [
    "--permission",
    "--allow-addons",
    ...[...code, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    `--max-old-space-size=${HEAP_MB}`,
    // Says that add-ons weaken the permissions, at each start.
    "--disable-warning=SecurityWarning",
  ];
}

/** The outermost `node_modules` of a package, which holds what it needs itself. */
function modulesFolder(name: string): string {
  const path = realpathSync(createRequire(import.meta.url).resolve(name));
  const marker = `${sep}node_modules${sep}`;
  const at = path.indexOf(marker);
  return at === -1 ? dirname(path) : join(path.slice(0, at), "node_modules");
}
