import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@formatjs/icu-messageformat-parser";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const HQ = process.env["LOAM_HQ"] ?? "http://127.0.0.1:4400";

/** What HQ answers itself, also while the editor is developed. */
const RESERVED = "^/(api|public|git|auth|healthz|readyz|metrics)(/|$)";

/** A browser gets texts as they are once parsed, and no parser of ICU messages. */
const parsedMessages: Plugin = {
  name: "parsed-messages",
  // Before JSON becomes a module.
  enforce: "pre",
  transform: {
    filter: { id: /\/messages\/[a-z]+\.[a-z]+\.json$/ },
    handler(json) {
      const texts: Readonly<Record<string, string>> = JSON.parse(json);
      const parsed = Object.entries(texts).map(([id, text]) => [id, parse(text)]);
      return { code: JSON.stringify(Object.fromEntries(parsed)), map: null };
    },
  },
};

export default defineConfig(({ command }) => {
  // What is built is what people use, also where tests build it: React for developers takes twice the time.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: import.meta.dirname,
    // Files name each other by where they lie: HQ may be below any path.
    base: command === "build" ? "./" : "/",
    plugins: [
      react(),
      { ...locales.vite({ locales: ["en-US", "ja-JP"] }), enforce: "pre" },
      parsedMessages,
    ],
    resolve: {
      conditions: ["@loam/source", "module", "browser", "development|production"],
      // Its build for browsers asks the document, which a worker has not.
      alias: {
        "decode-named-character-reference": fileURLToPath(
          import.meta.resolve("decode-named-character-reference"),
        ),
        "@formatjs/icu-messageformat-parser": fileURLToPath(
          import.meta.resolve("@formatjs/icu-messageformat-parser/no-parser.js"),
        ),
      },
    },
    build: {
      outDir: resolve(import.meta.dirname, "../dist/web"),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // What most screens share is one file: compressed together it is a tenth smaller than in thirty.
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 30 }] } },
      },
    },
    server: { proxy: { [RESERVED]: { target: HQ } } },
  };
});
