import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { serve } from "../serve.ts";

export interface PublishedServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** Requested paths in order; can be cleared. */
  readonly requests: string[];
}

/** Serves a folder of published files like HQ, with ETags, 304, and 404, until the test ends. */
export async function servePublished(folder: string): Promise<PublishedServer> {
  const requests: string[] = [];
  const url = await serve((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    requests.push(path);
    void answer(join(folder, path), request.headers["if-none-match"], response);
  });
  return { url: url.href.replace(/\/$/, ""), requests };
}

async function answer(
  file: string,
  condition: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
  const known = condition === etag;
  response.writeHead(known ? 304 : 200, { etag, "content-type": "application/json" });
  response.end(known ? undefined : bytes);
}
