import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

/** Records the scripts a page loads. Returns a function for their total gzipped bytes. */
export function watchScripts(page: Page): () => Promise<number> {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) scripts.add(request.url());
  });
  return async () => {
    const sizes = await Promise.all([...scripts].map(gzippedSize));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

async function gzippedSize(url: string): Promise<number> {
  const answer = await fetch(url);
  return gzipSync(await answer.bytes()).length;
}
