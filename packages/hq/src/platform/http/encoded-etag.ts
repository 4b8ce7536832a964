import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODED_TAG = /-(?:br|gzip|deflate)"/g;

/**
 * Keeps strong entity tags correct under compression. The compressed form of a response gets its own tag, `"x-br"` for
 * `"x"`, and requests can use either (RFC 9110, section 8.8.3.3). Must run before the compression middleware to see the
 * chosen encoding.
 */
export const encodedEtag: RequestHandler = (request, response, next) => {
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined) {
    request.headers["if-none-match"] = ifNoneMatch.replaceAll(ENCODED_TAG, '"');
    // `fetch` adds `no-cache` to every conditional request, and Express then skips the 304. The header asks caches to
    // revalidate with the origin, which is HQ.
    delete request.headers["cache-control"];
  }
  const expected = request.headers["if-match"];
  if (expected !== undefined) request.headers["if-match"] = expected.replaceAll(ENCODED_TAG, '"');
  beforeHeaders(response, () => {
    const tag = response.getHeader("ETag");
    if (typeof tag !== "string") return;
    const encoding = response.getHeader("Content-Encoding");
    if (response.statusCode === 304)
      response.setHeader("ETag", findTag(tag, ifNoneMatch ?? "") ?? tag);
    else if (typeof encoding === "string") response.setHeader("ETag", formTag(tag, encoding));
  });
  next();
};

/** Returns the tag of a compressed form. */
function formTag(tag: string, encoding: string): string {
  return tag.replace(/"$/, `-${encoding}"`);
}

/**
 * Finds the tag in an `If-None-Match` that matches a response in any form, as the client sent it. Returns `undefined`
 * if none matches.
 */
export function findTag(tag: string, ifNoneMatch: string): string | undefined {
  if (ifNoneMatch === tag) return tag;
  const tags = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  if (tags.includes("*")) return tag;
  return tags.find((part) => part.replaceAll(ENCODED_TAG, '"') === tag);
}

function beforeHeaders(response: Response, change: () => void): void {
  response.writeHead = new Proxy(response.writeHead.bind(response), {
    apply(writeHead, _self, headers) {
      change();
      return Reflect.apply(writeHead, undefined, headers);
    },
  });
}

type Encoding = "br" | "gzip";

/** Smaller bodies are sent uncompressed: compression wouldn't save a packet. */
const MIN_COMPRESSED_BYTES = 1024;

/** Chooses the encoding of a body for a client's `Accept-Encoding`. */
function chooseEncoding(bytes: number, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || bytes < MIN_COMPRESSED_BYTES) return undefined;
  const known = choices.get(accepted);
  if (known !== undefined) return known === "identity" ? undefined : known;
  const taken = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings([
    "br",
    "gzip",
  ]);
  const choice = taken.includes("br") ? "br" : taken.includes("gzip") ? "gzip" : "identity";
  choices.set(accepted, choice);
  return choice === "identity" ? undefined : choice;
}

/** Clients send only a few different headers, and parsing one takes as long as responding. */
const choices = new LRUCache<string, Encoding | "identity">({ max: 100 });

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** At this quality, compression takes a fraction of a millisecond. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br" ? compressors.br(body, BROTLI) : compressors.gzip(body);
}

/** A cached body that can be sent in any encoding. */
export interface KeptBody {
  readonly body: Buffer;
  /** Strong tag of the uncompressed body, in quotes. */
  readonly tag: string;
  /** Compressed forms. */
  readonly forms: Map<Encoding, Promise<Buffer>>;
}

/** A body in the encoding chosen for a client. */
interface SentForm {
  readonly body: Buffer;
  readonly tag: string;
  /** Headers of the body only, as alternating names and values for `writeHead`. */
  readonly headers: string[];
}

/** Returns a JSON body in the encoding chosen for a client. */
export async function formFor(
  { body, tag, forms }: KeptBody,
  accepted: string | undefined,
): Promise<SentForm> {
  const encoding = chooseEncoding(body.length, accepted);
  if (encoding === undefined) return { body, tag, headers: jsonHeaders(body.length) };
  const form = forms.get(encoding) ?? compressBody(body, encoding);
  forms.set(encoding, form);
  const bytes = await form;
  const headers = [...jsonHeaders(bytes.length), "Content-Encoding", encoding];
  return { body: bytes, tag: formTag(tag, encoding), headers };
}

/** Returns the headers of a JSON body. */
export function jsonHeaders(bytes: number): string[] {
  return ["Content-Type", "application/json; charset=utf-8", "Content-Length", String(bytes)];
}
