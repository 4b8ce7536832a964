import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AstroConfig, AstroIntegration } from "astro";
import type { LoamOptions } from "../options/options.ts";
import { PREVIEW_ROUTE, type PreviewConfig } from "./preview-config.ts";

const NAME = "@loam/astro:preview";
const RUNTIME = "@loam/astro/runtime";

/** A prerendered page with a preview variant. */
interface PreviewedPage {
  /** Absolute path. */
  readonly file: string;
  /** Astro's route pattern: `blog/[slug]`. */
  readonly pattern: string;
}

/**
 * Adds the routes of previews if the site runs on a server or in development. All code is in generated files, so a
 * static site contains none of it.
 */
export function previewIntegration(options: LoamOptions): AstroIntegration {
  return {
    name: NAME,
    hooks: {
      "astro:config:setup": ({ command, config, injectRoute, addMiddleware, createCodegenDir }) => {
        if (!isPreviewed(options, { command, hasServer: config.adapter !== undefined })) return;
        const folder = fileURLToPath(createCodegenDir());
        const pages = previewedPages(config, options.preview);
        const base = config.base.endsWith("/") ? config.base : `${config.base}/`;
        const patterns = pages.map(({ pattern }) => expressionOf(pattern));
        const built: PreviewConfig = { options, base, pages: patterns, isDev: command === "dev" };
        const write = (name: string, text: string): URL => {
          writeFileSync(join(folder, name), text);
          return pathToFileURL(join(folder, name));
        };
        const inject = (pattern: string, entrypoint: URL): void =>
          injectRoute({ pattern: `/${PREVIEW_ROUTE}${pattern}`, entrypoint, prerender: false });
        for (const [name, text] of Object.entries(routeFiles(built))) {
          inject(ROUTES[name] ?? "", write(name, text));
        }
        for (const [at, page] of pages.entries()) {
          inject(`/page/${page.pattern}`, write(`page-${at}.astro`, pageFile(page)));
        }
        const entrypoint = write("middleware.ts", middlewareFile(built));
        addMiddleware({ order: "pre", entrypoint });
      },
    },
  };
}

interface Running {
  readonly command: string;
  readonly hasServer: boolean;
}

function isPreviewed(
  { preview, hq, source }: LoamOptions,
  { command, hasServer }: Running,
): boolean {
  if (preview === false || (hq === undefined && source?.kind !== "api")) return false;
  return command === "dev" || (command === "build" && hasServer);
}

const ROUTES: Readonly<Record<string, string>> = {
  "enter.ts": "",
  "exit.ts": "/exit",
  "events.ts": "/events",
  "script.ts": "/script.js",
};

function routeFiles(config: PreviewConfig): Readonly<Record<string, string>> {
  const head = `import { previewRoutes } from ${JSON.stringify(RUNTIME)};
const routes = previewRoutes(${JSON.stringify(config)});
export const prerender = false;
`;
  return {
    "enter.ts": `${head}export const GET = routes.enter;\n`,
    "exit.ts": `${head}export const GET = routes.exit;\n`,
    "events.ts": `${head}export const GET = routes.events;\n`,
    "script.ts": `import text from "@loam/astro/components/preview-script.js?raw";\n${head}export const GET = routes.script(text);\n`,
  };
}

function middlewareFile(config: PreviewConfig): string {
  return `import { previewMiddleware } from ${JSON.stringify(RUNTIME)};
export const onRequest = previewMiddleware(${JSON.stringify(config)});
`;
}

/** Most readers are developers of the site. New entries have a page only if it can load them. */
const NO_PAGE =
  "The preview has no page at this URL. Drafts only have a page if it reads loam:content or a live collection. astro:content only contains entries that were published when the site was built.";

function pageFile({ file, pattern }: PreviewedPage): string {
  return `---
import Page, * as page from ${JSON.stringify(file)};
import { previewProps } from ${JSON.stringify(RUNTIME)};
export const prerender = false;
const props = await previewProps(page, Astro.params, ${JSON.stringify(`/${pattern}`)});
if (props === undefined) return new Response(${JSON.stringify(NO_PAGE)}, { status: 404 });
---
<Page {...props} />
`;
}

function previewedPages(
  { root, srcDir, output }: Pick<AstroConfig, "root" | "srcDir" | "output">,
  preview: LoamOptions["preview"],
): readonly PreviewedPage[] {
  const configured = preview === false ? [] : preview?.pages;
  const folder = join(fileURLToPath(srcDir), "pages");
  const files =
    configured?.map((file) => resolve(fileURLToPath(root), file)) ?? allPages(folder, output);
  return files.map((file) => ({
    file,
    pattern: relative(folder, file)
      .replaceAll("\\", "/")
      .replace(/\.astro$/, "")
      .replace(/(?:^|\/)index$/, ""),
  }));
}

/** Returns all pages except those rendered on demand, list pages, and error pages. */
function allPages(folder: string, output: AstroConfig["output"]): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".astro"))
    .filter((name) => !/(?:^|[\\/])(?:_|404|500)|\[(?:\.{3})?page\]/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => isBuiltAhead(readFileSync(file, "utf8"), output));
}

function isBuiltAhead(page: string, output: AstroConfig["output"]): boolean {
  const prerender = /^export const prerender = (true|false)/m.exec(page)?.[1];
  return output === "server" ? prerender === "true" : prerender !== "false";
}

/** Converts a route pattern to a regular expression for paths. */
function expressionOf(pattern: string): string {
  const parts = pattern.split("/").filter((part) => part !== "");
  const inside = parts.map((part) =>
    /^\[\.{3}.*\]$/.test(part)
      ? "(?:/.*)?"
      : `/${part.replaceAll(/[.*+?^${}()|\\]/g, "\\$&").replaceAll(/\[[^\]]*\]/g, "[^/]+")}`,
  );
  return `^${inside.join("")}/?$`;
}
