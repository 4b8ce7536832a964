import { readFile } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { type AstroProject, astroProject } from "./astro-project.ts";
import { type PublishedSiteOptions, type TypeSpec, writePublishedSite } from "./published-site.ts";
import { sampleTypes } from "./sample-site.ts";

/** An entry as a page of the project receives it. */
interface SeenEntry {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LoamProject extends AstroProject {
  /** Builds, and returns what `getCollection()` returns in a page, in published order. */
  collections(): Promise<Readonly<Record<string, readonly SeenEntry[]>>>;
  /** Reads Astro's data store from disk. */
  dataStore(): Promise<string>;
  publish(types: readonly TypeSpec[], options?: PublishedSiteOptions): Promise<void>;
}

export interface LoamProjectOptions {
  /** Source text of the arguments of `loam(…)`. */
  readonly options?: string;
  /** Source text of further keys of Astro's configuration. */
  readonly config?: string;
  /** Source text of that configuration's imports. */
  readonly head?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const FOLDER_SOURCE = '{ source: { kind: "files", folder: "published" } }';

/**
 * Creates a project using the sample site, published to its folder `published`; removed after the test.
 *
 * @param finished - `onTestFinished` of a concurrent test.
 */
export async function loamProject(
  { options = FOLDER_SOURCE, config = "", head = "", files = {} }: LoamProjectOptions = {},
  finished: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<LoamProject> {
  const project = await astroProject({
    "astro.config.mjs": `import loam from "@loam/astro";
${head}
export default { cacheDir: "./cache", vite: { cacheDir: "./cache/vite" }, integrations: [loam(${options})], ${config} };`,
    "src/content.config.ts": `import { loamCollections } from "@loam/astro/content";
export const collections = { ...(await loamCollections()) };`,
    "src/pages/collections.json.ts": `import { byPosition } from "@loam/astro/content";
import { getCollection } from "astro:content";
import { collections } from "../content.config";
export async function GET() {
  const names = Object.keys(collections);
  const all = await Promise.all(names.map(async (name) => [name, (await getCollection(name)).toSorted(byPosition)]));
  return Response.json(Object.fromEntries(all.map(([name, list]) => [name, list.map(({ id, data }) => ({ id, data }))])));
}`,
    ...files,
  });
  finished(() => project.remove());
  const published = project.path("published");
  await writePublishedSite(published, sampleTypes());
  return {
    ...project,
    publish: (types, how) => writePublishedSite(published, types, how),
    dataStore: () => readFile(project.path("cache/data-store.json"), "utf8"),
    async collections() {
      const { code, output } = await project.run("build");
      if (code !== 0) throw new Error(output);
      return JSON.parse(await readFile(project.path("dist/collections.json"), "utf8"));
    },
  };
}
