import type { Field } from "@loam/cms-core";
import { isCmsError } from "@loam/cms-core";
import type { IndexedEntry } from "@loam/cms-core/find";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import {
  type EntrySummary,
  readShownFields,
  type ShownFields,
  summariseEntry,
} from "../entries/entry-answer.ts";
import { type MediaAnswer, readShownMedia } from "../media/media-answer.ts";

/** What a list returns in addition to summaries. */
interface ListExtras {
  /** API ids. */
  readonly fields: readonly string[];
  readonly thumbnails: boolean;
  readonly services: Parameters<typeof readShownMedia>[2];
}

/** Returns the entries of a list with the requested values and thumbnails. */
export async function listWithFields(
  content: SiteContent,
  entries: readonly IndexedEntry[],
  { fields: names, thumbnails, services }: ListExtras,
): Promise<readonly EntrySummary[]> {
  const summaries = entries.map(summariseEntry);
  if (names.length === 0 && !thumbnails) return summaries;
  const values = await Promise.all(entries.map(async (entry) => readValues(content, entry)));
  const reader = createReader(content, services);
  const withValues = async (summary: EntrySummary, own: ShownFields): Promise<EntrySummary> => {
    const fields = fieldsOf(content, summary.type);
    const thumbnail = thumbnails ? await thumbnailOf(reader, fields, own) : undefined;
    return {
      ...summary,
      ...(names.length > 0 && { fields: await pick(reader, fields, { own, names }) }),
      ...(thumbnail !== undefined && { thumbnail }),
    };
  };
  return Promise.all(summaries.map(async (one, at) => withValues(one, values[at] ?? {})));
}

function fieldsOf({ store }: SiteContent, type: string): readonly Field[] {
  const state = store.type(type);
  return (state?.latest ?? state?.type)?.fields ?? [];
}

/** Returns no values for an entry that was changed or deleted since the list was read. The next list is up to date. */
async function readValues(content: SiteContent, entry: IndexedEntry): Promise<ShownFields> {
  try {
    return await readShownFields(content, entry);
  } catch (error) {
    if (isCmsError(error)) return {};
    throw error;
  }
}

/** Resolves references and media, each only once per list. */
interface Reader {
  readonly entry: (id: string) => Promise<IndexedEntry | undefined>;
  readonly media: (id: string) => Promise<MediaAnswer | undefined>;
}

function createReader(
  { store, index }: SiteContent,
  services: Parameters<typeof readShownMedia>[2],
): Reader {
  return {
    entry: once(async (id) => (await index.find(id))[0]),
    media: once(async (id) => {
      if (store.mediaBlob(id) === undefined) return undefined;
      return readShownMedia(store, id, services);
    }),
  };
}

function once<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (id) => {
    const found = known.get(id) ?? read(id);
    known.set(id, found);
    return found;
  };
}

interface Pick {
  readonly own: ShownFields;
  readonly names: readonly string[];
}

async function pick(
  reader: Reader,
  fields: readonly Field[],
  { own, names }: Pick,
): Promise<ShownFields> {
  const wanted = fields.filter(({ apiId }) => names.includes(apiId) && own[apiId] !== undefined);
  const shown = wanted.map(async (field) => {
    return [field.apiId, await showValue(reader, field, own[field.apiId])] as const;
  });
  return Object.fromEntries(await Promise.all(shown));
}

async function showValue(reader: Reader, field: Field, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(value.map(async (item: unknown) => showItem(reader, field, item)));
  }
  return showItem(reader, field, value);
}

/** Maximum length of text values in lists. */
const SHOWN_CHARACTERS = 300;

async function showItem(reader: Reader, { type }: Field, value: unknown): Promise<unknown> {
  if (type === "reference" && typeof value === "string") {
    const target = await reader.entry(value);
    if (target === undefined) return { id: value };
    const { type: targetType, slug, title, state } = target;
    return { id: value, type: targetType, slug, title, state };
  }
  if (type === "media" && typeof value === "object" && value !== null && "id" in value) {
    const media = await reader.media(String(value.id));
    if (media === undefined) return value;
    const { filename, mime_type, contentUrl } = media;
    return { ...value, filename, mime_type, contentUrl };
  }
  if (typeof value !== "string" || value.length <= SHOWN_CHARACTERS) return value;
  return `${value.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}

type Thumbnail = NonNullable<EntrySummary["thumbnail"]>;

/** Returns the first image of an entry, in field order. */
async function thumbnailOf(
  reader: Reader,
  fields: readonly Field[],
  own: ShownFields,
): Promise<Thumbnail | undefined> {
  for (const field of fields) {
    if (field.type !== "media" || field.accept !== "image") continue;
    const value = own[field.apiId];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first !== "object" || first === null || !("id" in first)) continue;
    const media = await reader.media(String(first.id));
    if (media === undefined) continue;
    const { id, contentUrl, variants } = media;
    const [small] = variants
      .filter(({ format }) => format === "webp")
      .toSorted((one, other) => one.width - other.width);
    const url = small === undefined ? contentUrl : `${contentUrl}?variant=${small.width}.webp`;
    return { id, url };
  }
  return undefined;
}
