import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { contentIntegration } from "./content/content-integration.ts";
import { devIntegration } from "./dev/dev-integration.ts";
import { incrementalIntegration } from "./incremental/incremental-integration.ts";
import { livePlugin } from "./live/live-plugin.ts";
import { collectionNames } from "./loader/collection-names.ts";
import { openContent } from "./loader/open-content.ts";
import { imageIntegration } from "./media/image-integration.ts";
import { findOptions, resolveOptions } from "./options/find-options.ts";
import { GIVEN_OPTIONS } from "./options/given-options.ts";
import type { LoamOptions } from "./options/options.ts";
import { parseOptions } from "./options/parse-options.ts";
import { sharedState, shareState } from "./options/shared-state.ts";
import { previewIntegration } from "./preview/preview-integration.ts";
import { routesIntegration } from "./routes/routes-integration.ts";
import { injectFreshTypes } from "./schema/inject-types.ts";
import { globalTypesText } from "./schema/type-text.ts";
import { readSiteIndex } from "./source/site-index.ts";

const NAME = "@loam/astro";

/**
 * Bundles Astro's own `cookie` into server code. Otherwise, the import is resolved from the project, where another
 * package may have hoisted an older version without the same exports, and `astro build` fails with "Named export
 * 'parseCookie' not found". Astro does the same for `neotraverse` (withastro/astro#17508).
 */
const bundleCookie = {
  name: "loam:bundle-cookie",
  configEnvironment: (name: string) =>
    name === "client" ? undefined : { resolve: { noExternal: ["cookie"] } },
};

/** Creates the integration. See the default export of the package. */
export function loamIntegration(userOptions?: LoamOptions): AstroIntegration {
  let reads = true;
  const integration: AstroIntegration & { readonly [GIVEN_OPTIONS]: LoamOptions | undefined } = {
    name: NAME,
    [GIVEN_OPTIONS]: userOptions,
    hooks: {
      "astro:config:setup": async ({ command, config, updateConfig }) => {
        reads = command !== "preview";
        const root = fileURLToPath(config.root);
        const options = await findOptions(root, parseOptions(userOptions, "The options of loam()"));
        const cacheFolder = fileURLToPath(config.cacheDir);
        const watches = command === "dev";
        shareState({ options, root, cacheFolder, watches, loaderRuns: { count: 0 } });
        const live = livePlugin(options, async () =>
          options.source === undefined
            ? undefined
            : readSiteIndex(openContent(await resolveOptions(undefined))),
        );
        const content = contentIntegration(options);
        const integrations = [
          content.integration,
          imageIntegration(options),
          previewIntegration(options),
        ];
        if (command === "build") {
          integrations.push(routesIntegration(options, content.host));
          if (options.incremental) {
            integrations.push(incrementalIntegration(options, content.host));
          }
        }
        if (command === "dev") integrations.push(devIntegration(options, content.host));
        updateConfig({ vite: { plugins: [bundleCookie, live] }, integrations });
      },
      "astro:config:done": async ({ injectTypes }) => {
        // `astro preview` needs no source, and content.config can set it.
        if (!reads || sharedState()?.options.source === undefined) return;
        const options = await resolveOptions(undefined);
        const index = await readSiteIndex(openContent(options));
        const types = { prefix: options.prefix, collections: collectionNames(index, options) };
        const content = globalTypesText(index, types);
        await injectFreshTypes(injectTypes, { filename: "cms.d.ts", content });
      },
    },
  };
  return integration;
}
