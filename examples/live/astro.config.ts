import node from "@astrojs/node";
import loam from "@loam/astro";
import { defineConfig, memoryCache } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  trailingSlash: "never",
  devToolbar: { enabled: false },
  // Pages set their caching with `Astro.cache.set`; `src/pages/hooks/loam.ts` invalidates them.
  cache: { provider: memoryCache() },
  integrations: [
    loam({ source: { kind: "api", baseUrl: setting("LOAM_URL"), siteId: setting("LOAM_SITE") } }),
  ],
});

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`Set ${name}: see examples/live/README.md.`);
  }
  return value;
}
