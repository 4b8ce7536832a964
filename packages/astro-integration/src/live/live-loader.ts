import { type CmsError, isCmsError } from "@loam/cms-core";
import type { LiveDataCollection, LiveDataEntry } from "astro";
import type { LiveLoader } from "astro/loaders";
import { idOrSlug } from "../options/entry-key.ts";
import type { ResolvedOptions } from "../options/options.ts";
import type { Parameters, ReadApi } from "../source/api/read-api.ts";
import { isPublishedEntry, type PublishedEntry } from "../source/published-content.ts";
import { findType, readSiteIndex, type SiteIndex } from "../source/site-index.ts";
import type { Source } from "../source/source.ts";
import { liveApi } from "./live-api.ts";
import { liveEntry } from "./live-entry.ts";
import { type LiveFilter, parametersOf } from "./live-filter.ts";

/** Filter by id or slug, or by path. */
export interface LiveEntryFilter {
  readonly id: string;
}

export type LoamLiveLoader<Data extends Record<string, unknown> = Record<string, unknown>> =
  LiveLoader<Data, LiveEntryFilter, LiveFilter, CmsError>;

export interface LiveLoaderOptions {
  readonly resolve: () => Promise<ResolvedOptions>;
  /** Prefix of every collection's name. */
  readonly prefix: string;
  /** Content types from the build; requested from HQ if undefined. */
  readonly index?: SiteIndex | undefined;
}

const PAGE = 100;

/**
 * Creates a loader for the current entries of one content type from the read API, with drafts in a preview. Failures
 * are returned as `error`, a CmsError with its code.
 */
export function liveLoader(apiId: string, options: LiveLoaderOptions): LoamLiveLoader {
  return {
    name: "loam-live",
    loadEntry: async ({ filter }) => orError(async () => loadEntry(apiId, filter, options)),
    loadCollection: async ({ filter = {} }) =>
      orError(async () => loadCollection(apiId, filter, options)),
  };
}

async function orError<T>(load: () => Promise<T>): Promise<T | { error: CmsError }> {
  try {
    return await load();
  } catch (error) {
    if (isCmsError(error)) return { error };
    throw error;
  }
}

async function loadEntry(
  apiId: string,
  { id }: LiveEntryFilter,
  options: LiveLoaderOptions,
): Promise<LiveDataEntry | undefined> {
  const { api, shape, type } = await openType(apiId, options);
  const path = type.kind === "object" ? apiId : `${apiId}/${encodeURIComponent(idOrSlug(id))}`;
  const entry = await readEntry(api, path);
  return entry && shape(entry);
}

async function loadCollection(
  apiId: string,
  filter: LiveFilter,
  options: LiveLoaderOptions,
): Promise<LiveDataCollection> {
  const { api, shape, type } = await openType(apiId, options);
  const parameters = parametersOf(filter);
  const entries =
    type.kind === "object"
      ? [await readEntry(api, apiId)].filter((entry) => entry !== undefined)
      : await readList(api, apiId, { parameters, limit: filter.limit });
  const first = filter.offset ?? 0;
  const shaped = await Promise.all(entries.map(shape));
  const placed = shaped.map((entry, at) => withPlace(entry, first + at));
  return { entries: placed, cacheHint: { tags: ["loam", `loam:${apiId}`] } };
}

/** Adds the position in the response, which is the order of the CMS unless another one was requested. */
function withPlace(entry: LiveDataEntry, place: number): LiveDataEntry {
  if ("position" in entry.data) return entry;
  return { ...entry, data: { ...entry.data, position: place } };
}

interface OpenType {
  readonly api: ReadApi;
  readonly type: SiteIndex["contentTypes"][number];
  readonly shape: (entry: PublishedEntry) => Promise<LiveDataEntry>;
}

async function openType(apiId: string, options: LiveLoaderOptions): Promise<OpenType> {
  const { prefix } = options;
  const resolved = await options.resolve();
  const api = liveApi(resolved);
  const index = options.index ?? (await readIndex(api));
  const type = findType(index, apiId);
  const shaping = { ...resolved, prefix, api, type, types: index.contentTypes };
  return { api, type, shape: (entry) => liveEntry(entry, shaping) };
}

async function readIndex(api: ReadApi): Promise<SiteIndex> {
  const source: Source = { name: api.name, read: async () => (await api.get(""))?.bytes };
  return readSiteIndex(source);
}

/** Reads an entry. The token of another entry doesn't grant access, so it is read as published. */
async function readEntry(api: ReadApi, path: string): Promise<PublishedEntry | undefined> {
  const answer = await api.get(path);
  const value: unknown = answer && JSON.parse(new TextDecoder().decode(answer.bytes));
  return isPublishedEntry(value) ? value : undefined;
}

interface ListOptions {
  readonly parameters: Parameters;
  readonly limit: number | undefined;
}

async function readList(
  api: ReadApi,
  apiId: string,
  { parameters, limit = Number.MAX_SAFE_INTEGER }: ListOptions,
): Promise<PublishedEntry[]> {
  const entries: PublishedEntry[] = [];
  let commit: string | undefined;
  const first = Number(parameters["offset"] ?? 0);
  for (;;) {
    const wanted = Math.min(PAGE, limit - entries.length);
    const offset = first + entries.length;
    const answer = await api.get(apiId, { ...parameters, offset, limit: wanted, at: commit });
    if (answer === undefined) return entries;
    commit = answer.commit;
    const { contents, totalCount } = readPage(answer.bytes);
    entries.push(...contents);
    if (contents.length === 0 || entries.length >= limit || first + entries.length >= totalCount) {
      return entries;
    }
  }
}

function readPage(bytes: Uint8Array): {
  readonly contents: readonly PublishedEntry[];
  readonly totalCount: number;
} {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const page: Readonly<Record<string, unknown>> =
    typeof value === "object" && value !== null ? { ...value } : {};
  const contents: readonly unknown[] = Array.isArray(page["contents"]) ? page["contents"] : [];
  return { contents: contents.filter(isPublishedEntry), totalCount: Number(page["totalCount"]) };
}
