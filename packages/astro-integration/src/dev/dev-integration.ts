import { fileURLToPath } from "node:url";
import type { AstroIntegration, AstroIntegrationLogger } from "astro";
import { RESOLVED_CONTENT_MODULE } from "../content/content-plugin.ts";
import type { LocalHost } from "../content/local-host.ts";
import { LOADER_NAME } from "../loader/loam-loader.ts";
import { resolveOptions } from "../options/find-options.ts";
import type { LoamOptions, ResolvedOptions } from "../options/options.ts";
import { openSource } from "../source/open-source.ts";
import { readSiteIndex, type SiteIndex } from "../source/site-index.ts";
import { followHq } from "./follow-hq.ts";
import { editorUrl, type EditorPlace, hqPlace, unpublishedEntries } from "./hq-place.ts";
import { keepRefreshed } from "./keep-refreshed.ts";
import { pageReads, type PageReads } from "./page-reads.ts";
import { refreshStore } from "./refresh-store.ts";
import {
  TOOLBAR_REQUEST,
  CHANGED,
  shownEntries,
  TOOLBAR_STATE,
  type ToolbarState,
} from "./toolbar-state.ts";
import { unwatchedFolder } from "./unwatched-folder.ts";
import { indexStamp, watchSource } from "./watch-source.ts";
import { type WatchedTypes, watchedTypes } from "./watched-types.ts";

type ServerSetup = Parameters<NonNullable<AstroIntegration["hooks"]["astro:server:setup"]>>[0];

/** Script in the browser that reloads pages with changed content. */
const RELOAD = `if (import.meta.hot) import.meta.hot.on(${JSON.stringify(CHANGED)}, (paths) => {
  if (paths.includes(location.pathname)) location.reload();
});`;

const ICON = `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2"><circle cx="16" cy="16" r="13"/><path d="M4 13c6-3 11 2 17 0s6-2 8-1M4 19c5-2 10 2 16 1s7-2 8-2"/></svg>`;

/** Updates the browser during development when the source changes, and adds a toolbar app. */
export function devIntegration(options: LoamOptions, host: LocalHost): AstroIntegration {
  const pages = pageReads();
  const typesFile = watchedTypes();
  let seen: string | undefined;
  return {
    name: "loam:dev",
    hooks: {
      "astro:config:setup": ({
        config,
        updateConfig,
        addDevToolbarApp,
        addMiddleware,
        addWatchFile,
        createCodegenDir,
        injectScript,
      }) => {
        const ignored = unwatchedFolder(options.source, {
          root: fileURLToPath(config.root),
          srcDir: fileURLToPath(config.srcDir),
          publicDir: fileURLToPath(config.publicDir),
        });
        // `null` means that watching is turned off.
        if (ignored && config.vite.server?.watch !== null) {
          updateConfig({ vite: { server: { watch: { ignored } } } });
        }
        addWatchFile(typesFile.at(createCodegenDir()));
        host.pageReads = (path) => pages.begin(path);
        addMiddleware({ order: "pre", entrypoint: "@loam/astro/dev-middleware" });
        injectScript("page", RELOAD);
        const entrypoint = "@loam/astro/components/toolbar-app.js";
        addDevToolbarApp({ id: "loam", name: "Loam", icon: ICON, entrypoint });
      },
      "astro:config:done": async () => {
        if (options.source !== undefined) {
          const source = openSource(await resolveOptions(undefined));
          seen = await indexStamp(source);
          await typesFile.isOther(source);
        }
      },
      "astro:server:setup": async (setup) => {
        if (options.source === undefined) return;
        const resolved = await resolveOptions(undefined);
        follow(setup, { host, pages, resolved, seen, typesFile });
        connectToolbar(setup, { host, pages, resolved });
      },
    },
  };
}

interface Following {
  readonly host: LocalHost;
  readonly pages: PageReads;
  readonly resolved: ResolvedOptions;
  readonly seen: string | undefined;
  readonly typesFile: WatchedTypes;
}

