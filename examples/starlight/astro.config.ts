import starlight from "@astrojs/starlight";
import loam from "@loam/astro";
import { defineConfig } from "astro/config";

const source = process.env["LOAM_SITE_URL"];
if (source === undefined) throw new Error("Set LOAM_SITE_URL: see examples/starlight/README.md.");

export default defineConfig({
  site: process.env["SITE_URL"] ?? "http://127.0.0.1:4404",
  devToolbar: { enabled: false },
  // Starlight's own would not be found beside the newer one of this repository.
  vite: { environments: { prerender: { resolve: { noExternal: ["js-yaml"] } } } },
  integrations: [
    loam({
      source: { kind: "files", url: source },
      // The rest of the site's content has no pages here.
      collections: { include: ["docs", "home"] },
      routes: { docs: "/{slug}/" },
    }),
    starlight({
      title: "Loam",
      // Entries of a CMS are in no folders: `src/sidebar.ts` makes it.
      sidebar: [],
      routeMiddleware: "./src/sidebar.ts",
      components: {
        MarkdownContent: "./src/components/MarkdownContent.astro",
        Search: "./src/components/Search.astro",
      },
    }),
  ],
});
