import { CmsError } from "@loam/cms-core";
import type { RequestHandler } from "express";

const MAX_URL_BYTES = 8192;

/**
 * Refuses addresses that cannot name anything here: too long, or not percent-encoded UTF-8.
 *
 * @throws CmsError `uri_too_long`, `invalid_encoding` (security notes, FLT-12, FLT-13).
 */
export const guardUrl: RequestHandler = (request, _response, next) => {
  if (request.url.length > MAX_URL_BYTES) {
    throw new CmsError("uri_too_long", `The address is longer than ${MAX_URL_BYTES} bytes.`);
  }
  if (decodePath(request.path).includes("\0")) {
    throw new CmsError("invalid_encoding", "The address holds a NUL character.");
  }
  next();
};

/**
 * A path as text.
 *
 * @throws CmsError `invalid_encoding`
 */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new CmsError("invalid_encoding", "The address is not valid percent-encoded UTF-8.", {
      cause,
    });
  }
}
