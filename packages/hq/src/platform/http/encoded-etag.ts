import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODED_TAG = /-(?:br|gzip|deflate)"/g;

/**
 * Keeps strong entity tags true under compression: the compressed form of an answer gets its own
 * tag, `"x-br"` for `"x"`, and requests may name either (RFC 9110, section 8.8.3.3). It runs before
 * the compression middleware, so that it sees the encoding which that one chose.
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
    if (response.statusCode === 304) response.setHeader("ETag", findTag(tag, given ?? "") ?? tag);
    else if (typeof encoding === "string") response.setHeader("ETag", formTag(tag, encoding));
  });
  next();
};

/** The tag of a compressed form. */
function formTag(tag: string, encoding: string): string {
  return tag.replace(/"$/, `-${encoding}"`);
}

/**
 * The tag among those of an `If-None-Match` that names an answer in any form, as the client has it;
 * `undefined` when it has none of them.
 */
export function findTag(tag: string, given: string): string | undefined {
  if (given === tag) return tag;
  const named = given.split(",").map((part) => part.trim().replace(/^W\//, ""));
  if (named.includes("*")) return tag;
  return named.find((part) => part.replaceAll(ENCODED_TAG, '"') === tag);
}

function beforeHeaders(response: Response, change: () => void): void {
  response.writeHead = new Proxy(response.writeHead.bind(response), {
    apply(writeHead, _self, given) {
      change();
      return Reflect.apply(writeHead, undefined, given);
    },
  });
}

type Encoding = "br" | "gzip";

/** Shorter bodies are sent as they are: compressed they would not be shorter by a packet. */
const MIN_COMPRESSED_BYTES = 1024;

/** The form in which a body of some bytes is sent to a client that takes these encodings. */
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

/** Clients send a few different headers; reading one takes as long as answering. */
const choices = new LRUCache<string, Encoding | "identity">({ max: 100 });

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** The quality at which an answer takes a fraction of a millisecond. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br" ? compressors.br(body, BROTLI) : compressors.gzip(body);
}

/** A body that is kept, to be sent in any form. */
export interface KeptBody {
  readonly body: Buffer;
  /** Strong tag of the body as it is, with its quotes. */
  readonly tag: string;
  /** Compressed forms. */
  readonly forms: Map<Encoding, Promise<Buffer>>;
}

/** A body as one client is sent it. */
interface SentForm {
  readonly body: Buffer;
  readonly tag: string;
  /** Of the body alone: names and values in turn, as `writeHead` takes them. */
  readonly headers: string[];
}

/** The form of a JSON body for a client that takes these encodings. */
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

/** What a JSON body of some bytes says of itself. */
export function jsonHeaders(bytes: number): string[] {
  return ["Content-Type", "application/json; charset=utf-8", "Content-Length", String(bytes)];
}
