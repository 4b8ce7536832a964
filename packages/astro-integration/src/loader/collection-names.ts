import type { ResolvedOptions } from "../options/options.ts";
import { findType, type SiteIndex } from "../source/site-index.ts";

/**
 * Returns the API IDs of the types that become collections.
 *
 * @throws CmsError `content_type_not_found` if the options contain one that isn't published
 */
export function collectionNames(
  index: SiteIndex,
  { include, exclude }: Pick<ResolvedOptions, "include" | "exclude">,
): readonly string[] {
  for (const apiId of [...(include ?? []), ...exclude]) findType(index, apiId);
  return index.contentTypes
    .map(({ apiId }) => apiId)
    .filter((apiId) => (include?.has(apiId) ?? true) && !exclude.has(apiId));
}
