import { pipeline } from "node:stream/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import { publicHeaders } from "@loam/cms-core/publish";
import type { ByteRange, S3Bucket, S3ObjectInfo } from "@loam/cms-core/s3";
import type { Request, RequestHandler, Response } from "express";
import { decodePath } from "../http/guard-request.ts";

/** Uploaded files open on this origin, so browsers must not run anything in them (WEB-04). */
export const MEDIA_POLICY = "sandbox; default-src 'none'";

/**
 * Serves objects of a bucket by path, like the folder. Sites should read the bucket or a CDN in front of it. This keeps
 * the URLs of the embedded default working.
 */
export function serveFromBucket(bucket: S3Bucket): RequestHandler {
  return async (request, response, next) => {
    try {
      if (!(await serveObject(bucket, request, response))) next();
    } catch (error) {
      // A started response cannot be replaced by an error, but the client notices that it was cut off.
      if (!response.headersSent) throw failureOf(error);
      response.destroy();
    }
  };
}

/** Sends one object. Returns false if it doesn't exist. */
async function serveObject(
  bucket: S3Bucket,
  request: Request,
  response: Response,
): Promise<boolean> {
  const key = decodePath(request.path).slice(1);
  const isMedia = !/^[^/]+\/api\//.test(key);
  const asksFirst =
    request.method === "HEAD" ||
    request.headers["if-none-match"] !== undefined ||
    (isMedia && request.headers.range !== undefined);
  if (!asksFirst) {
    const object = await findOrUndefined(bucket.get(key));
    if (object === undefined) return false;
    describeObject(response, key, { ...object, isMedia });
    response.setHeader("Content-Length", object.byteSize);
    await pipeline(object.body, response);
    return true;
  }
  const info = await findOrUndefined(bucket.head(key));
  if (info === undefined) return false;
  describeObject(response, key, { ...info, isMedia });
  if (request.fresh) {
    response.removeHeader("Content-Type");
    response.status(304).end();
    return true;
  }
  const range = isMedia ? askedRange(request, response, info) : undefined;
  response.setHeader(
    "Content-Length",
    range === undefined ? info.byteSize : range.end - range.start + 1,
  );
  if (request.method === "HEAD") response.end();
  else await pipeline((await bucket.get(key, range)).body, response);
  return true;
}

function describeObject(
  response: Response,
  key: string,
  { etag, contentType, isMedia }: S3ObjectInfo & { readonly isMedia: boolean },
): void {
  const headers = isMedia
    ? publicHeaders(key, contentType ?? "application/octet-stream")
    : publicHeaders(key);
  response.setHeader("ETag", `"${etag}"`);
  response.setHeader(
    "Content-Type",
    isMedia ? (contentType ?? headers.contentType) : headers.contentType,
  );
  response.setHeader("Cache-Control", headers.cacheControl);
  if (!isMedia) {
    response.setHeader("Vary", "Accept-Encoding");
    return;
  }
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("Content-Security-Policy", MEDIA_POLICY);
  if (headers.contentDisposition !== undefined) {
    response.setHeader("Content-Disposition", headers.contentDisposition);
  }
}

/**
 * Returns the requested range, or undefined for the whole file. Requests for several ranges get the whole file.
 *
 * @throws CmsError `range_not_satisfiable`
 */
export function askedRange(
  request: Request,
  response: Response,
  { byteSize, etag }: Pick<S3ObjectInfo, "byteSize" | "etag">,
): ByteRange | undefined {
  const condition = request.headers["if-range"];
  if (condition !== undefined && condition !== `"${etag}"`) return undefined;
  const ranges = request.range(byteSize, { combine: true });
  if (ranges === -1) {
    response.setHeader("Content-Range", `bytes */${byteSize}`);
    throw new CmsError("range_not_satisfiable", "The requested range is outside the file.");
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== "bytes") return undefined;
  const [range, second] = ranges;
  if (range === undefined || second !== undefined) return undefined;
  response.status(206);
  response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${byteSize}`);
  return { start: range.start, end: range.end };
}

async function findOrUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    // An invalid path cannot have an object.
    if (isCmsError(error) && (error.code === "not_found" || error.code === "invalid_path")) {
      return undefined;
    }
    throw error;
  }
}

function failureOf(error: unknown): unknown {
  if (!isCmsError(error) || error.code !== "storage_failed") return error;
  return new CmsError("unavailable", "The files cannot be read at the moment. Try again later.", {
    cause: error,
  });
}
