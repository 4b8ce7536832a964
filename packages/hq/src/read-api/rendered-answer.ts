import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

/** The bytes of an answer and what is told about them. */
export interface RenderedAnswer {
  readonly body: Buffer;
  /** Strong tag of the body as it is, with its quotes. */
  readonly tag: string;
  /** The commit that is shown. */
  readonly snapshot: string | undefined;
  /** Whether references were left as `{"id"}` for want of nodes. */
  readonly truncated: boolean;
  /** Whether it shows what is not published. */
  readonly isDraft: boolean;
  /** Compressed forms, kept from the second time on that one is sent. */
  readonly forms: Map<Encoding, CompressedForm>;
}

export type Encoding = "br" | "gzip";

interface CompressedForm {
  readonly bytes: Promise<Buffer> | undefined;
}

export interface ShownAnswer {
  readonly json: string;
  readonly truncated: boolean;
  readonly snapshot: string | undefined;
  readonly isDraft: boolean;
}

export function renderAnswer({ json, ...shown }: ShownAnswer): RenderedAnswer {
  const body = Buffer.from(json);
  const tag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
  return { ...shown, body, tag, forms: new Map() };
}

/** Shorter answers are sent as they are: compressed they would not be shorter by a packet. */
const MIN_COMPRESSED_BYTES = 1024;

/** The form in which an answer is sent to a client that takes these encodings. */
export function chooseEncoding(
  { body }: RenderedAnswer,
  accepted: string | undefined,
): Encoding | undefined {
  if (accepted === undefined || body.length < MIN_COMPRESSED_BYTES) return undefined;
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

/** The compressed body; an answer that is sent once keeps none. */
export function compressBody(answer: RenderedAnswer, encoding: Encoding): Promise<Buffer> {
  const known = answer.forms.get(encoding);
  if (known?.bytes !== undefined) return known.bytes;
  const bytes =
    encoding === "br" ? compressors.br(answer.body, BROTLI) : compressors.gzip(answer.body);
  answer.forms.set(encoding, { bytes: known === undefined ? undefined : bytes });
  return bytes;
}

/** Answers about what is published, by site, commit and address. */
export interface AnswerCache {
  get(key: string): RenderedAnswer | undefined;
  set(key: string, answer: RenderedAnswer): void;
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** An object with its buffers, beside the bytes themselves. */
const ANSWER_OVERHEAD_BYTES = 600;

/** Keeps the answers that were asked for last, in some megabytes. */
export function createAnswerCache(maxBytes: number = MAX_CACHE_BYTES): AnswerCache {
  const answers = new LRUCache<string, RenderedAnswer>({
    maxSize: maxBytes,
    // Compressed forms, which may follow, are about half as long together.
    sizeCalculation: ({ body }, key) =>
      Math.ceil(body.length * 1.5) + key.length + ANSWER_OVERHEAD_BYTES,
  });
  return {
    get: (key) => answers.get(key),
    set(key, answer) {
      answers.set(key, answer);
    },
  };
}
