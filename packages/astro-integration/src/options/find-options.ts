import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { CmsError } from "@loam/cms-core";
import type { ApiKeys, LoamOptions, ResolvedOptions } from "./options.ts";
import { parseOptions } from "./parse-options.ts";
import { sharedState } from "./shared-state.ts";

const CONFIG_FILES = ["loam.config.ts", "loam.config.mts", "loam.config.mjs", "loam.config.js"];

/** URL or folder of the published files, from the environment or `.env`. Overrides the source in code. */
const SOURCE_VARIABLE = "LOAM_SOURCE";

/**
 * Merges the options: those from code override `loam.config.*`, and the environment overrides the source. A host can
 * set it for its builds, and `LOAM_SOURCE=published astro build` uses a copy.
 *
 * @throws CmsError `invalid_options` for an invalid file or value
 */
export async function findOptions(root: string, userOptions: LoamOptions): Promise<LoamOptions> {
  return { ...(await optionsFromFile(root)), ...userOptions, ...optionsFromEnvironment(root) };
}

/**
 * Returns the options for `content.config.ts`: those it passes, then those the integration found.
 *
 * @throws CmsError `invalid_options` if no source is configured
 */
export async function resolveOptions(
  userOptions: unknown,
  from: string = process.cwd(),
): Promise<ResolvedOptions> {
  const shared = sharedState();
  const root = shared?.root ?? from;
  const own = parseOptions(userOptions, "The options in content.config");
  const options = { ...(shared?.options ?? (await findOptions(root, {}))), ...own };
  if (options.source === undefined) {
    throw new CmsError(
      "invalid_options",
      `No content source is configured. Set loam({ source: { kind: "files", url: "https://…/public/<site id>" } }) in astro.config, add a loam.config file, or set ${SOURCE_VARIABLE} to that URL or to a folder.`,
    );
  }
  return {
    ...withDefaults(options),
    source: options.source,
    hq: options.hq,
    routes: options.routes,
    keys: keysOf(root),
    root,
    cacheFolder: shared?.cacheFolder ?? join(root, "node_modules/.astro"),
    watches: shared?.watches ?? false,
  };
}

function withDefaults({
  collections = {},
  references = "error",
  onError = "fail",
}: LoamOptions): Pick<
  ResolvedOptions,
  "include" | "exclude" | "prefix" | "idFrom" | "render" | "references" | "onError"
> {
  const { include, exclude, prefix = "", idFrom = "slug", render = true } = collections;
  const chosen = include === undefined ? undefined : new Set(include);
  return {
    include: chosen,
    exclude: new Set(exclude),
    prefix,
    idFrom,
    render,
    references,
    onError,
  };
}

async function optionsFromFile(root: string): Promise<LoamOptions> {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)));
  if (name === undefined) return {};
  const loaded: unknown = await import(
    /* @vite-ignore */ pathToFileURL(join(root, name)).href
  ).catch((error: unknown) => {
    throw new CmsError("invalid_options", `${name} cannot be loaded: ${String(error)}`, {
      cause: error,
    });
  });
  const value: unknown =
    typeof loaded === "object" && loaded !== null ? Reflect.get(loaded, "default") : undefined;
  if (value === undefined) {
    throw new CmsError("invalid_options", `${name} has no default export with options.`);
  }
  return parseOptions(value, name);
}

function optionsFromEnvironment(root: string): LoamOptions {
  const value = process.env[SOURCE_VARIABLE] ?? dotEnv(root)[SOURCE_VARIABLE];
  if (value === undefined || value === "") return {};
  const source = /^https?:/.test(value) ? { url: value } : { folder: value };
  return parseOptions({ source: { kind: "files", ...source } }, SOURCE_VARIABLE);
}

function keysOf(root: string): ApiKeys {
  const env = { ...dotEnv(root), ...process.env };
  return {
    read: env["CMS_READ_KEY"] || undefined,
    draft: env["CMS_DRAFT_KEY"] || undefined,
    preview: env["CMS_PREVIEW_SECRET"] || undefined,
    token: env["LOAM_TOKEN"] || undefined,
  };
}

/** Astro reads `.env` files for pages only, not for integrations and config files. */
function dotEnv(root: string): NodeJS.Dict<string> {
  const texts = [".env", ".env.local"]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"));
  return parseEnv(texts.join("\n"));
}
