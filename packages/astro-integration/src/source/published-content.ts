import { createHash } from "node:crypto";
import { CmsError, countOf } from "@loam/cms-core";
import * as z from "astro/zod";
import { parseJson, readJson } from "./read-json.ts";
import type { PublishedType } from "./site-index.ts";
import type { Source } from "./source.ts";

/** Remedy for invalid published files: HQ rewrites all of them if there is no index. */
export const REWRITE_ADVICE =
  "To write all published files again, delete the site's api/index.json from the public folder and restart HQ.";

/** A published entry: system keys, then fields by API ID. */
export interface PublishedEntry {
  readonly id: string;
  readonly slug: string;
  readonly [key: string]: unknown;
}

/** A row of `api/{api_id}/_index.json`. */
export interface IndexRow {
  readonly id: string;
  readonly slug: string;
  /** First digits of the SHA-256 of the entry's file. */
  readonly digest: string;
}

const rowTuple = z.tuple([z.string(), z.string(), z.string()], z.unknown());
const rowIndex = z.object({ digest: z.string(), rows: z.array(rowTuple) });
const list = z.object({ contents: z.array(z.unknown()), totalCount: z.number() });

const ENTRIES_AT_ONCE = 8;

/**
 * Returns the ids, slugs, and digests of a type's entries in the published order; `undefined` if the publisher doesn't
 * write this file.
 */
export async function readRows(
  source: Source,
  type: PublishedType,
): Promise<readonly IndexRow[] | undefined> {
  if (type.totalCount === 0) return [];
  const path = `api/${type.apiId}/_index.json`;
  const bytes = await source.read(path);
  if (bytes === undefined) return undefined;
  const { digest: of, rows } = readJson(rowIndex, bytes, { source, path });
  if (of !== type.sha256) {
    throw sourceChanging(source, path, "its digest does not match the sha256 in api/index.json");
  }
  return rows.map(([id, slug, digest]) => ({ id, slug, digest }));
}

/**
 * Reads all entries of a type in the published order: its list file, or the single entry of an object type.
 *
 * @throws CmsError `source_changing` if the file doesn't match the index, `list_incomplete` if it has fewer entries
 * than stated
 */
export async function readAll(
  source: Source,
  type: PublishedType,
): Promise<readonly PublishedEntry[]> {
  if (type.totalCount === 0) return [];
  const path = `api/${type.apiId}.json`;
  const bytes = await source.read(path);
  if (bytes === undefined) throw sourceChanging(source, path, "it is missing");
  if (sha256(bytes) !== type.sha256) {
    throw sourceChanging(source, path, "its SHA-256 does not match api/index.json");
  }
  if (type.kind === "object") {
    return [publishedEntry(parseJson(bytes, { source, path }), source, path)];
  }
  const { contents, totalCount } = readJson(list, bytes, { source, path });
  if (contents.length !== totalCount || totalCount !== type.totalCount) {
    throw new CmsError(
      "list_incomplete",
      `${source.name}/${path} has ${countOf(contents.length, "entry", "entries")}, but its totalCount is ${totalCount} and that in api/index.json is ${type.totalCount}. The content loaded earlier is kept. ${REWRITE_ADVICE}`,
      { details: { path, found: contents.length, totalCount, indexed: type.totalCount } },
    );
  }
  return contents.map((entry) => publishedEntry(entry, source, path));
}

/** Reads the entries of `rows`, each from its own file. */
export async function readEntries(
  source: Source,
  type: PublishedType,
  rows: readonly IndexRow[],
): Promise<readonly PublishedEntry[]> {
  const entries: PublishedEntry[] = [];
  for (let at = 0; at < rows.length; at += ENTRIES_AT_ONCE) {
    const some = rows.slice(at, at + ENTRIES_AT_ONCE);
    entries.push(...(await Promise.all(some.map((row) => readEntry(source, type, row)))));
  }
  return entries;
}

async function readEntry(
  source: Source,
  type: PublishedType,
  row: IndexRow,
): Promise<PublishedEntry> {
  const path = `api/${type.apiId}/${row.id}.json`;
  const bytes = await source.read(path);
  if (bytes === undefined) throw sourceChanging(source, path, "it is missing");
  if (!sha256(bytes).startsWith(row.digest)) {
    throw sourceChanging(source, path, "its SHA-256 does not match _index.json");
  }
  return publishedEntry(parseJson(bytes, { source, path }), source, path);
}

function publishedEntry(value: unknown, source: Source, path: string): PublishedEntry {
  if (isPublishedEntry(value)) return value;
  throw new CmsError(
    "source_invalid",
    `${source.name}/${path} contains an entry without id and slug. ${REWRITE_ADVICE}`,
    { details: { path } },
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function isPublishedEntry(value: unknown): value is PublishedEntry {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "slug" in value &&
    typeof value.slug === "string"
  );
}

function sourceChanging(source: Source, path: string, reason: string): CmsError {
  return new CmsError(
    "source_changing",
    `${source.name}/${path} does not match the other published files: ${reason}. The content loaded earlier is kept. A publish may be running, so try again. If the error remains: ${REWRITE_ADVICE}`,
    { details: { path, reason } },
  );
}
