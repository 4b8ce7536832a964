import { CmsError, sizeOf } from "@loam/cms-core";
import type { RequestHandler } from "express";

const MAX_URL_BYTES = 8192;

/**
 * Rejects URLs that are too long or not percent-encoded UTF-8.
 *
 * @throws CmsError `uri_too_long`, `invalid_encoding` (security notes, FLT-12, FLT-13).
 */
export const guardUrl: RequestHandler = (request, _response, next) => {
  if (request.url.length > MAX_URL_BYTES) {
    throw new CmsError("uri_too_long", `The URL is longer than ${sizeOf(MAX_URL_BYTES)}.`);
  }
  if (decodePath(request.path).includes("\0")) {
    throw new CmsError("invalid_encoding", "The URL contains a NUL character.");
  }
  next();
};

/**
 * Decodes a path.
 *
 * @throws CmsError `invalid_encoding`
 */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new CmsError("invalid_encoding", "The URL is not valid percent-encoded UTF-8.", {
      cause,
    });
  }
}

/** A value in a request and the keys that lead to it. */
interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly parent?: Place;
}

/**
 * Returns the keys that lead to text with lone surrogates or NUL, both of which JSON allows. PostgreSQL and site files
 * accept neither (security notes, FM-14). `undefined` if there is no such text.
 */
export function findBrokenText(value: unknown): readonly string[] | undefined {
  return findPlace(value, (at) => isBroken(at.key) || isBrokenValue(at.value));
}

/** Returns the keys that lead to a `__proto__`, which is never a valid field name and could change objects. */
export function findProtoKey(value: unknown): readonly string[] | undefined {
  return findPlace(value, ({ key }) => key === "__proto__");
}

/** Returns the keys that lead to the first matching value, or `undefined`. */
export function findPlace(
  value: unknown,
  isWanted: (place: Place) => boolean,
): readonly string[] | undefined {
  // Iterative, because JSON can be nested deeper than the call stack allows.
  const waiting: Place[] = [{ value, key: "" }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isWanted(at)) return keysTo(at);
    if (typeof at.value !== "object" || at.value === null) continue;
    for (const [key, inner] of Object.entries(at.value)) {
      waiting.push({ value: inner, key, parent: at });
    }
  }
  return undefined;
}

function isBrokenValue(value: unknown): boolean {
  return typeof value === "string" && isBroken(value);
}

function isBroken(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

function keysTo(place: Place): readonly string[] {
  const keys: string[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.toReversed();
}
