import type { AstroIntegration, IntegrationResolvedRoute } from "astro";
import type { LocalHost } from "../content/local-host.ts";
import type { LoamOptions } from "../options/options.ts";
import { deadLinks } from "./check-links.ts";
import { sitePages } from "./site-pages.ts";

/** Maximum number of listed links. More are only counted. */
const MAX_LISTED = 20;

/** Reports broken internal links in rich text after a build. */
export function routesIntegration(options: LoamOptions, host: LocalHost): AstroIntegration {
  let routes: readonly IntegrationResolvedRoute[] = [];
  let base = "/";
  return {
    name: "loam:routes",
    hooks: {
      "astro:config:done": ({ config }) => {
        ({ base } = config);
      },
      "astro:routes:resolved": (resolved) => {
        ({ routes } = resolved);
      },
      "astro:build:done": async ({ pages, dir, logger }) => {
        // If all pages use `astro:content`, this would read all content a second time.
        if (!host.isRequested() && options.routes === undefined) return;
        const pathnames = pages.map(({ pathname }) => pathname);
        const built = sitePages({ pathnames, dir, routes, base });
        const dead = await deadLinks(await host.content(), built, await host.link?.());
        for (const { entry, field, href } of dead.slice(0, MAX_LISTED)) {
          logger.warn(
            `${entry}, field ${field}: a link points to ${href}, which is not a page of this site`,
          );
        }
        if (dead.length > MAX_LISTED)
          logger.warn(`and ${dead.length - MAX_LISTED} more such links`);
        if (dead.length > 0 && options.routes === undefined) {
          logger.warn("Set the URL paths of entries with the option routes, or in site.yml.");
        }
      },
    },
  };
}
