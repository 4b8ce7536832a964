import type { AstroIntegration } from "astro";
import { loamIntegration } from "./integration.ts";
import type { LoamOptions } from "./options/options.ts";

export type {
  ApiSource,
  CollectionOptions,
  EntryRoutes,
  FilesSource,
  GitSource,
  LinkedEntry,
  LoamOptions,
  LoamSource,
} from "./options/options.ts";
export { CmsError, isCmsError } from "@loam/cms-core";

/**
 * Content of a Loam site in Astro: `integrations: [loam()]`.
 *
 * @param options - Where the published files are, and what becomes of them; also from a
 * `loam.config.*` file. The variable `LOAM_SOURCE` names another source.
 * @throws CmsError `invalid_options` or `unsupported_source`, in Astro's set-up.
 */
export default function loam(options?: LoamOptions): AstroIntegration {
  return loamIntegration(options);
}
