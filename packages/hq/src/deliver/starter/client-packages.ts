import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where `npm run build` packs the packages that sites use, seen from the sources as from what is built of them. */
export const PACKAGES_FOLDER: string = join(import.meta.dirname, "../../../dist/starter");

/** A package as npm packs it. */
export interface PackedPackage {
  readonly name: string;
  /** Name of its file. */
  readonly file: string;
  readonly content: Buffer;
}

/** The names that npm gives the files, without their versions. */
const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  ["loam-astro-", "@loam/astro"],
  ["loam-cms-core-", "@loam/cms-core"],
];

/** The packages of a site that belong to this server; undefined where they were not packed. */
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
