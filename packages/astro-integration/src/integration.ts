import { unwatchFile, watchFile } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { keepRefreshed } from "./keep-refreshed.ts";
import { livePlugin } from "./live/live-plugin.ts";
import { collectionNames } from "./loader/collection-names.ts";
import { LOADER_NAME } from "./loader/loam-loader.ts";
import { openContent } from "./loader/open-content.ts";
import { findOptions, resolveOptions } from "./options/find-options.ts";
import { GIVEN_OPTIONS } from "./options/given-options.ts";
import type { LoamOptions } from "./options/options.ts";
import { parseOptions } from "./options/parse-options.ts";
import { sharedState, shareState } from "./options/shared-state.ts";
import { previewIntegration } from "./preview/preview-integration.ts";
import { globalTypesText } from "./schema/type-text.ts";
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
  /** The index before any content was loaded. */
  let loaded: IndexStamp;
  const integration: AstroIntegration & { readonly [GIVEN_OPTIONS]: LoamOptions | undefined } = {
    name: NAME,
    [GIVEN_OPTIONS]: given,
    hooks: {
      "astro:config:setup": async ({ command, config, updateConfig }) => {
        reads = command !== "preview";
        const root = fileURLToPath(config.root);
        const options = await findOptions(root, parseOptions(given, "The options of loam()"));
        const cacheFolder = fileURLToPath(config.cacheDir);
        shareState({ options, root, cacheFolder, watches: command === "dev" });
        const live = livePlugin(options, async () =>
          options.source === undefined
            ? undefined
            : readSiteIndex(openContent(await resolveOptions(undefined))),
        );
        updateConfig({
          vite: { plugins: [bundleCookie, live] },
          integrations: [previewIntegration(options)],
        });
      },
      "astro:config:done": async ({ injectTypes }) => {
        // What is built is shown without its source; and content.config may name the source itself.
        if (!reads || sharedState()?.options.source === undefined) return;
        const options = await resolveOptions(undefined);
        const place = indexPath();
        if (place !== undefined) loaded = await stampOf(place);
        const index = await readSiteIndex(openContent(options));
        const types = { prefix: options.prefix, collections: collectionNames(index, options) };
        injectTypes({ filename: "cms.d.ts", content: globalTypesText(index, types) });
      },
      "astro:server:setup": ({ server, refreshContent, logger }) => {
        const index = indexPath();
        if (index === undefined || refreshContent === undefined) return;
        // By its time and size: publishers replace the file, and a folder with it, which ends a
        // watch; and the folder may be on another machine.
        const { changed, close } = keepRefreshed({
          refresh: () => refreshContent({ loaders: [LOADER_NAME] }),
          // What was loaded before stays on the pages meanwhile.
          onFailed(error, againMs) {
            const why = error instanceof Error ? error.message : String(error);
            logger.error(`${why} It is tried again in ${againMs / 1000} s.`);
          },
        });
        watchFile(index, { interval: WATCH_MS, persistent: false }, ({ size }) => {
          if (size > 0) changed();
        });
        // What was published while Astro started is no change to the watch, which began after it.
        const look = async (): Promise<void> => {
          const now = await stampOf(index);
          if (now !== undefined && now !== loaded) changed();
        };
        setTimeout(() => void look(), WATCH_MS).unref();
        server.httpServer?.once("close", () => {
          unwatchFile(index);
          close();
        });
      },
    },
  };
  return integration;
}

/** When a file was written and how long it is; undefined where there is none. */
type IndexStamp = string | undefined;

async function stampOf(path: string): Promise<IndexStamp> {
  try {
    const { mtimeMs, size } = await stat(path);
    return size === 0 ? undefined : `${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}

/** The index of a site that is read from a folder. */
function indexPath(): string | undefined {
  const { options, root = "." } = sharedState() ?? {};
  const folder = options?.source?.kind === "files" ? options.source.folder : undefined;
  return folder === undefined ? undefined : resolve(root, folder, "api/index.json");
}
