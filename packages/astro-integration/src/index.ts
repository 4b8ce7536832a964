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
 * Adds the content of a Loam site to Astro: `integrations: [loam()]`.
 *
 * @param options location of the published files and how to use them; can also be set in a `loam.config.*` file. The
 * environment variable `LOAM_SOURCE` overrides the source.
 * @throws CmsError `invalid_options` or `unsupported_source`, during Astro's setup
 */
export default function loam(options?: LoamOptions): AstroIntegration {
  return loamIntegration(options);
}
