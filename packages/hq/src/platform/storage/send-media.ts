import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import { CmsError, type MediaRecord } from "@loam/cms-core";
import { type MediaStorage, originalKey, variantKey } from "@loam/cms-core/media";
import { publicHeaders } from "@loam/cms-core/publish";
import type { Request, Response } from "express";
import { askedRange, MEDIA_POLICY } from "./serve-from-bucket.ts";

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

interface SendMedia {
  readonly record: MediaRecord;
  readonly storage: MediaStorage;
  /** Such as `640.webp`. @default the original */
  readonly variant: string | undefined;
  /** `Cache-Control`. */
  readonly cache: string;
}

/**
 * Sends a media file to a user who can see it before it is public. Its URL is immutable, and nothing in it can run.
 *
 * @throws CmsError `not_found`, `range_not_satisfiable`
 */
export async function sendMedia(
  exchange: Exchange,
  { record, storage, variant, cache }: SendMedia,
): Promise<void> {
  const { key, mediaType } = objectOf(record, variant);
  const { contentType, contentDisposition } = publicHeaders(record.filename, mediaType);
  const etag = `${record.sha256}${variant === undefined ? "" : `-${variant}`}`;
  await sendObject(exchange, { storage, key, etag, contentType, contentDisposition, cache });
}

/**
 * Sends a file of media storage in place of its damaged public copy, with the headers of the copy.
 *
 * @throws CmsError `not_found`, `media_damaged`, `range_not_satisfiable`
 */
export async function sendInPlaceOf(
  path: string,
  exchange: Exchange,
  { storage, key }: Pick<StoredObject, "storage" | "key">,
): Promise<void> {
  const { cacheControl, contentDisposition } = publicHeaders(path, "");
  const contentType = extname(path) || "application/octet-stream";
  const etag = key.split("/").slice(1).join("-");
  const cache = cacheControl;
  await sendObject(exchange, { storage, key, etag, contentType, contentDisposition, cache });
}

interface StoredObject {
  readonly storage: MediaStorage;
  readonly key: string;
  readonly etag: string;
  /** A media type, or an extension that implies it. */
  readonly contentType: string;
  readonly contentDisposition: string | undefined;
  readonly cache: string;
}

async function sendObject(
  { request, response }: Exchange,
  { storage, key, etag, contentType, contentDisposition, cache }: StoredObject,
): Promise<void> {
  const { byteSize } = await storage.open(key);
  response.type(contentType).set({
    "Content-Security-Policy": MEDIA_POLICY,
    "Cache-Control": cache,
    "Accept-Ranges": "bytes",
    ETag: `"${etag}"`,
    ...(contentDisposition !== undefined && { "Content-Disposition": contentDisposition }),
  });
  if (request.fresh) {
    response.removeHeader("Content-Type");
    response.status(304).end();
    return;
  }
  const range = askedRange(request, response, { byteSize, etag });
  const length = range === undefined ? byteSize : range.end - range.start + 1;
  response.set("Content-Length", String(length));
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const object = await storage.open(key, range);
  const bytes = object.kind === "file" ? createReadStream(object.path) : object.stream;
  try {
    await pipeline(bytes, response);
  } catch (error) {
    // Clients can disconnect early. A started response cannot be replaced by an error.
    if (!response.headersSent) throw error;
    response.destroy();
  }
}

function objectOf(
  record: MediaRecord,
  name: string | undefined,
): { readonly key: string; readonly mediaType: string } {
  if (name === undefined) return { key: originalKey(record), mediaType: record.mimeType };
  const variant = record.variants.find(({ width, format }) => `${width}.${format}` === name);
  if (variant === undefined) {
    throw new CmsError("not_found", `The file has no variant ${JSON.stringify(name)}.`);
  }
  return { key: variantKey(record, variant), mediaType: `image/${variant.format}` };
}
