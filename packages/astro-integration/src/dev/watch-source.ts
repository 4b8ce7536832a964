import { createHash } from "node:crypto";
import type { Source } from "../source/source.ts";

/** Between two looks: a file or a ref here, an address elsewhere, which is asked conditionally. */
const HERE_MS = 300;
const ELSEWHERE_MS = 900;

export interface WatchSource {
  readonly source: Source;
  /** Whether the source is on this machine. */
  readonly here: boolean;
  /** The index as it was when its content was read. */
  readonly seen: string | undefined;
  readonly changed: () => void;
}

export interface WatchedSource {
  /** Looks now. */
  look(): void;
  close(): void;
}

/**
 * Looks again and again whether another index is there. What cannot be read for a while, because a publisher replaces it
 * or a server is down, is no news.
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

/** Of the site index; another one is another index. */
export async function indexStamp(source: Source): Promise<string | undefined> {
  try {
    const bytes = await source.read("api/index.json");
    if (bytes === undefined || bytes.length === 0) return undefined;
    return createHash("sha256").update(bytes).digest("hex");
  } catch {
    return undefined;
  }
}
