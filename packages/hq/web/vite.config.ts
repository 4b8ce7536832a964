import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@formatjs/icu-messageformat-parser";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const HQ = process.env["LOAM_HQ"] ?? "http://127.0.0.1:4400";

/** Paths that HQ serves itself, also during development. */
const RESERVED = "^/(api|public|git|auth|healthz|readyz|metrics)(/|$)";

/** Parses the messages at build time, so that browsers need no ICU parser. */
const parsedMessages: Plugin = {
  name: "parsed-messages",
  // Run before JSON becomes a module.
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
  // Builds are always production builds, also in tests, because React's development build takes twice as long.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: import.meta.dirname,
    // Use relative URLs, because HQ can be below any path.
    base: command === "build" ? "./" : "/",
    plugins: [
      react(),
      { ...locales.vite({ locales: ["en-US", "ja-JP"] }), enforce: "pre" },
      parsedMessages,
    ],
    resolve: {
      conditions: ["@loam/source", "module", "browser", "development|production"],
      // The browser build uses the document, which a worker doesn't have.
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
      // Bundle what most screens share in one file, which compresses a tenth smaller than thirty.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // The styles that screens share and the frame around them doesn't need: loaded with the first screen.
              {
                name: "patterns",
                test: /\/ui\/(?:card|facts|form|heading|list|panel|table|text|tone|toolbar)\.module\.css/,
                priority: 1,
              },
              { name: "shared", minShareCount: 30 },
            ],
          },
        },
      },
    },
    server: { proxy: { [RESERVED]: { target: HQ } } },
  };
});
