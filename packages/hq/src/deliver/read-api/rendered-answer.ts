import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { compressBody, type Encoding } from "../../platform/http/encoded-etag.ts";
import { upTo } from "../../platform/limits/cache-size.ts";
import type { ReadAddress } from "./read-address.ts";

/** The bytes of an answer and what its headers say about them. */
export interface RenderedAnswer {
  /** The body, one piece after the other. */
  readonly pieces: readonly Buffer[];
  /** Of all pieces, in bytes. */
  readonly length: number;
  /** The bytes of a short body that is kept, one character each: with the headers they are one text. */
  readonly text?: string;
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
  /** The headers of each form that was sent, except those for its caller; the sender makes them. */
  readonly heads: Map<Encoding | undefined, readonly string[]>;
}

interface CompressedForm {
  readonly bytes: Promise<Buffer> | undefined;
}

export interface ShownAnswer extends Pick<
  RenderedAnswer,
  "pieces" | "length" | "snapshot" | "truncated" | "isDraft"
> {
  /** Equal for equal bodies alone, where something shorter than the body is. */
  readonly version: string | undefined;
}

export function renderAnswer({ version, ...shown }: ShownAnswer): RenderedAnswer {
  const named = version ?? hash("sha256", wholeBody(shown), "base64url");
  return {
    ...shown,
    tag: `"${named.slice(0, TAG_CHARACTERS)}"`,
    forms: new Map(),
    heads: new Map(),
  };
}

/** 162 bits. */
const TAG_CHARACTERS = 27;

/** The body in one piece. */
export function wholeBody({ pieces }: Pick<RenderedAnswer, "pieces">): Buffer {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}

/** The compressed body; an answer that is sent once keeps none. */
export function compressedForm(answer: RenderedAnswer, encoding: Encoding): Promise<Buffer> {
  const known = answer.forms.get(encoding);
  if (known?.bytes !== undefined) return known.bytes;
  const bytes = compressBody(wholeBody(answer), encoding);
  if (known === undefined) {
    answer.forms.set(encoding, { bytes: undefined });
    return bytes;
  }
  const kept = bytes.then((form) => inOwnMemory([form], form.length));
  answer.forms.set(encoding, { bytes: kept });
  return kept;
}

/** What is said of an answer without its body. */
export type AnswerTag = Pick<RenderedAnswer, "tag" | "snapshot" | "truncated" | "isDraft">;

/** Answers about what is published, by site and address. */
export interface AnswerCache {
  get(key: string): KeptAnswer | undefined;
  /** Also of answers that were set once, whose bodies are not kept. */
  tag(key: string): KeptTag | undefined;
  /** Keeps an answer that has been set before: most questions are asked once, and are not to drive out others. */
  set(key: string, kept: KeptAnswer): void;
}

export interface KeptAnswer {
  /** What was asked for. */
  readonly address: ReadAddress;
  /** What was live when it was asked for. */
  readonly commit: string;
  readonly answer: RenderedAnswer;
}

interface KeptTag extends AnswerTag {
  readonly commit: string;
}

/** Longer bodies are copied once more as text than as bytes. */
const MAX_TEXT_BYTES = 8192;

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** An object with its buffers and headers, beside the bytes themselves. */
const ANSWER_OVERHEAD_BYTES = 1500;

/** Questions that were asked and may be asked again. */
const ASKED = 5000;

/** Keeps the answers that were asked for last, in some megabytes. */
export function createAnswerCache(maxBytes: number = MAX_CACHE_BYTES): AnswerCache {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    // Compressed forms, which may follow, are about half as long together.
    sizeCalculation: ({ answer: { length, text = "" } }, key) =>
      Math.ceil(length * 1.5) + text.length + key.length + ANSWER_OVERHEAD_BYTES,
  });
  const asked = new LRUCache<string, KeptTag>(upTo(ASKED));
  return {
    get: (key) => answers.get(key),
    tag: (key) => asked.get(key),
    set(key, { answer, ...asOf }) {
      const isNew = asked.get(key) === undefined;
      const { tag, snapshot, truncated, isDraft } = answer;
      asked.set(key, { tag, snapshot, truncated, isDraft, commit: asOf.commit });
      if (isNew) return;
      const body = inOwnMemory(answer.pieces, answer.length);
      const isShort = body.length <= MAX_TEXT_BYTES;
      const kept = { ...answer, pieces: [body], ...(isShort && { text: body.toString("latin1") }) };
      answers.set(key, { ...asOf, answer: kept });
    },
  };
}

/** Pieces may be of memory that holds more than they: a list's, zlib's, or the block that short buffers are cut from. */
function inOwnMemory(pieces: readonly Buffer[], length: number): Buffer {
  const body = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return body;
}
