import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Output folder for packages that sites use in `npm run build`, relative to both the sources and the compiled files.
 */
export const PACKAGES_FOLDER: string = join(import.meta.dirname, "../../../dist/starter");

/** A package created by `npm pack`. */
export interface PackedPackage {
  readonly name: string;
  /** File name. */
  readonly file: string;
  readonly content: Buffer;
}

/** File name prefixes used by npm, without versions. */
const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  ["loam-astro-", "@loam/astro"],
  ["loam-cms-core-", "@loam/cms-core"],
];

/** Returns the packages for sites that match this server, or undefined if they were not built. */
export async function readClientPackages(
  folder: string,
): Promise<readonly PackedPackage[] | undefined> {
  const files = await readdir(folder).catch(() => []);
  const found = NAMES.flatMap(([prefix, name]) => {
    const file = files.find((one) => one.startsWith(prefix) && one.endsWith(".tgz"));
    return file === undefined ? [] : [{ name, file }];
  });
  if (found.length < NAMES.length) return undefined;
  return Promise.all(
    found.map(async (one) =>
      Object.assign({ content: await readFile(join(folder, one.file)) }, one),
    ),
  );
}
