import type { Loader, LoaderContext } from "astro/loaders";
import { resolveOptions } from "../options/find-options.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { sharedState } from "../options/shared-state.ts";
import { packedStore } from "../pack/packed-store.ts";
import { loaderTypesText } from "../schema/type-text.ts";
import { positionKey, zodSchema } from "../schema/zod-schema.ts";
import { openSource } from "../source/open-source.ts";
import { findType, type PublishedType, readSiteIndex } from "../source/site-index.ts";
import { withConsistentSite } from "../source/site-snapshot.ts";
import type { EntryStore } from "../store/entry-store.ts";
import { inlineStore } from "../store/inline-store.ts";
import { packFolder } from "../vite/data-layer-plugin.ts";
import { collectionNames } from "./collection-names.ts";
import { readChanges } from "./read-changes.ts";
import { reportDangling, reportMissing } from "./report.ts";
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
      const index = await readSiteIndex(openSource(options));
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
  const source = openSource(options);
  await withConsistentSite(source, async (site) => {
    const type = findType(site.index, apiId);
    const store = entryStore(context, type);
    const fingerprint = fingerprintOf(context, type, options);
    const previous = readState(context.meta);
    const same = previous?.fingerprint === fingerprint && store.isWhole();
    if (same && previous.sha256 === type.sha256) {
      context.logger.debug(`${apiId}: nothing changed`);
      return;
    }
    const changes = await readChanges({
      source,
      site,
      type,
      options,
      stored: same ? store.stored() : new Map(),
      digestOf: (entry) => context.generateDigest(entry),
    });
    const set = await Promise.all(
      changes.set.map(async ({ key, digest, data }) => ({
        key,
        digest,
        data: await context.parseData({ id: key, data }),
      })),
    );
    reportDangling(context.logger, changes.dangling);
    reportMissing(context.logger, type, set);
    const removed = same ? changes.removed : goneKeys(context, changes.order);
    store.apply({ set, removed, order: changes.order });
    writeState(context.meta, { fingerprint, sha256: type.sha256 });
    context.logger.info(`${apiId}: ${set.length} read, ${removed.length} removed`);
  });
}

/** Packs need the integration, which puts their entries back where Astro's functions find them. */
function entryStore(context: LoaderContext, type: PublishedType): EntryStore {
  const key = positionKey(type);
  if (!sharedState()?.packs) return inlineStore(context.store, key);
  const richText = type.fields.filter((field) => field.type === "richtext" && !field.multiple);
  return packedStore(context, {
    folder: packFolder(context.config, context.watcher !== undefined),
    collection: context.collection,
    positionKey: key,
    richText: richText.map(({ apiId }) => apiId),
  });
}

function goneKeys({ store }: LoaderContext, order: readonly string[]): string[] {
  const kept = new Set(order);
  return store.keys().filter((key) => !kept.has(key));
}
