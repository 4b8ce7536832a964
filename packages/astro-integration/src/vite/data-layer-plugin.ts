import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CmsError } from "@loam/cms-core";
import { PACK_FOLDER } from "../pack/pack-format.ts";

/** What of Astro's configuration says where the data store is. */
export interface CacheFolders {
  readonly root: URL;
  readonly cacheDir: URL;
  /** Whether server code may run where there is no cache folder. */
  readonly embedAlways: boolean;
}

/** The part of a Vite plugin that is used here. */
export interface DataLayerPlugin {
  readonly name: string;
  config(config: unknown, env: { readonly command: string }): void;
  readonly transform: {
    readonly filter: { readonly id: RegExp };
    handler(
      this: { readonly environment: { readonly name: string } },
      code: string,
    ): { code: string; map: { mappings: "" } };
  };
}

const RUNTIME = fileURLToPath(new URL("../runtime/data-layer.js", import.meta.url));

/** Folder of the packs: Astro keeps the store of `astro dev` apart from the store of builds. */
export function packFolder(
  { root, cacheDir }: Pick<CacheFolders, "root" | "cacheDir">,
  isDev: boolean,
): string {
  return join(fileURLToPath(isDev ? new URL(".astro/", root) : cacheDir), PACK_FOLDER);
}

/**
 * Puts the entries of packs back into the data store that `astro:content` reads, where Astro loads
 * it: `export default JSON.parse("…")` becomes an argument of ours.
 */
export function dataLayerPlugin(folders: CacheFolders): DataLayerPlugin {
  let isDev = false;
  return {
    name: "loam:data-layer",
    config(_, { command }) {
      isDev = command === "serve";
    },
    transform: {
      filter: { id: /^\0astro:data-layer-content$/ },
      handler(code) {
        const embed = !isDev && (this.environment.name === "ssr" || folders.embedAlways);
        const folder = packFolder(folders, isDev);
        return { code: hydratedModule(code, folder, embed), map: { mappings: "" } };
      },
    },
  };
}

const DEFAULT_EXPORT = /^\s*export default\s*/;

function hydratedModule(code: string, folder: string, embed: boolean): string {
  if (!DEFAULT_EXPORT.test(code)) {
    throw new CmsError(
      "internal",
      "This version of Astro keeps its content in a form that @loam/astro does not know. Update @loam/astro, or use the Astro version that its peerDependencies name.",
    );
  }
  const name = embed ? "hydrateEmbedded" : "hydrateFromFolder";
  const place = JSON.stringify(embed ? embeddedPacks(folder) : folder);
  return [
    `import { ${name} } from ${JSON.stringify(RUNTIME)};`,
    code.replace(DEFAULT_EXPORT, "const stored = "),
    `export default ${name}(stored, ${place});`,
  ].join("\n");
}

function embeddedPacks(folder: string): Record<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith(".pack"))
      .map((name) => [name, readFileSync(join(folder, name), "base64")]),
  );
}
