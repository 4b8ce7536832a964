import type { AstroConfig } from "astro";
import type { LoamOptions } from "../options/options.ts";
import type { SiteIndex } from "../source/site-index.ts";

type VitePlugin = NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>;

const NAME = "@loam/astro/live";
const PACKAGE = "@loam/astro";
const RUNTIME = "@loam/astro/runtime";
const RESOLVED = `\0${NAME}`;

/**
 * Replaces `@loam/astro/live` with a module that contains the integration's options and the content types. A deployed
 * server has no access to either and starts without a request.
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
