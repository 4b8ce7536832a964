import {
  ENTRY_LINK,
  entryPage,
  homePage,
  layoutSource,
  routesSource,
  type StarterType,
} from "./page-sources.ts";

export interface StarterSite {
  readonly name: string;
  /** `{public_storage_url}/{site_id}`. */
  readonly publicUrl: string;
  /** By API id, from the site's settings. */
  readonly routes: Readonly<Record<string, string>>;
  readonly types: readonly StarterType[];
}

/** Name of the project, and the packages in its `vendor/` by name. */
export interface ProjectOptions {
  readonly folder: string;
  readonly vendor: Readonly<Record<string, string>>;
}

/** Required by `@loam/astro`. A test compares it with that package. */
export const ASTRO_VERSION = "^7.2.0";

/**
 * Returns the files of an Astro project for a site's live content: a page for each entry of its list types, and a home
 * page that links to all of them. Users continue from this code, so it should read like handwritten code.
 */
export function planProject(
  site: StarterSite,
  { folder, vendor }: ProjectOptions,
): ReadonlyMap<string, string> {
  const routed = site.types.flatMap(({ kind, apiId }) => {
    return kind === "list" ? [[apiId, routeOf(apiId, site.routes)] as const] : [];
  });
  const routes = new Map(withoutClash(routed));
  const pages = site.types.flatMap((type) => {
    const route = routes.get(type.apiId);
    if (route === undefined) return [];
    const path = `src/pages${bare(route).replace("{slug}", "[slug]")}.astro`;
    return [[path, entryPage(type, route)] as const];
  });
  return new Map([
    ["package.json", packageJson(folder, vendor)],
    ["astro.config.mjs", astroConfig(site.publicUrl, linkRoutes(site, routes))],
    ["tsconfig.json", `${JSON.stringify({ extends: "astro/tsconfigs/strict" }, null, 2)}\n`],
    [".gitignore", "node_modules/\ndist/\n.astro/\n"],
    ["README.md", README],
    ["src/content.config.ts", CONTENT_CONFIG],
    ["src/routes.ts", routesSource(routes, site.types)],
    ["src/components/EntryLink.astro", ENTRY_LINK],
    ["src/layouts/Page.astro", layoutSource(site.name)],
    ["src/pages/index.astro", homePage(site.types, site.name)],
    ...pages,
  ]);
}

/** URL paths that map directly to a page: literal segments with the slug at the end. */
const PLAIN_ROUTE = /^\/(?:[A-Za-z0-9_-]+\/)*\{slug\}\/?$/;

function routeOf(apiId: string, routes: StarterSite["routes"]): string {
  const route = Object.hasOwn(routes, apiId) ? routes[apiId] : undefined;
  return route !== undefined && PLAIN_ROUTE.test(route) ? route : defaultRoute(apiId);
}

function defaultRoute(apiId: string): string {
  return `/${apiId}/{slug}`;
}

/** If two types have the same URL path, the second one gets its default path. */
function withoutClash(
  routed: readonly (readonly [apiId: string, route: string])[],
): readonly (readonly [string, string])[] {
  const taken = new Set<string>();
  return routed.map(([apiId, route]) => {
    const free = taken.has(bare(route)) ? defaultRoute(apiId) : route;
    taken.add(bare(free));
    return [apiId, free] as const;
  });
}

function bare(route: string): string {
  return route.replace(/\/$/, "");
}

function packageJson(folder: string, vendor: ProjectOptions["vendor"]): string {
  const own = Object.entries(vendor).map(([name, file]) => [name, `file:vendor/${file}`] as const);
  const created = {
    name: folder,
    version: "0.0.1",
    private: true,
    type: "module",
    scripts: { dev: "astro dev", build: "astro build", preview: "astro preview" },
    dependencies: { ...Object.fromEntries(own), astro: ASTRO_VERSION },
    engines: { node: ">=22.12.0" },
  };
  return `${JSON.stringify(created, null, 2)}\n`;
}

/**
 * Returns the targets of links in text: the pages of the project. Undefined if the published links already match.
 *
 * @param pages - URL paths of list types; objects are shown on the home page
 */
function linkRoutes(
  { routes, types }: StarterSite,
  pages: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> | undefined {
  const own = Object.fromEntries(types.map(({ apiId }) => [apiId, pages.get(apiId) ?? "/"]));
  const published: Readonly<Record<string, string>> = {
    ...Object.fromEntries(types.map(({ apiId }) => [apiId, defaultRoute(apiId)])),
    ...routes,
  };
  const isSame = Object.entries(published).every(([key, route]) => own[key] === route);
  return isSame ? undefined : own;
}

function astroConfig(publicUrl: string, routes: ReturnType<typeof linkRoutes>): string {
  const source = `source: { kind: "files", url: ${JSON.stringify(publicUrl)} }`;
  const options =
    routes === undefined
      ? source
      : `\n      ${source},\n      // URL paths of this project's pages. Links in rich text point to them.\n      routes: ${JSON.stringify(routes)},\n    `;
  const open = routes === undefined ? `[loam({ ${options} })]` : `[\n    loam({${options}}),\n  ]`;
  return `import loam from "@loam/astro";
import { defineConfig } from "astro/config";

export default defineConfig({
  // Published files, read at each build. The variable LOAM_SOURCE, a URL or a folder, overrides this.
  integrations: ${open},
});
`;
}

const CONTENT_CONFIG = `import { loamCollections } from "@loam/astro/content";

export const collections = { ...(await loamCollections()) };
`;

const README = `# A site built from published content

    npm install
    npm run dev      # http://localhost:4321
    npm run build    # writes the pages to dist/

Every build reads the live content from the URL in \`astro.config.mjs\`. Build again after each publish, or let a webhook start the build.

- \`src/pages\` has a page for each content type. \`src/routes.ts\` has the URLs and titles of entries.
- \`astro sync\` writes types from the published schema: \`CollectionEntry<"…">\`.
- \`vendor/\` contains the Loam packages of the server that generated this project.
`;
