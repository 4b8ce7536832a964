import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { compressBody, type Encoding } from "../http/compress-body.ts";

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

/** The compressed body; an answer that is sent once keeps none. */
export function compressedForm(answer: RenderedAnswer, encoding: Encoding): Promise<Buffer> {
  const known = answer.forms.get(encoding);
  if (known?.bytes !== undefined) return known.bytes;
  const bytes = compressBody(answer.body, encoding);
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
