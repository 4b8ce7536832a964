import starlight from "@astrojs/starlight";
import loam from "@loam/astro";
import { defineConfig } from "astro/config";

const source = process.env["LOAM_SITE_URL"];
if (source === undefined) throw new Error("Set LOAM_SITE_URL: see examples/starlight/README.md.");

export default defineConfig({
  site: process.env["SITE_URL"] ?? "http://127.0.0.1:4404",
  devToolbar: { enabled: false },
  // Otherwise Starlight's version isn't found next to the newer one of this repository.
  vite: { environments: { prerender: { resolve: { noExternal: ["js-yaml"] } } } },
  integrations: [
    loam({
      source: { kind: "files", url: source },
      // This site has no pages for the other content types.
      collections: { include: ["docs", "home"] },
      routes: { docs: "/{slug}/" },
    }),
    starlight({
      title: "Loam",
      // Entries of a CMS aren't in folders, so `src/sidebar.ts` builds the sidebar.
      sidebar: [],
      routeMiddleware: "./src/sidebar.ts",
      components: {
        MarkdownContent: "./src/components/MarkdownContent.astro",
        Search: "./src/components/Search.astro",
      },
    }),
  ],
});
