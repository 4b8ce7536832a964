import { unwatchFile, watchFile } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { collectionNames } from "./loader/collection-names.ts";
import { LOADER_NAME } from "./loader/loam-loader.ts";
import { findOptions, resolveOptions } from "./options/find-options.ts";
import type { LoamOptions } from "./options/options.ts";
import { parseOptions } from "./options/parse-options.ts";
import { sharedState, shareState } from "./options/shared-state.ts";
import { globalTypesText } from "./schema/type-text.ts";
import { openSource } from "./source/open-source.ts";
import { readSiteIndex } from "./source/site-index.ts";

/** Between two looks at whether something was published, while developing. */
const WATCH_MS = 300;

const NAME = "@loam/astro";

/**
 * Bundles Astro's own `cookie` into server code. Left outside, the import is resolved from the
 * project, where another package may have hoisted an older version without the same exports; then
 * `astro build` ends with "Named export 'parseCookie' not found". Astro does the same for
 * `neotraverse` (withastro/astro#17508).
 */
const bundleCookie = {
  name: "loam:bundle-cookie",
  configEnvironment: (name: string) =>
    name === "client" ? undefined : { resolve: { noExternal: ["cookie"] } },
};

/** The integration; see the default export of the package. */
export function loamIntegration(given?: LoamOptions): AstroIntegration {
  let reads = true;
  return {
    name: NAME,
    hooks: {
      "astro:config:setup": async ({ command, config, updateConfig }) => {
        reads = command !== "preview";
        const root = fileURLToPath(config.root);
        const options = await findOptions(root, parseOptions(given, "The options of loam()"));
        shareState({ options, root });
        updateConfig({ vite: { plugins: [bundleCookie] } });
      },
      "astro:config:done": async ({ injectTypes }) => {
        // What is built is shown without its source; and content.config may name the source itself.
        if (!reads || sharedState()?.options.source === undefined) return;
        const options = await resolveOptions(undefined);
        const index = await readSiteIndex(openSource(options));
        const types = { prefix: options.prefix, collections: collectionNames(index, options) };
        injectTypes({ filename: "cms.d.ts", content: globalTypesText(index, types) });
      },
      "astro:server:setup": ({ server, refreshContent, logger }) => {
        const { source } = sharedState()?.options ?? {};
        if (source?.folder === undefined || refreshContent === undefined) return;
        const index = resolve(sharedState()?.root ?? ".", source.folder, "api/index.json");
        // By its time and size: publishers replace the file, and a folder with it, which ends a
        // watch; and the folder may be on another machine.
        watchFile(index, { interval: WATCH_MS, persistent: false }, ({ size }) => {
          if (size === 0) return;
          // What was loaded before stays on the pages until the next good publish.
          refreshContent({ loaders: [LOADER_NAME] }).catch((error: unknown) => {
            logger.error(error instanceof Error ? error.message : String(error));
          });
        });
        server.httpServer?.once("close", () => unwatchFile(index));
      },
    },
  };
}
