import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { KeptBody } from "../../platform/http/encoded-etag.ts";
import { upTo } from "../../platform/limits/cache-size.ts";
import type { ReadAddress } from "./read-address.ts";

/** The bytes of an answer and what its headers say about them. */
export interface RenderedAnswer extends KeptBody {
  /** The commit that is shown. */
  readonly snapshot: string | undefined;
  /** Whether references were left as `{"id"}` for want of nodes. */
  readonly truncated: boolean;
  /** Whether it shows what is not published. */
  readonly isDraft: boolean;
}

type ShownAnswer = Pick<RenderedAnswer, "body" | "snapshot" | "truncated" | "isDraft">;

export function renderAnswer(shown: ShownAnswer): RenderedAnswer {
  const digest = hash("sha256", shown.body, "base64url");
  return { ...shown, tag: `"${digest.slice(0, TAG_CHARACTERS)}"`, forms: new Map() };
}

/** 162 bits. */
const TAG_CHARACTERS = 27;

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
    sizeCalculation: ({ answer: { body } }, key) =>
      Math.ceil(body.length * 1.5) + key.length + ANSWER_OVERHEAD_BYTES,
  });
  const asked = new LRUCache<string, KeptTag>(upTo(ASKED));
  return {
    get: (key) => answers.get(key),
    tag: (key) => asked.get(key),
    set(key, kept) {
      const isNew = asked.get(key) === undefined;
      const { tag, snapshot, truncated, isDraft } = kept.answer;
      asked.set(key, { tag, snapshot, truncated, isDraft, commit: kept.commit });
      if (!isNew) answers.set(key, kept);
    },
  };
}
