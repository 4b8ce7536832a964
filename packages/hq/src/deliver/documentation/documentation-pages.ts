import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { CmsError } from "@loam/cms-core";
import compression from "compression";
import { type Response, Router } from "express";
import { decodePath } from "../../platform/http/guard-request.ts";
import { nameRoute } from "../../platform/http/request-log.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";

/** Output folder of the documentation in `npm run build`, relative to both the sources and the compiled files. */
export const DOCUMENTATION_FOLDER: string = join(import.meta.dirname, "../../../dist/docs");

/** URL path of the documentation, below HQ's base path. */
const DOCUMENTATION_PATH = "/docs";

/** The build's placeholder for the site's URL path, which only HQ knows: `DOCS_BASE` in `npm run build:docs`. */
const BUILT_BASE = "/loam-docs-base";

export interface DocumentationOptions {
  /** The built site. */
  readonly folder: string;
  /** Path of the base URL: empty, or `/cms`. */
  readonly basePath: string;
}

/** Whether `npm run build` has built the documentation. */
export function isDocumentationBuilt(folder: string = DOCUMENTATION_FOLDER): boolean {
  return existsSync(join(folder, "index.html"));
}

/**
 * Serves the documentation site at `/docs` to everyone. It contains no content of this HQ.
 *
 * @throws CmsError `not_found` for every path if the site isn't built
 */
export function documentationPages({ folder, basePath }: DocumentationOptions): Router {
  const base = basePath + DOCUMENTATION_PATH;
  return Router({ caseSensitive: true, strict: true })
    .use(DOCUMENTATION_PATH, onlyMethods("GET", "HEAD"), compression())
    .get(/^\/docs(?:\/|$)/, async (request, response) => {
      nameRoute(request, DOCUMENTATION_PATH);
      if (!isDocumentationBuilt(folder)) throw notBuilt();
      const path = request.path.slice(DOCUMENTATION_PATH.length);
      const found = await findFile(folder, path);
      if (found === undefined) {
        const content = await readFile(join(folder, "404.html"));
        sendFile(response.status(404), { segments: ["404.html"], content, base });
      } else if (found.isPage && !path.endsWith("/")) {
        response.redirect(308, `${base}${path}/`);
      } else {
        sendFile(response, { ...found, base });
      }
    });
}

interface FoundFile {
  /** Path in the folder. */
  readonly segments: readonly string[];
  readonly content: Buffer;
}

/** Finds the file of a URL path, or the page of the folder there. */
async function findFile(
  folder: string,
  path: string,
): Promise<(FoundFile & { readonly isPage: boolean }) | undefined> {
  const names = segmentsOf(path);
  if (names === undefined) return undefined;
  const page = [...names, "index.html"];
  for (const segments of path.endsWith("/") ? [page] : [names, page]) {
    const content = await readFile(join(folder, ...segments)).catch(() => undefined);
    if (content !== undefined) return { segments, content, isPage: segments === page };
  }
  return undefined;
}

const NAME = /^[^./\\:\0][^/\\:\0]*$/;

/** Returns the segments of a URL path, or undefined if one of them could lead out of the folder or to a hidden file. */
function segmentsOf(path: string): readonly string[] | undefined {
  const segments = decodePath(path).split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  return segments.every((segment) => NAME.test(segment)) ? segments : undefined;
}

/** Types of files that contain the site's URL path. */
const PLACED: ReadonlySet<string> = new Set([".html", ".js"]);

function sendFile(
  response: Response,
  { segments, content, base }: FoundFile & { readonly base: string },
): void {
  const extension = extname(segments.at(-1) ?? "");
  const body = PLACED.has(extension)
    ? Buffer.from(content.toString("utf8").replaceAll(BUILT_BASE, base))
    : content;
  // Files in _astro have a hash of their content in their names.
  const isHashed = segments[0] === "_astro";
  response
    .set({
      "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      // Search runs in a worker, which gets its policy from its script.
      "Content-Security-Policy": policyOf(extension === ".html" ? String(body) : ""),
      ETag: `"${createHash("sha256").update(body).digest("base64url")}"`,
    })
    .type(extension === "" ? "application/octet-stream" : extension);
  response.send(body);
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Allows the site's files and the inline scripts that the page was built with. Search runs WebAssembly. */
function policyOf(html: string): string {
  const hashes = new Set(
    [...html.matchAll(INLINE_SCRIPT)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    ),
  );
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...hashes].join(" ")}`.trim(),
    // Highlighted code has colors in style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function notBuilt(): CmsError {
  return new CmsError("not_found", "The documentation is not built. Run npm run build.");
}
