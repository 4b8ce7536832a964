import { fileURLToPath } from "node:url";
import type { AstroConfig, AstroIntegration } from "astro";
import type { LocalHost } from "../content/local-host.ts";
import type { LoamOptions } from "../options/options.ts";
import { builtCode } from "./built-code.ts";
import { IncrementalBuild } from "./incremental-build.ts";

const RECORD = "loam/build.json";

/** Adapters that render static pages in this process, like Astro itself. */
const SAME_PROCESS: ReadonlySet<string> = new Set([
  "@astrojs/node",
  "@astrojs/netlify",
  "@astrojs/vercel",
]);

/** Makes builds render only pages that changed. Used if the options request it. */
export function incrementalIntegration(options: LoamOptions, host: LocalHost): AstroIntegration {
  const code = builtCode();
  let config: AstroConfig | undefined;
  let build: IncrementalBuild | undefined;
  return {
    name: "loam:incremental",
    hooks: {
      "astro:config:setup": ({ config: astroConfig, updateConfig }) => {
        // Astro versions that always do this have no switch.
        const switched = "incrementalBuild" in astroConfig.experimental;
        updateConfig({
          vite: { plugins: [code.plugin] },
          ...(switched && { experimental: { incrementalBuild: true } }),
        });
      },
      "astro:config:done": (done) => {
        ({ config } = done);
      },
      "astro:build:start": ({ logger, setPrerenderer }) => {
        const adapter = config?.adapter?.name;
        if (!config || (adapter !== undefined && !SAME_PROCESS.has(adapter))) {
          logger.warn(
            `incremental: true has no effect with ${String(adapter)}, which renders static pages outside Astro's build.`,
          );
          return;
        }
        const { base, cacheDir } = config;
        const recordPath = fileURLToPath(new URL(RECORD, cacheDir));
        const made = new IncrementalBuild({ host, code, recordPath, options, base, logger });
        build = made;
        setPrerenderer((inner) => made.prerenderer(inner));
      },
      "astro:build:done": () => build?.done(),
    },
  };
}
