import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { collectionNames } from "./loader/collection-names.ts";
import { findOptions, resolveOptions } from "./options/find-options.ts";
import type { LoamOptions } from "./options/options.ts";
import { parseOptions } from "./options/parse-options.ts";
import { shareState } from "./options/shared-state.ts";
import { globalTypesText } from "./schema/type-text.ts";
import { openSource } from "./source/open-source.ts";
import { readSiteIndex } from "./source/site-index.ts";
import { bundlingPlugin } from "./vite/bundling-plugin.ts";
import { dataLayerPlugin } from "./vite/data-layer-plugin.ts";

const NAME = "@loam/astro";

/** The integration; see the default export of the package. */
export function loamIntegration(given?: LoamOptions): AstroIntegration {
  return {
    name: NAME,
    hooks: {
      "astro:config:setup": async ({ config, updateConfig }) => {
        const root = fileURLToPath(config.root);
        const options = await findOptions(root, parseOptions(given, "The options of loam()"));
        shareState({ options, root, packs: true });
        const folders = {
          root: config.root,
          cacheDir: config.cacheDir,
          embedAlways: config.adapter?.name.includes("cloudflare") ?? false,
        };
        updateConfig({ vite: { plugins: [bundlingPlugin(), dataLayerPlugin(folders)] } });
      },
      "astro:config:done": async ({ injectTypes }) => {
        const options = await resolveOptions(undefined);
        const index = await readSiteIndex(openSource(options));
        const types = { prefix: options.prefix, collections: collectionNames(index, options) };
        injectTypes({ filename: "cms.d.ts", content: globalTypesText(index, types) });
      },
    },
  };
}
