import type { AstroIntegration } from "astro";
import type { LoamOptions } from "../options/options.ts";

/** Astro's image service if a site configures none. */
const ASTRO_SERVICE = "astro/assets/services/sharp";

/** Displays CMS images with Astro's `<Image>` and `<Picture>`, without downloading or converting them. */
export function imageIntegration(options: LoamOptions): AstroIntegration {
  return {
    name: "loam:images",
    hooks: {
      "astro:config:setup": ({ config, updateConfig }) => {
        const { entrypoint, config: own } = config.image.service;
        if (options.images === false || entrypoint !== ASTRO_SERVICE) return;
        const service = {
          entrypoint: "@loam/astro/image-service",
          config: { ...own, loam: options },
        };
        updateConfig({ image: { service } });
      },
    },
  };
}
