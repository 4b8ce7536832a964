import starlight from "@astrojs/starlight";
import loam from "@loam/astro";
import { defineConfig } from "astro/config";

const source = process.env["LOAM_SITE_URL"];
if (source === undefined) throw new Error("Set LOAM_SITE_URL: see examples/starlight/README.md.");

export default defineConfig({
  site: process.env["SITE_URL"] ?? "http://127.0.0.1:4404",
  devToolbar: { enabled: false },
  // Starlight's own version would not be found next to this repository's newer one.
  vite: { environments: { prerender: { resolve: { noExternal: ["js-yaml"] } } } },
  integrations: [
    loam({
      source: { kind: "files", url: source },
      // Other content of the site has no pages here.
      collections: { include: ["docs", "home"] },
      routes: { docs: "/{slug}/" },
    }),
    starlight({
      title: "Loam",
      // CMS entries are in no folders, so `src/sidebar.ts` builds the sidebar.
      sidebar: [],
      routeMiddleware: "./src/sidebar.ts",
      components: {
        MarkdownContent: "./src/components/MarkdownContent.astro",
        Search: "./src/components/Search.astro",
      },
    }),
  ],
});
