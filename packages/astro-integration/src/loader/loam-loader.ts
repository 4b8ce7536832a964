import type { Loader, LoaderContext } from "astro/loaders";
import { resolveOptions } from "../options/find-options.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { renderRichText } from "../rich-text/render-rich-text.ts";
import { loaderTypesText } from "../schema/type-text.ts";
import { positionKey, zodSchema } from "../schema/zod-schema.ts";
import { findType, type PublishedType, readSiteIndex } from "../source/site-index.ts";
import { withConsistentSite } from "../source/site-snapshot.ts";
import { collectionNames } from "./collection-names.ts";
import { openContent } from "./open-content.ts";
import { readChanges } from "./read-changes.ts";
import { reportDangling, reportMissing } from "./report.ts";
import { changeStore, storedDigests, type StoredEntry } from "./store-changes.ts";
import { fingerprintOf, readState, writeState } from "./sync-state.ts";

/** Astro refreshes loaders by name. */
export const LOADER_NAME = "loam";

/**
 * A loader for one published content type, for a collection of any name:
 * `defineCollection({ loader: loamLoader("posts") })`.
 *
 * The stored entries are replaced only after everything was read and checked, so a source that
 * fails leaves them as they were, and the build fails.
 *
 * @param given - Options over those of the integration.
 */
export function loamLoader(apiId: string, given?: unknown): Loader {
  return {
    name: LOADER_NAME,
    load: async (context) => load(context, apiId, await resolveOptions(given)),
    createSchema: async () => {
      const options = await resolveOptions(given);
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
      logger.debug(`${apiId}: nothing changed`);
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
    const set: StoredEntry[] = [];
    // One after the other, so that the tree of only one text is held.
    for (const { key, digest, data } of changes.set) {
      const parsed = await context.parseData({ id: key, data });
      set.push({
        key,
        digest,
        data: parsed,
        ...(options.render && (await renderBody(type, parsed))),
      });
    }
    reportDangling(logger, changes.dangling);
    reportMissing(logger, type, set);
    // Astro leaves an entry alone whose digest is the same, whatever else of it is not.
    if (!same) store.clear();
    changeStore(store, positionKey(type), { ...changes, set });
    writeState(meta, { fingerprint, sha256: type.sha256 });
    logger.info(`${apiId}: ${set.length} read, ${changes.removed.length} removed`);
  });
}

/** The first rich text field that has a value, for `render(entry)`. */
async function renderBody(
  { fields }: PublishedType,
  data: Readonly<Record<string, unknown>>,
): Promise<Pick<StoredEntry, "rendered">> {
  const richText = fields.filter(({ type, multiple }) => type === "richtext" && !multiple);
  const text = richText.map(({ apiId }) => data[apiId]).find((value) => typeof value === "string");
  if (typeof text !== "string") return {};
  const { html, headings } = await renderRichText(text);
  return { rendered: { html, metadata: { headings: [...headings] } } };
}
