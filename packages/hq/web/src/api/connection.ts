import { useSyncExternalStore } from "react";
import { hqUrl } from "./base-path.ts";

/** The state of the connection to HQ. */
export interface Connection {
  /** Milliseconds since 1970; undefined while HQ is reachable. */
  readonly awaySince: number | undefined;
  /** Time of the next attempt. */
  readonly nextTry: number | undefined;
}

const HERE: Connection = { awaySince: undefined, nextTry: undefined };
const RETRY_MS = [1000, 2000, 4000, 8000] as const;
/** Statuses that a proxy returns while HQ is down. */
const ABSENT: ReadonlySet<number> = new Set([502, 503, 504]);

const listeners = new Set<() => void>();
let connection = HERE;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

addEventListener("online", tryConnection);
// HQ can run on this machine, so try it even while the browser is offline.
addEventListener("offline", tryConnection);

/** Sends a request and updates the connection state. */
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

/** Calls `listener` on every change of the connection. Returns an unsubscribe function. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readConnection(): Connection {
  return connection;
}

/** Checks immediately whether HQ is reachable again. */
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
