import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { DOCS, readDocs } from "./src/repository/read-docs.ts";
import { sidebarOf } from "./src/sidebar.ts";

export default defineConfig({
  // URL of the site, for canonical URLs and the sitemap. HQ serves the site at any URL, so its build doesn't set it.
  ...(process.env["SITE_URL"] ? { site: process.env["SITE_URL"] } : {}),
  base: process.env["DOCS_BASE"] ?? "/",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  // Use the versions that Astro and Starlight need instead of the repository's.
  vite: {
    environments: { prerender: { resolve: { noExternal: ["cookie", "js-yaml"] } } },
    // Keep scripts in files, so that a CSP needs no hash for each of them.
    build: { assetsInlineLimit: 0 },
  },
  integrations: [
    starlight({
      title: "Loam",
      description: "Documentation of Loam, the headless CMS that keeps content in Git.",
      favicon: "/favicon.svg",
      sidebar: sidebarOf(readDocs()),
      // Apply Starlight's asides and heading links to pages outside of src/content/docs.
      markdown: { processedDirs: [DOCS] },
      // Starlight doesn't highlight this language.
      expressiveCode: { shiki: { langAlias: { caddyfile: "nginx" } } },
      // Titles already have the highest weight as page headings.
      pagefind: { ranking: { termFrequency: 1, metaWeights: { title: 0 } } },
      customCss: ["./src/docs.css"],
      components: {
        MarkdownContent: "./src/components/MarkdownContent.astro",
        Search: "./src/components/Search.astro",
      },
    }),
  ],
});
