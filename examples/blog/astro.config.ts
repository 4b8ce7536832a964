import sitemap from "@astrojs/sitemap";
import loam from "@loam/astro";
import { defineConfig } from "astro/config";
import { carryMedia } from "./src/integrations/carry-media.ts";
import { publishedSource } from "./src/integrations/published-source.ts";

const source = publishedSource(process.env);

export default defineConfig({
  site: process.env["SITE_URL"] ?? "http://127.0.0.1:4401",
  trailingSlash: "never",
  devToolbar: { enabled: false },
  integrations: [loam({ source }), carryMedia(source), sitemap()],
});
