import { useSyncExternalStore } from "react";
import { hqUrl } from "./base-path.ts";

/** Whether HQ answers. */
export interface Connection {
  /** Milliseconds since 1970; undefined while HQ answers. */
  readonly awaySince: number | undefined;
  /** When it is tried again. */
  readonly nextTry: number | undefined;
}

const HERE: Connection = { awaySince: undefined, nextTry: undefined };
const RETRY_MS = [1000, 2000, 4000, 8000] as const;
/** What a proxy says in HQ's place. */
const ABSENT: ReadonlySet<number> = new Set([502, 503, 504]);

const listeners = new Set<() => void>();
let connection = HERE;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

addEventListener("online", tryConnection);
// HQ may be on this machine: it is asked.
addEventListener("offline", tryConnection);

/** Sends a request, and notices whether HQ is there. */
export async function sendToHq(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (!request.signal.aborted) noteAway();
    throw error;
  }
  if (ABSENT.has(response.status) && !isProblem(response)) noteAway();
  else become(HERE);
  return response;
}

function isProblem({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("application/problem+json") === true;
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, readConnection);
}

/** Hears of every change of the connection, until the answer is called. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readConnection(): Connection {
  return connection;
}

/** Looks at once whether HQ is back. */
export function tryConnection(): void {
  clearTimeout(timer);
  const request = new Request(`${hqUrl()}/healthz`, { cache: "no-store" });
  sendToHq(request).catch(() => undefined);
}

function noteAway(): void {
  const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0;
  tries += 1;
  clearTimeout(timer);
  timer = setTimeout(tryConnection, wait);
  const now = Date.now();
  become({ awaySince: connection.awaySince ?? now, nextTry: now + wait });
}

function become(next: Connection): void {
  if (next === connection) return;
  connection = next;
  if (next === HERE) {
    tries = 0;
    clearTimeout(timer);
  }
  for (const listener of listeners) listener();
}
