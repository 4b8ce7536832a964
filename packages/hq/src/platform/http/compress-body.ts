import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

/** Shorter bodies are sent as they are: compressed they would not be shorter by a packet. */
const MIN_COMPRESSED_BYTES = 1024;

/** The form in which a body of some bytes is sent to a client that takes these encodings. */
export function chooseEncoding(bytes: number, accepted: string | undefined): Encoding | undefined {
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

export function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br" ? compressors.br(body, BROTLI) : compressors.gzip(body);
}
