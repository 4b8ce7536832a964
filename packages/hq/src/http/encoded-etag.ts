import type { RequestHandler, Response } from "express";

const ENCODED_TAG = /-(?:br|gzip|deflate)"/g;

/**
 * Keeps strong entity tags true under compression: the compressed form of an answer gets its own
 * tag, `"x-br"` for `"x"`, and requests may name either (RFC 9110, section 8.8.3.3). It stands
 * before the compression middleware, so that it sees the encoding which that one chose.
 */
export const encodedEtag: RequestHandler = (request, response, next) => {
  const given = request.headers["if-none-match"];
  if (given !== undefined) {
    request.headers["if-none-match"] = given.replaceAll(ENCODED_TAG, '"');
    // `fetch` adds `no-cache` to every conditional request, which Express takes for "send it again".
    // It asks caches to come back to the origin; this is the origin.
    delete request.headers["cache-control"];
  }
  const expected = request.headers["if-match"];
  if (expected !== undefined) request.headers["if-match"] = expected.replaceAll(ENCODED_TAG, '"');
  beforeHeaders(response, () => {
    const tag = response.getHeader("ETag");
    if (typeof tag !== "string") return;
    const encoding = response.getHeader("Content-Encoding");
    if (response.statusCode === 304) response.setHeader("ETag", namedTag(tag, given ?? ""));
    else if (typeof encoding === "string") response.setHeader("ETag", encodedTag(tag, encoding));
  });
  next();
};

function encodedTag(tag: string, encoding: string): string {
  return tag.replace(/"$/, `-${encoding}"`);
}

/** The form in which the client already has the answer. */
function namedTag(tag: string, given: string): string {
  const named = given.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return named.find((part) => part.replaceAll(ENCODED_TAG, '"') === tag) ?? tag;
}

function beforeHeaders(response: Response, change: () => void): void {
  response.writeHead = new Proxy(response.writeHead.bind(response), {
    apply(writeHead, _self, given) {
      change();
      return Reflect.apply(writeHead, undefined, given);
    },
  });
}
