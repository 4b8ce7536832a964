import { defineConfig } from "astro/config";

export default defineConfig({
  trailingSlash: "never",
  devToolbar: { enabled: false },
  // Astro's own `cookie` would not be found if another package of the workspace has an older one.
  vite: { environments: { prerender: { resolve: { noExternal: ["cookie"] } } } },
});
