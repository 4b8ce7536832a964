import type { AstroConfig } from "astro";
import type { LoamOptions } from "../options/options.ts";
import type { SiteIndex } from "../source/site-index.ts";

type VitePlugin = NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>;

const NAME = "@loam/astro/live";
const PACKAGE = "@loam/astro";
const RUNTIME = "@loam/astro/runtime";
const RESOLVED = `\0${NAME}`;

/**
 * Puts a module in place of `@loam/astro/live` that has the options of the integration and the content types in it: where a site
 * runs there is neither, and a server starts without asking anybody.
 */
export function livePlugin(
  options: LoamOptions,
  readIndex: () => Promise<SiteIndex | undefined>,
): VitePlugin {
  return {
    name: "loam:live",
    enforce: "pre",
    resolveId: (id: string) => (id === NAME ? RESOLVED : undefined),
    async load(id: string) {
      if (id !== RESOLVED) return undefined;
      const built = JSON.stringify({ options, index: await readIndex() });
      return `import { liveFunctions } from ${JSON.stringify(RUNTIME)};
export { CmsError, isCmsError } from ${JSON.stringify(PACKAGE)};
export const { loamLiveCollections, loamLiveLoader } = liveFunctions(${built});
`;
    },
  };
}
