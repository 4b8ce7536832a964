import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const HQ = process.env["LOAM_HQ"] ?? "http://127.0.0.1:4400";

/** What HQ answers itself, also while the editor is developed. */
const RESERVED = "^/(api|public|git|auth|healthz|readyz|metrics)(/|$)";

export default defineConfig(({ command }) => {
  // What is built is what people use, also where tests build it: React for developers takes twice the time.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: import.meta.dirname,
    plugins: [react(), { ...locales.vite({ locales: ["en-US", "ja-JP"] }), enforce: "pre" }],
    resolve: {
      conditions: ["@loam/source", "module", "browser", "development|production"],
      // Its build for browsers asks the document, which a worker has not.
      alias: {
        "decode-named-character-reference": fileURLToPath(
          import.meta.resolve("decode-named-character-reference"),
        ),
      },
    },
    build: {
      outDir: resolve(import.meta.dirname, "../dist/web"),
      emptyOutDir: true,
      assetsInlineLimit: 0,
    },
    server: { proxy: { [RESERVED]: { target: HQ } } },
  };
});
