import { defineConfig } from "astro/config";

export default defineConfig({
  trailingSlash: "never",
  devToolbar: { enabled: false },
  // Otherwise Astro's `cookie` isn't found if another package of the workspace has an older version.
  vite: { environments: { prerender: { resolve: { noExternal: ["cookie"] } } } },
});
