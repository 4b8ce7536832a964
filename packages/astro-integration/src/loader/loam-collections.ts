import type { Loader } from "astro/loaders";
import { resolveOptions } from "../options/find-options.ts";
import type { LoamOptions } from "../options/options.ts";
import { readSiteIndex } from "../source/site-index.ts";
import { collectionNames } from "./collection-names.ts";
import { loamLoader } from "./loam-loader.ts";
import { openContent } from "./open-content.ts";

/** An Astro collection in the format of `defineCollection()`. */
export interface LoamCollection {
  readonly type: "content_layer";
  readonly loader: Loader;
}

/**
 * Returns a collection for every published content type, named after its API ID, with its schema and types:
 *
 * ```ts // src/content.config.ts export const collections = { ...(await loamCollections()) };
 * ```
 *
 * @param overrides options that override those of the integration
 * @throws CmsError if the site cannot be read or an option contains a type that isn't published
 */
export async function loamCollections(
  overrides?: LoamOptions,
): Promise<Readonly<Record<string, LoamCollection>>> {
  const options = await resolveOptions(overrides);
  const index = await readSiteIndex(openContent(options));
  const names = collectionNames(index, options);
  return Object.fromEntries(
    names.map((apiId): [string, LoamCollection] => [
      `${options.prefix}${apiId}`,
      { type: "content_layer", loader: loamLoader(apiId, overrides) },
    ]),
  );
}
