import { createHash } from "node:crypto";
import type { Source } from "../source/source.ts";

/** Polling interval for a local file or ref. Remote sources are polled with conditional requests. */
const HERE_MS = 300;
const ELSEWHERE_MS = 900;

export interface WatchSource {
  readonly source: Source;
  /** Whether the source is on this machine. */
  readonly here: boolean;
  /** Hash of the index whose content was read. */
  readonly seen: string | undefined;
  readonly changed: () => void;
}

export interface WatchedSource {
  /** Polls immediately. */
  look(): void;
  close(): void;
}

/**
 * Polls the source for a new index. Errors are ignored: a publisher may be replacing the index, or a server may be
 * down.
 */
export function watchSource({ source, here, seen, changed }: WatchSource): WatchedSource {
  const everyMs = here ? HERE_MS : ELSEWHERE_MS;
  let last = seen;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const now = await indexStamp(source);
    if (closed) return;
    if (now !== undefined && now !== last) {
      last = now;
      changed();
    }
    timer = setTimeout(() => void look(), everyMs).unref();
  };
  timer = setTimeout(() => void look(), everyMs).unref();
  return {
    look: () => void look(),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns a hash of the site index. */
export async function indexStamp(source: Source): Promise<string | undefined> {
  try {
    const bytes = await source.read("api/index.json");
    if (bytes === undefined || bytes.length === 0) return undefined;
    return createHash("sha256").update(bytes).digest("hex");
  } catch {
    return undefined;
  }
}
