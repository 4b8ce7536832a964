import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { KeptBody } from "../../platform/http/encoded-etag.ts";
import { maxEntries } from "../../platform/limits/cache-size.ts";
import type { ReadAddress } from "./read-address.ts";

/** The bytes of a response and the source of its headers. */
export interface RenderedAnswer extends KeptBody {
  /** The commit that is shown. */
  readonly snapshot: string | undefined;
  /** Whether references were returned as `{"id"}` because the node limit was reached. */
  readonly truncated: boolean;
  /** Whether it contains drafts. */
  readonly isDraft: boolean;
}

type ShownAnswer = Pick<RenderedAnswer, "body" | "snapshot" | "truncated" | "isDraft">;

export function renderAnswer(shown: ShownAnswer): RenderedAnswer {
  const digest = hash("sha256", shown.body, "base64url");
  return { ...shown, tag: `"${digest.slice(0, TAG_CHARACTERS)}"`, forms: new Map() };
}

/** 162 bits. */
const TAG_CHARACTERS = 27;

/** A response without its body. */
export type AnswerTag = Pick<RenderedAnswer, "tag" | "snapshot" | "truncated" | "isDraft">;

/** Responses with published content, by site and URL. */
export interface AnswerCache {
  get(key: string): KeptAnswer | undefined;
  /** Also for responses that were set only once, whose bodies aren't kept. */
  tag(key: string): KeptTag | undefined;
  /** Caches a response that has been set before: most requests are made only once and must not evict others. */
  set(key: string, kept: KeptAnswer): void;
}

export interface KeptAnswer {
  /** The parsed URL. */
  readonly address: ReadAddress;
  /** The live commit at the time of the request. */
  readonly commit: string;
  readonly answer: RenderedAnswer;
}

interface KeptTag extends AnswerTag {
  readonly commit: string;
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Memory of an object with its buffers and headers, in addition to the bytes. */
const ANSWER_OVERHEAD_BYTES = 1500;

/** Maximum number of requests whose tags are kept. */
const ASKED = 5000;

/** Creates a cache of recent responses with a size limit. */
export function createAnswerCache(maxBytes: number = MAX_CACHE_BYTES): AnswerCache {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    // Compressed forms, which are added later, take about half as much again.
    sizeCalculation: ({ answer: { body } }, key) =>
      Math.ceil(body.length * 1.5) + key.length + ANSWER_OVERHEAD_BYTES,
  });
  const asked = new LRUCache<string, KeptTag>(maxEntries(ASKED));
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
