import type { AstroIntegration } from "astro";
import type { LoamOptions } from "../options/options.ts";

/** What Astro uses where a site has chosen no service of its own. */
const ASTROS_OWN = "astro/assets/services/sharp";

/** Images of the CMS in Astro's `<Image>` and `<Picture>`, without a download or a conversion. */
export function imageIntegration(options: LoamOptions): AstroIntegration {
  return {
    name: "loam:images",
    hooks: {
      "astro:config:setup": ({ config, updateConfig }) => {
        const { entrypoint, config: own } = config.image.service;
        if (options.images === false || entrypoint !== ASTROS_OWN) return;
        const service = {
          entrypoint: "@loam/astro/image-service",
          config: { ...own, loam: options },
        };
        updateConfig({ image: { service } });
      },
    },
  };
}
