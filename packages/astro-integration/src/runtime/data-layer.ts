// Imported by the module that Astro's data layer becomes; see vite/data-layer-plugin.ts.
import { join } from "node:path";
import { type DataStoreMap, hydrate, type RenderedBody } from "../pack/hydrate.ts";
import { embeddedPack, filePack } from "../pack/read-pack.ts";
import { readRichText, renderRichText } from "../rich-text/render-rich-text.ts";

/** For pages that are built or served where the cache folder is. */
export function hydrateFromFolder(stored: unknown, folder: string): DataStoreMap {
  return loudly(() =>
    hydrate(stored, { openPack: (file) => filePack(join(folder, file)), renderBody }),
  );
}

/**
 * For servers: the packs are in the bundle.
 *
 * @param packs - Base64 by file name.
 */
export function hydrateEmbedded(
  stored: unknown,
  packs: Readonly<Record<string, string>>,
): DataStoreMap {
  return loudly(() =>
    hydrate(stored, { openPack: (file) => embeddedPack(packs[file] ?? ""), renderBody }),
  );
}

/**
 * Astro takes a data store that cannot be loaded for an empty one and builds an empty site of it.
 * Here the first page that asks for content fails with the reason.
 */
function loudly(load: () => DataStoreMap): DataStoreMap {
  try {
    return load();
  } catch (error) {
    const broken: DataStoreMap = new Map();
    broken.get = () => {
      throw error;
    };
    return broken;
  }
}

function renderBody(markdown: string): RenderedBody {
  return {
    // Astro awaits the HTML of `render(entry)`; code is highlighted by a library that is loaded when needed.
    get html() {
      return renderRichText(markdown).then(({ html }) => html);
    },
    get headings() {
      return readRichText(markdown, 0).headings;
    },
  };
}
