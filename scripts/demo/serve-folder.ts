import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";

export interface FolderServer {
  close(): Promise<void>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".m4a": "audio/mp4",
  ".mp3": "audio/mpeg",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** Serves a folder on a loopback port like a static host. */
export async function serveFolder(folder: string, port: number): Promise<FolderServer> {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async close() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function answer(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const found = await findFile(folder, request.url ?? "/");
  const missing = found ?? (await sizedFile(join(folder, "404.html")));
  response.statusCode = found === undefined ? 404 : 200;
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cache-Control", "no-cache");
  if (missing === undefined) {
    response.setHeader("Content-Type", "text/plain; charset=utf-8");
    response.end("Not found\n");
    return;
  }
  response.setHeader("Content-Type", mediaType(missing.path));
  response.setHeader("Content-Length", missing.byteSize);
  if (request.method === "HEAD") response.end();
  else await pipeline(createReadStream(missing.path), response);
}

function mediaType(path: string): string {
  return MEDIA_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
}

async function findFile(folder: string, address: string): Promise<SizedFile | undefined> {
  const path = decodePath(address);
  if (path === undefined) return undefined;
  const file = resolve(folder, `.${sep}${path}`);
  if (file !== resolve(folder) && !file.startsWith(resolve(folder) + sep)) return undefined;
  return (await sizedFile(file)) ?? (await sizedFile(join(file, "index.html")));
}

function decodePath(address: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(`http://localhost${address}`).pathname);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

interface SizedFile {
  readonly path: string;
  readonly byteSize: number;
}

async function sizedFile(path: string): Promise<SizedFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? { path, byteSize: found.size } : undefined;
}
