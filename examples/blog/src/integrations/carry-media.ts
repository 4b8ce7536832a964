import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { PublishedSource } from "./published-source.ts";

const PAGE = /\.(?:html|xml)$/u;
const MEDIA_PATH = /\/media\/[0-9a-f]{16}\/[^\s"'<>&),]+/gu;
const AT_ONCE = 8;

/**
 * Copies the media used by the pages into the built site, so that visitors need no other host. `src/middleware.ts`
 * writes their URLs as `/media/…`; without this integration they stay as in the published files, which is right if
 * those are on a CDN.
 */
export function carryMedia(source: PublishedSource): AstroIntegration {
  return {
    name: "carry-media",
    hooks: {
      "astro:config:setup": async ({ updateConfig }) => {
        const base = JSON.stringify(await publicBase(source));
        updateConfig({ vite: { define: { "import.meta.env.LOAM_PUBLIC_BASE": base } } });
      },
      "astro:server:setup": ({ server }) => {
        server.middlewares.use("/media", (request, response, next) => {
          const path = `media/${(request.url ?? "").replace(/^\/|\?.*$/gu, "")}`;
          readMedia(source, path).then((bytes) => response.end(bytes), next);
        });
      },
      "astro:build:done": async ({ dir, logger }) => {
        const out = fileURLToPath(dir);
        const paths = await shownMedia(out);
        for (let at = 0; at < paths.length; at += AT_ONCE) {
          await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => carry(source, path, out)));
        }
        logger.info(`${paths.length} media files copied into the site`);
      },
    },
  };
}

/** Returns the URL before `/api/` and `/media/` in the published files, wherever they are read from. */
async function publicBase(source: PublishedSource): Promise<string> {
  const index: unknown = JSON.parse(new TextDecoder().decode(await read(source, "api/index.json")));
  const url = /"url":"([^"]*)\/api\/[^"/]+\.json"/u.exec(JSON.stringify(index))?.[1];
  if (url === undefined) throw new Error("api/index.json names no published content type.");
  return url;
}

async function shownMedia(out: string): Promise<readonly string[]> {
  const pages = (await readdir(out, { recursive: true })).filter((name) => PAGE.test(name));
  const texts = await Promise.all(pages.map((page) => readFile(join(out, page), "utf8")));
  return [...new Set(texts.flatMap((text) => text.match(MEDIA_PATH) ?? []))];
}

async function carry(source: PublishedSource, path: string, out: string): Promise<void> {
  const file = join(out, decodeURIComponent(path));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await readMedia(source, path.slice(1)));
}

async function readMedia(source: PublishedSource, path: string): Promise<Uint8Array> {
  if (path.includes("..")) throw new Error(`${path} is no media path.`);
  return await read(source, path);
}

async function read(source: PublishedSource, path: string): Promise<Uint8Array> {
  if ("folder" in source) return await readFile(resolve(source.folder, decodeURIComponent(path)));
  const response = await fetch(`${source.url}/${path}`).catch((cause: unknown) => {
    throw new Error(`No response from ${source.url}/${path}.`, { cause });
  });
  if (!response.ok) throw new Error(`${source.url}/${path} answers ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
