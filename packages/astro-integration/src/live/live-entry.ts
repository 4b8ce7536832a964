import { CmsError } from "@loam/cms-core";
import type { LiveDataEntry } from "astro";
import { shapeEntry } from "../loader/shape-entry.ts";
import { entryKey } from "../options/entry-key.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { bodyText, renderBody } from "../rich-text/render-body.ts";
import { zodSchema } from "../schema/zod-schema.ts";
import type { ReadApi } from "../source/api/read-api.ts";
import type { PublishedEntry } from "../source/published-content.ts";
import type { PublishedField, PublishedRowField, PublishedType } from "../source/site-index.ts";
import type { Target } from "../source/site-snapshot.ts";
import { siteLink } from "../store/content-host.ts";

export interface LiveShapeOptions extends Pick<ResolvedOptions, "idFrom" | "render"> {
  readonly api: ReadApi;
  /** Prefix of every collection's name. */
  readonly prefix: string;
  readonly type: PublishedType;
  /** All types of the site. */
  readonly types: readonly PublishedType[];
}

/**
 * Converts an entry of the read API to Astro's live entry. Its `data` is the same as in a build, except for the
 * position.
 */
export async function liveEntry(
  entry: PublishedEntry,
  options: LiveShapeOptions,
): Promise<LiveDataEntry> {
  const { type, prefix, idFrom, render } = options;
  const targets = await targetsOf(entry, options);
  const { data } = shapeEntry(entry, { type, targets, prefix, idFrom });
  // A draft that was never published has no such time.
  const dated = { publishedAt: entry["updatedAt"], ...data };
  const parsed = zodSchema(type).safeParse(dated);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CmsError(
      "source_invalid",
      `${type.apiId}/${entry.slug}, ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}. If the schema was published after the site was built, build the site again.`,
    );
  }
  const text = render ? bodyText(type, parsed.data) : undefined;
  const body = text === undefined ? undefined : await renderBody(text, { link: await siteLink() });
  return {
    id: type.kind === "object" ? type.apiId : entryKey(entry, idFrom),
    data: parsed.data,
    ...(body && { rendered: { html: body.html } }),
    cacheHint: {
      tags: tagsOf(entry, type),
      lastModified: new Date(String(entry["updatedAt"])),
    },
  };
}

/** Returns the cache tags of the data that a page shows: the entry and the entries it references. */
function tagsOf(entry: PublishedEntry, type: PublishedType): string[] {
  const shown = referencesIn(entry, type.fields).map(({ value }) => `loam:${value.id}`);
  return [...new Set(["loam", `loam:${entry.id}`, ...shown])];
}

interface Reference {
  readonly field: PublishedRowField;
  readonly value: { readonly id: string; readonly slug?: string };
}

/** Returns the targets of references. The read API returns their fields, but not their type. */
async function targetsOf(
  entry: PublishedEntry,
  options: LiveShapeOptions,
): Promise<ReadonlyMap<string, Target>> {
  const targets = new Map<string, Target>();
  for (const { field, value } of referencesIn(entry, options.type.fields)) {
    const { id, slug } = value;
    if (slug === undefined || targets.has(id)) continue;
    const type = await typeOf({ field, value }, options);
    if (type !== undefined) targets.set(id, { type, slug });
  }
  return targets;
}

/** Known types of entries that match several types. The type of an entry doesn't change. */
const known = new Map<string, string>();
const MAX_KNOWN = 10_000;

async function typeOf(
  { field, value }: Reference,
  { types, api }: LiveShapeOptions,
): Promise<string | undefined> {
  const may = types.filter(({ apiId }) => field.to?.includes(apiId) ?? true);
  const keys = Object.keys(value);
  const fit = may.filter(({ fields }) => {
    const own = new Set([...SYSTEM, ...fields.map(({ apiId }) => apiId)]);
    return keys.every((key) => own.has(key));
  });
  const [only, second] = fit.length === 0 ? may : fit;
  if (second === undefined) return only?.apiId;
  const before = known.get(value.id);
  if (before !== undefined) return before;
  for (const { apiId } of fit) {
    const found = await api.get(`${apiId}/${value.id}`, { fields: "id", depth: 0 });
    if (found === undefined) continue;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(value.id, apiId);
    return apiId;
  }
  return undefined;
}

const SYSTEM = ["id", "slug", "createdAt", "updatedAt", "publishedAt", "sortOrder"];

function referencesIn(
  values: Readonly<Record<string, unknown>>,
  fields: readonly PublishedField[],
): Reference[] {
  return fields.flatMap((field) => {
    const value = values[field.apiId];
    if (field.type === "reference") return listOf(value).map((one) => ({ field, value: one }));
    if (field.type !== "repeat" || !Array.isArray(value)) return [];
    const rows: readonly unknown[] = value;
    return rows.flatMap((row) =>
      typeof row === "object" && row !== null ? referencesIn({ ...row }, field.fields ?? []) : [],
    );
  });
}

function listOf(value: unknown): { readonly id: string; readonly slug?: string }[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter(
    (one): one is { readonly id: string; readonly slug?: string } =>
      typeof one === "object" && one !== null && "id" in one && typeof one.id === "string",
  );
}
