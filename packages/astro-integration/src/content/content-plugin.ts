import type { AstroConfig } from "astro";
import type { LoamOptions } from "../options/options.ts";

type VitePlugin = NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>;

const NAME = "loam:content";
const RUNTIME = "@loam/astro/runtime";

/** Resolved module id in Vite. */
export const RESOLVED_CONTENT_MODULE: string = `\0${NAME}`;

/** Provides the module `loam:content` to pages and their imports. */
export function contentPlugin(options: LoamOptions): VitePlugin {
  const { prefix = "" } = options.collections ?? {};
  return {
    name: "loam:content",
    resolveId: (id: string) => (id === NAME ? RESOLVED_CONTENT_MODULE : undefined),
    load(this: { readonly environment?: { readonly name: string } }, id: string) {
      if (id !== RESOLVED_CONTENT_MODULE) return undefined;
      if (this.environment?.name === "client") {
        throw new Error(
          `${NAME} only works in pages, which are rendered on the server. Read the content there and pass it to a browser script as an attribute.`,
        );
      }
      return moduleText(options, prefix);
    },
  };
}

function moduleText(options: LoamOptions, prefix: string): string {
  return `import { createComponent, render as html, unescapeHTML } from "astro/runtime/server/index.js";
import { contentFunctions, findHost } from "${RUNTIME}";
export { isPreview } from "${RUNTIME}";
const options = ${JSON.stringify(options)};
findHost(options, console.error);
export const {
  getCollection, getEntry, getEntries, getObject, getIndex, render, reference, loamPaths, once, cacheHint,
} = contentFunctions({
  host: () => findHost(options, console.error),
  prefix: ${JSON.stringify(prefix)},
  component: (text) => createComponent(() => html\`\${unescapeHTML(text)}\`),
});
`;
}
