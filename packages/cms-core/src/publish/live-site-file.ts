import { hash } from "node:crypto";
import { mediaPath, versionPath } from "../content/layout.ts";
import { parseMediaFile, printMediaFile } from "../content/media-file.ts";
import { parseSiteFile, printSiteFile } from "../content/site-file.ts";
import { parseVersionFile, printVersionFile } from "../content/version-file.ts";
import type { ListSegment } from "../render/list-body.ts";
import {
  type EntryRow,
  isLiveSiteHead,
  type LiveSiteHead,
  type SegmentHead,
} from "./live-site-head.ts";
import type { LiveGraph, LiveSite } from "./live-site.ts";
import { bytesOf } from "./rendered-entry.ts";
import { RENDERER_VERSION } from "./renderer-version.ts";
import { restoreLiveSite } from "./restore-live-site.ts";

// A file with all that a live site consists of:
//
//   MAGIC, the length of the head (4 bytes, big-endian), the head (JSON, UTF-8);
//   of each type's segments in their order: the bytes of their contents, then of their rows;
//   SHA-256 of all of this.
//
// It is no truth: whatever is wrong with it, the site is read from git.

/** To be raised whenever the same live site would be written otherwise. */
const FORMAT = 1;
const MAGIC = Buffer.from(`loam live site ${FORMAT}\n`);
const LENGTH_BYTES = 4;
export const LIVE_SITE_HASH = "sha256";
const HASH_BYTES = 32;

/** The pieces of the file of a live site, all but the hash at its end; undefined before the first publish. */
export function encodeLiveSite(live: LiveSite): readonly Uint8Array[] | undefined {
  const head = headOf(live);
  if (head === undefined) return undefined;
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  const segments = [...live.types.values()].flatMap(({ body }) => body.segments);
  return [MAGIC, length, text, ...segments.flatMap(({ contents, rows }) => [contents, rows])];
}

/**
 * The live site that a file holds; undefined when the file is not whole, or is of another format, renderer or
 * address. The JSON of entries stays where it is in `bytes`.
 *
 * @throws what parsers throw, for a file that another program wrote
 */
export function decodeLiveSite(bytes: Buffer, publicUrl: string): LiveSite | undefined {
  const body = bytes.subarray(0, -HASH_BYTES);
  const at = MAGIC.length + LENGTH_BYTES;
  if (body.length < at || !body.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (!hash(LIVE_SITE_HASH, body, "buffer").equals(bytes.subarray(-HASH_BYTES))) return undefined;
  const start = at + body.readUInt32BE(MAGIC.length);
  const head: unknown = JSON.parse(body.toString("utf8", at, start));
  if (!isLiveSiteHead(head) || head.renderer !== RENDERER_VERSION) return undefined;
  if (head.publicUrl !== publicUrl) return undefined;
  const { commit, types } = head;
  const site = parseSiteFile(Buffer.from(head.site));
  const schemas = head.versions.map(([path, text]) => parseVersionFile(Buffer.from(text), path));
  const media = head.media.map(([path, text]) => parseMediaFile(Buffer.from(text), path));
  return restoreLiveSite({ commit, site, publicUrl, schemas, media, types }, { bytes, start });
}

function headOf({ commit, site, publicUrl, types, graph }: LiveSite): LiveSiteHead | undefined {
  if (commit === undefined || site === undefined) return undefined;
  const schemas = [...graph.schemas.values()].flatMap((versions) => versions.values().toArray());
  return {
    renderer: RENDERER_VERSION,
    publicUrl,
    commit,
    site: textOf(printSiteFile(site)),
    versions: schemas.map((schema) => [
      versionPath(schema.apiId, schema.version),
      textOf(printVersionFile(schema)),
    ]),
    media: [...graph.media.values()].map(({ record }) => [
      mediaPath(record.id),
      textOf(printMediaFile(record)),
    ]),
    types: [...types.values()].map(({ apiId, body }) => ({
      apiId,
      segments: body.segments.map((segment) => segmentHead(segment, graph)),
    })),
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

function segmentHead(
  { entries, contents, rows, updatedAt }: ListSegment,
  { pins, holes }: LiveGraph,
): SegmentHead {
  return {
    contents: contents.length,
    rows: rows.length,
    updatedAt,
    entries: entries.map((entry): EntryRow => [
      entry.id,
      entry.slug,
      entry.createdAt,
      entry.updatedAt,
      entry.publishedAt,
      entry.sortOrder,
      entry.digest,
      pins.get(entry.id) ?? "",
      bytesOf(entry).length,
      holes.get(entry.id) ?? [],
    ]),
  };
}
