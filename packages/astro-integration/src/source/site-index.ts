import { CmsError, FIELD_TYPES } from "@loam/cms-core";
import * as z from "astro/zod";
import { readJson } from "./read-json.ts";
import type { Source } from "./source.ts";

/** A field that can be in a repeat row, as described in `api/index.json`. */
export interface PublishedRowField {
  readonly apiId: string;
  readonly label: string;
  readonly type: (typeof FIELD_TYPES)[number];
  readonly required: boolean;
  readonly multiple: boolean;
  /** Labels of a select's options, if the publisher provides them. */
  readonly options?: readonly string[] | undefined;
  /** API IDs that a reference can point to, if the publisher provides them. */
  readonly to?: readonly string[] | undefined;
}

/** A field as described in `api/index.json`. */
export interface PublishedField extends PublishedRowField {
  /** Fields of a repeat's rows, if the publisher provides them. */
  readonly fields?: readonly PublishedRowField[] | undefined;
}

/** A content type as described in `api/index.json`. */
export interface PublishedType {
  readonly apiId: string;
  readonly kind: "list" | "object";
  readonly label: string;
  readonly totalCount: number;
  /** Lowercase hex hash of `api/{apiId}.json`; empty if the file doesn't exist. */
  readonly sha256: string;
  readonly fields: readonly PublishedField[];
}

/** Content of `api/index.json`. */
export interface SiteIndex {
  readonly site: {
    readonly id: string;
    readonly name: string;
    /** URL paths of entries for links, by API ID. @default `/<api_id>/{slug}` */
    readonly routes?: Readonly<Record<string, string>> | undefined;
    /** IANA time zone of the days in `routes`. @default UTC */
    readonly timeZone?: string | undefined;
  };
  /** Commit from which the files were created. */
  readonly generatedFrom?: string | undefined;
  readonly contentTypes: readonly PublishedType[];
}

const option = z.union([z.string(), z.object({ label: z.string() }).transform((it) => it.label)]);

const rowField = z.object({
  apiId: z.string(),
  label: z.string().default(""),
  type: z.enum(FIELD_TYPES),
  required: z.boolean().default(false),
  multiple: z.boolean().default(false),
  options: z.array(option).optional(),
  to: z.array(z.string()).optional(),
});

const contentType = z.object({
  apiId: z.string(),
  kind: z.enum(["list", "object"]),
  label: z.string().default(""),
  totalCount: z.int(),
  sha256: z.string().default(""),
  fields: z.array(rowField.extend({ fields: z.array(rowField).optional() })),
});

const siteIndex: z.ZodType<SiteIndex> = z.object({
  site: z.object({
    id: z.string(),
    name: z.string(),
    routes: z.record(z.string(), z.string()).optional(),
    timeZone: z.string().optional(),
  }),
  generatedFrom: z.string().optional(),
  contentTypes: z.array(contentType),
});

const INDEX_PATH = "api/index.json";

/**
 * Reads the index of a site.
 *
 * @throws CmsError `source_unreachable`, or `source_invalid` if the file is missing or invalid
 */
export async function readSiteIndex(source: Source): Promise<SiteIndex> {
  const bytes = await source.read(INDEX_PATH);
  if (bytes === undefined) {
    throw new CmsError(
      "source_invalid",
      `${source.name} has no ${INDEX_PATH}, so no published site is there. Turn on publishing for the site, and check that the source is {public_storage_url}/{site_id}.`,
      { details: { source: source.name } },
    );
  }
  return readJson(siteIndex, bytes, { source, path: INDEX_PATH });
}

/**
 * Returns the type with an API ID.
 *
 * @throws CmsError `content_type_not_found`, with the most similar name
 */
export function findType(index: SiteIndex, apiId: string): PublishedType {
  const found = index.contentTypes.find((type) => type.apiId === apiId);
  if (found) return found;
  const names = index.contentTypes.map((type) => type.apiId);
  const near = nearestName(apiId, names);
  throw new CmsError(
    "content_type_not_found",
    `The site "${index.site.name}" has no published content type "${apiId}".${near === undefined ? "" : ` Did you mean "${near}"?`} Published types: ${names.join(", ") || "none"}.`,
    { details: { apiId, names } },
  );
}

function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: editDistance(wanted, name) }));
  const best = distances.toSorted((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(2, wanted.length / 3) ? best.name : undefined;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of from.split("").entries()) {
    const next = [line + 1];
    for (const [at, other] of to.split("").entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
