import { createHash, randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { AstroIntegrationLogger, AstroPrerenderer } from "astro";
import type { LocalHost } from "../content/local-host.ts";
import { changesBetween } from "../store/changed-reads.ts";
import { Reads } from "../store/reads.ts";
import { type ContentSnapshot, snapshotOf } from "../store/snapshot.ts";
import {
  type BuildRecord,
  type PageRecord,
  readBuildRecord,
  removeBuildRecord,
  writeBuildRecord,
} from "./build-record.ts";
import type { BuiltCode } from "./built-code.ts";
import { watchRequests } from "./watch-requests.ts";

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer["getStaticPaths"]>>[number];

export interface IncrementalBuildOptions {
  readonly host: LocalHost;
  readonly code: BuiltCode;
  /** Path of the last build's record. */
  readonly recordPath: string;
  /** Options that pages depend on. */
  readonly options: unknown;
  readonly base: string;
  readonly logger: AstroIntegrationLogger;
}

/** Returns why a page must be rendered, for the log; `undefined` if it is unchanged. */
type ReasonOf = (page: PageRecord) => string | undefined;

interface PlannedPage {
  readonly key: string;
  /** Previous render, if the page needs no new one. */
  readonly old: PageRecord | undefined;
  /** Set when the page is rendered. */
  reads?: Reads;
}

/**
 * Records what each page reads while it is rendered. In the next build, an unchanged page gets the same `cacheKey`, so
 * that Astro restores its file.
 */
export class IncrementalBuild {
  readonly #options: IncrementalBuildOptions;
  readonly #shared = new Reads();
  readonly #pages = new Map<string, PlannedPage>();
  #content: ContentSnapshot = {};

  constructor(options: IncrementalBuildOptions) {
    this.#options = options;
  }

  /** Wraps Astro's prerenderer. */
  prerenderer(inner: AstroPrerenderer): AstroPrerenderer {
    const { host, base } = this.#options;
    let requests: { close(): void } | undefined;
    return {
      ...inner,
      setup: async () => {
        host.recordOtherReads(this.#shared);
        requests = watchRequests(host);
        await inner.setup?.();
        await this.#loadPages();
      },
      getStaticPaths: async () => {
        const paths = await host.readApart(this.#shared, () => inner.getStaticPaths());
        return this.#plan(paths);
      },
      render: (request, how) => {
        const page = this.#pages.get(pageKey(pathOf(request.url, base), how.routeData.component));
        const reads = new Reads();
        if (page) page.reads = reads;
        return host.readApart(reads, () => inner.render(request, how));
      },
      teardown: async () => {
        requests?.close();
        await inner.teardown?.();
      },
    };
  }

  /** Called at the end of a successful build. */
  async done(): Promise<void> {
    const pages = [...this.#pages];
    const rendered = pages.filter(([, { reads }]) => reads !== undefined).length;
    const restored = pages.length - rendered;
    this.#options.logger.info(
      `${restored} of ${pages.length} pages unchanged, ${rendered} rendered`,
    );
    const records = pages.flatMap(([address, { key, reads, old }]) => {
      const known = reads ? { key, reads: reads.record() } : old;
      return known ? [[address, known] as const] : [];
    });
    await writeBuildRecord(this.#options.recordPath, {
      code: this.#digest(),
      content: this.#content,
      shared: this.#shared.record(),
      pages: Object.fromEntries(records),
    });
  }

  /** Loads modules before the first page, because what they read is shared by all pages. */
  async #loadPages(): Promise<void> {
    for (const file of this.#options.code.pageFiles()) await import(pathToFileURL(file).href);
  }

  async #plan(paths: readonly PathWithRoute[]): Promise<PathWithRoute[]> {
    const { recordPath, host, logger } = this.#options;
    const last = await readBuildRecord(recordPath);
    await removeBuildRecord(recordPath);
    this.#content = snapshotOf(await host.content(), last?.content);
    const reasonFor = reasonOf(last, this.#digest(), this.#content);
    return paths.map((path) => {
      const address = pageKey(path.pathname, path.route.component);
      const page = last?.pages[address];
      const why = page ? reasonFor(page) : "it is new";
      if (why !== undefined) logger.debug(`rendering ${path.pathname}: ${why}`);
      const old = why === undefined ? page : undefined;
      const key = old?.key ?? randomUUID();
      this.#pages.set(address, { key, old });
      // Without a key, Astro caches no file of the page.
      if (page?.reads.untracked !== undefined) return path;
      return { ...path, cacheKey: path.cacheKey === undefined ? key : `${key} ${path.cacheKey}` };
    });
  }

  /** Returns a hash of everything except the content that pages depend on. */
  #digest(): string {
    const parts = [this.#options.code.digest(), this.#options.options];
    const text = JSON.stringify(parts, (_, value: unknown) =>
      typeof value === "function" ? String(value) : value,
    );
    return createHash("sha256").update(text).digest("hex");
  }
}

function reasonOf(old: BuildRecord | undefined, code: string, content: ContentSnapshot): ReasonOf {
  if (!old) return () => "no record of an earlier build";
  if (old.code !== code) return () => "code, configuration, or options changed";
  const change = changesBetween(old.content, content);
  const forAll = change(old.shared);
  return ({ reads }) => forAll ?? change(reads);
}

/** Two routes can lead to the same path, of which only one is built. */
function pageKey(pathname: string, component: string): string {
  const path = pathname.replace(/(?:\/index)?\.html$|\/$/, "");
  return `${decoded(path)} ${component}`;
}

/** Returns the path of a request in the form of `getStaticPaths()`. */
function pathOf(url: string, base: string): string {
  const { pathname } = new URL(url);
  const prefix = base.replace(/\/$/, "");
  return pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
