import type { AstroIntegration, AstroIntegrationLogger } from "astro";
import { openContent } from "../loader/open-content.ts";
import { reportDangling, reportOutdated } from "../loader/report.ts";
import { resolveOptions } from "../options/find-options.ts";
import type { LoamOptions } from "../options/options.ts";
import { injectFreshTypes } from "../schema/inject-types.ts";
import { readSiteIndex } from "../source/site-index.ts";
import { setContentHost } from "../store/content-host.ts";
import { contentPlugin } from "./content-plugin.ts";
import { contentTypesText } from "./content-types.ts";
import { type LocalHost, localHost } from "./local-host.ts";

/** The integration of `loam:content`: its module, its types, and the content in this process. */
export interface ContentIntegration {
  readonly integration: AstroIntegration;
  readonly host: LocalHost;
}

export function contentIntegration(options: LoamOptions): ContentIntegration {
  let log: AstroIntegrationLogger | undefined;
  let reads = true;
  const host = localHost(() => resolveOptions(undefined), {
    routes: options.routes,
    onLoaded({ dangling, collections }) {
      if (!log) return;
      reportDangling(log, dangling);
      for (const { type, entries } of collections.values()) {
        reportOutdated(log, type, entries.values());
      }
    },
  });
  return {
    host,
    integration: {
      name: "loam:content",
      hooks: {
        "astro:config:setup": ({ command, updateConfig, injectScript, logger }) => {
          log = logger;
          reads = command !== "preview";
          setContentHost(host);
          updateConfig({ vite: { plugins: [contentPlugin(options)] } });
          // Lets <RichText> find the routes in a deployed server.
          if (options.routes) injectScript("page-ssr", 'import "loam:content";');
        },
        "astro:config:done": async ({ injectTypes }) => {
          if (!reads || options.source === undefined) return;
          const resolved = await resolveOptions(undefined);
          const index = await readSiteIndex(openContent(resolved));
          const content = contentTypesText(index, resolved);
          await injectFreshTypes(injectTypes, { filename: "content.d.ts", content });
        },
      },
    },
  };
}
