import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CmsError } from "@loam/cms-core";
import { findOptions, resolveOptions } from "../options/find-options.ts";
import { GIVEN_OPTIONS } from "../options/given-options.ts";
import type { LoamOptions, ResolvedOptions } from "../options/options.ts";
import { parseOptions } from "../options/parse-options.ts";

const CONFIG_FILES = ["astro.config.mjs", "astro.config.js", "astro.config.ts", "astro.config.mts"];

/** The project in which the command runs. */
export interface Project {
  readonly root: string;
  readonly options: ResolvedOptions;
  /** Whether its deployment can render pages on demand. */
  readonly hasAdapter: boolean;
}

/**
 * Returns the options that a build of the project would use.
 *
 * @throws CmsError `invalid_options`
 */
export async function projectOptions(root: string): Promise<Project> {
  const config = await readConfig(root);
  const integrations: readonly unknown[] = Array.isArray(config["integrations"])
    ? config["integrations"].flat(Number.POSITIVE_INFINITY)
    : [];
  const loamOptions = integrations.map(optionsGivenTo).find((options) => options !== undefined);
  const own = parseOptions(loamOptions?.options, "The options of loam()");
  const options: LoamOptions = await findOptions(root, own);
  return {
    root,
    options: await resolveOptions(options, root),
    hasAdapter: config["adapter"] !== undefined,
  };
}

async function readConfig(root: string): Promise<Readonly<Record<string, unknown>>> {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)));
  if (name === undefined) {
    throw new CmsError(
      "invalid_options",
      `There is no astro.config in ${root}. Run loam-astro in the folder of an Astro project.`,
    );
  }
  try {
    const module: unknown = await import(/* @vite-ignore */ pathToFileURL(join(root, name)).href);
    const value: unknown = Reflect.get(Object(module), "default");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CmsError(
      "invalid_options",
      `${name} cannot be loaded by Node.js without Astro: ${why}. Move the options of loam() to loam.config.mjs.`,
      { cause: error },
    );
  }
}

/** Returns undefined for other integrations. */
function optionsGivenTo(integration: unknown): { readonly options: unknown } | undefined {
  if (typeof integration !== "object" || integration === null) return undefined;
  return GIVEN_OPTIONS in integration ? { options: integration[GIVEN_OPTIONS] } : undefined;
}
