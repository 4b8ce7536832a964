import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import type { Source } from "./source.ts";

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
/** Above this an answer is not remembered between reads; the site index is far below. */
const REMEMBERED_BYTES = 1_048_576;

interface Remembered {
  readonly etag: string;
  readonly bytes: Uint8Array;
}

type Answer =
  | { readonly kind: "found"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "again"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

export interface HttpSourceOptions {
  /** @default 250 */
  readonly firstPauseMs?: number;
  /** Of one attempt. @default 10 000 */
  readonly timeoutMs?: number;
}

/**
 * Reads the published files over HTTP: small files conditionally (`If-None-Match`), with a
 * deadline, and again after network failures, 429 and 5xx.
 */
export function httpSource(
  url: string,
  { firstPauseMs = FIRST_PAUSE_MS, timeoutMs = TIMEOUT_MS }: HttpSourceOptions = {},
): Source {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  const memory = new Map<string, Remembered>();
  return {
    name: base.href.replace(/\/$/, ""),
    async read(path) {
      const address = new URL(path, base);
      let reason = "";
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (attempt > 0) await delay(firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random()));
        const answer = await ask(address, memory, timeoutMs);
        switch (answer.kind) {
          case "found":
            return answer.bytes;
          case "missing":
            return undefined;
          case "refused":
            throw unreachable(address, answer.reason);
          case "again":
            reason = `${answer.reason}, ${ATTEMPTS} attempts`;
        }
      }
      throw unreachable(address, reason);
    },
  };
}

async function ask(
  address: URL,
  memory: Map<string, Remembered>,
  timeoutMs: number,
): Promise<Answer> {
  const known = memory.get(address.href);
  try {
    const response = await fetch(address, {
      headers: known ? { "if-none-match": known.etag } : {},
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 304 && known) return { kind: "found", bytes: known.bytes };
    if (response.status === 404 || response.status === 410) return { kind: "missing" };
    if (response.ok) return { kind: "found", bytes: await body(response, address, memory) };
    const reason = `answered ${response.status}`;
    const passing = response.status === 429 || response.status >= 500;
    return passing ? { kind: "again", reason } : { kind: "refused", reason };
  } catch (error) {
    return { kind: "again", reason: networkReason(error) };
  }
}

async function body(
  response: Response,
  address: URL,
  memory: Map<string, Remembered>,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const etag = response.headers.get("etag");
  if (etag !== null && bytes.length <= REMEMBERED_BYTES) memory.set(address.href, { etag, bytes });
  return bytes;
}

/** `fetch` hides what happened ("fetch failed") in the cause. */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== ""
    ? error.cause.message
    : error.message;
}

function unreachable(address: URL, reason: string): CmsError {
  return new CmsError(
    "source_unreachable",
    `${address.href} cannot be read: ${reason}. The content that was loaded before is kept. Check that HQ or the public storage is running and that source.url is {public_storage_url}/{site_id}.`,
    { details: { url: address.href, reason } },
  );
}
