import { readFile } from "node:fs/promises";
import { CmsError } from "@loam/cms-core";
import { type ImportMap, parseImportMap } from "@loam/cms-core/import";

/**
 * The map file of `hq import --map`.
 *
 * @throws CmsError `not_found`, `invalid_map` with the line
 */
export async function readMapFile(path: string): Promise<ImportMap> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CmsError("not_found", `The map file ${path} cannot be read.`, { cause });
  });
  return parseImportMap(text, path);
}
