import type { Loader } from "astro/loaders";
import { resolveOptions } from "../options/find-options.ts";
import type { LoamOptions } from "../options/options.ts";
import { readSiteIndex } from "../source/site-index.ts";
import { collectionNames } from "./collection-names.ts";
import { loamLoader } from "./loam-loader.ts";
import { openContent } from "./open-content.ts";

/** One Astro collection, in the form that `defineCollection()` returns. */
export interface LoamCollection {
  readonly type: "content_layer";
  readonly loader: Loader;
}

/**
 * A collection for every published content type, named by its API id, with its schema and types:
 *
 * ```ts
 * // src/content.config.ts
 * export const collections = { ...(await loamCollections()) };
 * ```
 *
 * @param given - Options over those of the integration.
 * @throws CmsError when the site cannot be read or an option names a type that is not published.
 */
export async function loamCollections(
  given?: LoamOptions,
): Promise<Readonly<Record<string, LoamCollection>>> {
  const options = await resolveOptions(given);
  const index = await readSiteIndex(openContent(options));
  const names = collectionNames(index, options);
  return Object.fromEntries(
    names.map((apiId): [string, LoamCollection] => [
      `${options.prefix}${apiId}`,
      { type: "content_layer", loader: loamLoader(apiId, given) },
    ]),
  );
}
