import { defineConfig } from "astro/config";

export default defineConfig({
  trailingSlash: "never",
  devToolbar: { enabled: false },
  // Where another package of the workspace has an older `cookie`, Astro's own would not be found.
  vite: { environments: { prerender: { resolve: { noExternal: ["cookie"] } } } },
});
