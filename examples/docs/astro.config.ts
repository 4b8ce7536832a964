import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { DOCS, readDocs } from "./src/repository/read-docs.ts";
import { sidebarOf } from "./src/sidebar.ts";

export default defineConfig({
  // Where the site will be, for canonical URLs and the sitemap. HQ serves it anywhere, so its build has none.
  ...(process.env["SITE_URL"] ? { site: process.env["SITE_URL"] } : {}),
  base: process.env["DOCS_BASE"] ?? "/",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  // The versions that Astro and Starlight need, not the ones that the rest of this repository uses.
  vite: {
    environments: { prerender: { resolve: { noExternal: ["cookie", "js-yaml"] } } },
    // Scripts are files, so that a content security policy needs no hash for each of them.
    build: { assetsInlineLimit: 0 },
  },
  integrations: [
    starlight({
      title: "Loam",
      description: "Documentation of Loam, the headless CMS that keeps content in Git.",
      favicon: "/favicon.svg",
      sidebar: sidebarOf(readDocs()),
      // Starlight's asides and heading links, for pages outside src/content/docs.
      markdown: { processedDirs: [DOCS] },
      // Not a language that Starlight highlights.
      expressiveCode: { shiki: { langAlias: { caddyfile: "nginx" } } },
      // A title already weighs the most as the heading of its page.
      pagefind: { ranking: { termFrequency: 1, metaWeights: { title: 0 } } },
      customCss: ["./src/docs.css"],
      components: {
        MarkdownContent: "./src/components/MarkdownContent.astro",
        Search: "./src/components/Search.astro",
      },
    }),
  ],
});
