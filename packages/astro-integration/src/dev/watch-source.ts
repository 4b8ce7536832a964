import { createHash } from "node:crypto";
import type { Source } from "../source/source.ts";

/** Polling interval for a local file or ref. Remote sources are polled with conditional requests. */
const LOCAL_MS = 300;
const REMOTE_MS = 900;

export interface WatchSource {
  readonly source: Source;
  /** Whether the source is on this machine. */
  readonly isLocal: boolean;
  /** Hash of the index whose content was read. */
  readonly seen: string | undefined;
  readonly changed: () => void;
}

export interface WatchedSource {
  /** Polls immediately. */
  poll(): void;
  close(): void;
}

/**
 * Polls the source for a new index. Errors are ignored: a publisher may be replacing the index, or a server may be
 * down.
 */
export function watchSource({ source, isLocal, seen, changed }: WatchSource): WatchedSource {
  const everyMs = isLocal ? LOCAL_MS : REMOTE_MS;
  let last = seen;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const poll = async (): Promise<void> => {
    clearTimeout(timer);
    const now = await indexStamp(source);
    if (closed) return;
    if (now !== undefined && now !== last) {
      last = now;
      changed();
    }
    timer = setTimeout(() => void poll(), everyMs).unref();
  };
  timer = setTimeout(() => void poll(), everyMs).unref();
  return {
    poll: () => void poll(),
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
