import { resolve } from "node:path";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const HQ = process.env["LOAM_HQ"] ?? "http://127.0.0.1:4400";

/** What HQ answers itself, also while the editor is developed. */
const RESERVED =
  "^/(api|public|git|setup|invitation|password-reset|auth|healthz|readyz|metrics)(/|$)";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), { ...locales.vite({ locales: ["en-US", "ja-JP"] }), enforce: "pre" }],
  resolve: { conditions: ["@loam/source", "module", "browser", "development|production"] },
  build: {
    outDir: resolve(import.meta.dirname, "../dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
  server: { proxy: { [RESERVED]: { target: HQ } } },
});