function follow({ server, refreshContent, logger }: ServerSetup, following: Following): void {
  const { host, pages, resolved, seen, typesFile } = following;
  const source = openSource(resolved);
  const refresh = async (): Promise<void> => {
    if (await typesFile.isOther(source)) {
      logger.info("content types changed, restarting Astro");
      return;
    }
    const { before, after } = await host.refresh();
    if (before && after && after !== before) {
      const paths = pages.changed(before, after);
      invalidatePages(server);
      if (paths.length > 0) server.environments.client.hot.send(CHANGED, paths);
      logger.info(`content changed: ${paths.join(" ") || "not used by an open page"}`);
    }
    await refreshStore(async () => refreshContent?.({ loaders: [LOADER_NAME] }));
  };
  const refresher = keepRefreshed({
    refresh,
    // Pages keep the previous content.
    onFailed(error, againMs) {
      const why = error instanceof Error ? error.message : String(error);
      logger.error(`${why} Trying again in ${againMs / 1000} s.`);
    },
  });
  const isLocal = resolved.source.kind === "git" || "folder" in resolved.source;
  const watched = watchSource({ source, isLocal, seen, changed: refresher.changed });
  const hq = followEvents(resolved, () => watched.poll(), logger);
  server.httpServer?.once("close", () => {
    watched.close();
    refresher.close();
    hq?.close();
  });
}

/** Changes of drafts cannot be detected by polling a file. HQ reports them. */
function followEvents(
  { source, keys }: ResolvedOptions,
  onEvent: () => void,
  logger: AstroIntegrationLogger,
): { close(): void } | undefined {
  if (source.kind !== "api" || keys.token === undefined) return undefined;
  let isReported = false;
  return followHq({
    baseUrl: source.baseUrl,
    siteId: source.siteId,
    token: keys.token,
    onEvent,
    onRefused(why) {
      if (!isReported) logger.warn(`${why}. Polling for changes instead. Check LOAM_TOKEN.`);
      isReported = true;
    },
  });
}

/**
 * Makes the next request evaluate pages and their imports again, including their paths. Not as a module update
 * (`isHmr`), after which Vite keeps modules that were loading at that moment.
 */
function invalidatePages(server: ServerSetup["server"]): void {
  for (const { moduleGraph } of Object.values(server.environments)) {
    const module = moduleGraph.getModuleById(RESOLVED_CONTENT_MODULE);
    if (module) moduleGraph.invalidateModule(module);
  }
}

function connectToolbar(
  { toolbar, logger }: ServerSetup,
  { host, pages, resolved }: DevContext,
): void {
  toolbar.on(TOOLBAR_REQUEST, ({ path }: { readonly path: string }) => {
    const sendState = async (): Promise<void> => {
      const source = openSource(resolved);
      const index = await readSiteIndex(source);
      const state = await toolbarState(path, { host, pages, resolved, index, name: source.name });
      toolbar.send(TOOLBAR_STATE, state);
    };
    sendState().catch((error: unknown) => logger.error(String(error)));
  });
}

type DevContext = Pick<Following, "host" | "pages" | "resolved">;

interface ToolbarInput extends DevContext {
  readonly index: SiteIndex;
  readonly name: string;
}

async function toolbarState(
  path: string,
  { host, pages, resolved, index, name }: ToolbarInput,
): Promise<ToolbarState> {
  const place = hqPlace(resolved, index.site.id);
  const edit = (apiId: string, id: string): string | undefined =>
    place && editorUrl(place, apiId, id);
  const reads = pages.of(path);
  const unpublished = place && (await unpublishedEntries(place));
  return {
    path,
    source: name,
    site: index.site.name,
    commit: index.generatedFrom,
    entries: reads ? shownEntries(reads.record(), await host.content(), edit) : [],
    unpublished,
    hint: unpublished === undefined ? hintFor(place) : undefined,
  };
}

function hintFor(place: EditorPlace | undefined): string {
  if (place === undefined)
    return "To show links to the dashboard, configure HQ: loam({ hq: { baseUrl, siteId } }).";
  return place.token === undefined
    ? "To see unpublished changes, set LOAM_TOKEN to a token with the scope content:read."
    : "HQ did not respond, or rejected LOAM_TOKEN.";
}
