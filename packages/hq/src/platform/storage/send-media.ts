import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { CmsError, type MediaRecord } from "@loam/cms-core";
import { type MediaStorage, originalKey, variantKey } from "@loam/cms-core/media";
import { publicHeaders } from "@loam/cms-core/publish";
import type { Request, Response } from "express";
import { askedRange, MEDIA_POLICY } from "./serve-from-bucket.ts";

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
  { request, response }: { readonly request: Request; readonly response: Response },
  { record, storage, variant, cache }: SendMedia,
): Promise<void> {
  const { key, mediaType } = objectOf(record, variant);
  const { contentType, contentDisposition } = publicHeaders(record.filename, mediaType);
  const { byteSize } = await storage.open(key);
  const etag = `${record.sha256}${variant === undefined ? "" : `-${variant}`}`;
  response.set({
    "Content-Type": contentType,
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
