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
  /** Where the record of the last build is. */
  readonly recordPath: string;
  /** Of the options that pages depend on. */
  readonly options: unknown;
  readonly base: string;
  readonly logger: AstroIntegrationLogger;
}

/** Why a page is rendered, for the log; `undefined` where it is as it was. */
type ReasonOf = (page: PageRecord) => string | undefined;

interface PlannedPage {
  readonly key: string;
  /** Where it need not be rendered. */
  readonly old: PageRecord | undefined;
  /** Set when it is rendered. */
  reads?: Reads;
}

/**
 * Notes what each page reads while it is rendered, and in the next build gives a page of which nothing changed the
 * `cacheKey` that it had, so that Astro restores its file.
 */
export class IncrementalBuild {
  readonly #options: IncrementalBuildOptions;
  readonly #shared = new Reads();
  readonly #pages = new Map<string, PlannedPage>();
  #content: ContentSnapshot = {};

  constructor(options: IncrementalBuildOptions) {
    this.#options = options;
  }

  /** Put around the prerenderer of Astro. */
  prerenderer(inner: AstroPrerenderer): AstroPrerenderer {
    const { host, base } = this.#options;
    let requests: { close(): void } | undefined;
    return {
      ...inner,
      setup: async () => {
        host.noteOthers(this.#shared);
        requests = watchRequests(host);
        await inner.setup?.();
        await this.#loadPages();
      },
      getStaticPaths: async () => {
        const paths = await host.readApart(this.#shared, () => inner.getStaticPaths());
        return this.#plan(paths);
      },
      render: (request, how) => {
        const page = this.#pages.get(addressOf(pathOf(request.url, base), how.routeData.component));
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

  /** The build has ended well. */
  async done(): Promise<void> {
    const pages = [...this.#pages];
    const rendered = pages.filter(([, { reads }]) => reads !== undefined).length;
    const kept = pages.length - rendered;
    this.#options.logger.info(`${kept} of ${pages.length} pages unchanged, ${rendered} rendered`);
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

  /** Modules are loaded when the first page needs them, but what they read is there for all. */
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
      const address = addressOf(path.pathname, path.route.component);
      const page = last?.pages[address];
      const why = page ? reasonFor(page) : "it is new";
      if (why !== undefined) logger.debug(`rendering ${path.pathname}: ${why}`);
      const old = why === undefined ? page : undefined;
      const key = old?.key ?? randomUUID();
      this.#pages.set(address, { key, old });
      // Without a key Astro keeps no file of it.
      if (page?.reads.untracked !== undefined) return path;
      return { ...path, cacheKey: path.cacheKey === undefined ? key : `${key} ${path.cacheKey}` };
    });
  }

  /** Of everything besides the content that pages are made with. */
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

/** Two routes may lead to one path, of which one is built. */
function addressOf(pathname: string, component: string): string {
  const path = pathname.replace(/(?:\/index)?\.html$|\/$/, "");
  return `${decoded(path)} ${component}`;
}

/** The path of a request as `getStaticPaths()` names it. */
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
