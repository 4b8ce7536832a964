import { countOf } from "@loam/cms-core";
import type { Loader, LoaderContext } from "astro/loaders";
import { resolveOptions } from "../options/find-options.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { sharedState } from "../options/shared-state.ts";
import { type ByAstro, renderByAstro } from "../rich-text/astro-markdown.ts";
import { bodyText, renderBody } from "../rich-text/render-body.ts";
import { loaderTypesText } from "../schema/type-text.ts";
import { positionKey, zodSchema } from "../schema/zod-schema.ts";
import { findType, type PublishedType, readSiteIndex } from "../source/site-index.ts";
import { withConsistentSite } from "../source/site-snapshot.ts";
import { siteLink } from "../store/content-host.ts";
import type { LinkOf } from "../store/entry-links.ts";
import { collectionNames } from "./collection-names.ts";
import { openContent } from "./open-content.ts";
import { type Changes, readChanges } from "./read-changes.ts";
import { reportDangling, reportOutdated } from "./report.ts";
import { changeStore, storedDigests, type StoredEntry } from "./store-changes.ts";
import { fingerprintOf, readState, writeState } from "./sync-state.ts";

/** Astro refreshes loaders by name. */
export const LOADER_NAME = "loam";

/**
 * Creates a loader for one published content type, for a collection with any name:
 * `defineCollection({ loader: loamLoader("posts") })`.
 *
 * Stored entries are replaced only after everything was read and checked. If the source fails, they stay unchanged and
 * the build fails.
 *
 * @param overrides options that override those of the integration
 */
export function loamLoader(apiId: string, overrides?: unknown): Loader {
  return {
    name: LOADER_NAME,
    load: async (context) => {
      const shared = sharedState();
      if (shared) shared.loaderRuns.count += 1;
      await load(context, apiId, await resolveOptions(overrides));
    },
    createSchema: async () => {
      const options = await resolveOptions(overrides);
      const index = await readSiteIndex(openContent(options));
      const type = findType(index, apiId);
      const types = { prefix: options.prefix, collections: collectionNames(index, options) };
      return { schema: zodSchema(type), types: loaderTypesText(type, types) };
    },
  };
}

async function load(
  context: LoaderContext,
  apiId: string,
  options: ResolvedOptions,
): Promise<void> {
  const { store, meta, logger } = context;
  const source = openContent(options);
  await withConsistentSite(source, async (site) => {
    for (const warning of source.takeWarnings?.() ?? []) logger.warn(warning);
    const type = findType(site.index, apiId);
    const fingerprint = fingerprintOf(context, type, options);
    const previous = readState(meta);
    const same = previous?.fingerprint === fingerprint;
    if (same && previous.sha256 === type.sha256) {
      logger.debug(`${apiId}: no changes`);
      return;
    }
    const changes = await readChanges({
      source,
      site,
      type,
      options,
      stored: same ? storedDigests(store) : new Map(),
      digestOf: (entry) => context.generateDigest(entry),
    });
    const set = await parsedEntries(context, { type, changes, render: options.render });
    reportDangling(logger, changes.dangling);
    reportOutdated(logger, type, changes.set);
    // Astro doesn't update an entry with the same digest, even if other properties differ.
    if (!same) store.clear();
    changeStore(store, positionKey(type), { ...changes, set });
    writeState(meta, { fingerprint, sha256: type.sha256 });
    logger.info(
      `${apiId}: ${countOf(set.length, "entry", "entries")} read, ${changes.removed.length} removed`,
    );
  });
}

interface ParseRequest {
  readonly type: PublishedType;
  readonly changes: Changes;
  readonly render: ResolvedOptions["render"];
}

async function parsedEntries(
  context: LoaderContext,
  { type, changes, render }: ParseRequest,
): Promise<readonly StoredEntry[]> {
  const link = await siteLink();
  const set: StoredEntry[] = [];
  // Sequential, so that only one syntax tree is in memory.
  for (const { key, digest, data } of changes.set) {
    const parsed = await context.parseData({ id: key, data });
    // From the published data, because a custom schema can omit the text.
    const text = render === false ? undefined : bodyText(type, data);
    const rendered = text !== undefined && {
      rendered: await (render === "astro"
        ? renderByAstro(text, { ...asFile(context, key), link })
        : renderedBody(text, link)),
    };
    set.push({ key, digest, data: parsed, ...rendered });
  }
  return set;
}

/** Renders an entry as if it were a file of the project. */
function asFile(context: LoaderContext, key: string): Omit<ByAstro, "link"> {
  const names = [context.collection, ...`${key}.md`.split("/")].map(encodeURIComponent);
  return {
    renderMarkdown: async (text, options) => context.renderMarkdown(text, options),
    fileURL: new URL(`content/${names.join("/")}`, context.config.srcDir),
  };
}

async function renderedBody(
  text: string,
  link: LinkOf | undefined,
): Promise<NonNullable<StoredEntry["rendered"]>> {
  const { html, headings } = await renderBody(text, { link });
  return { html, metadata: { headings: [...headings] } };
}
