import { setTimeout as delay } from "node:timers/promises";

export interface RequestOptions {
  /** @default "GET" */
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of attempts. @default 4 */
  readonly attempts?: number;
  /** @default 250 */
  readonly firstPauseMs?: number;
  /** Timeout per attempt. @default 10 000 */
  readonly timeoutMs?: number;
}

/** Result of a request after all attempts. */
export type Answer =
  /** Status 2xx, 304, or another final status. */
  | { readonly kind: "answered"; readonly response: Response; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly reason: string };

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
/** Maximum pause, even if a server asks for a longer one. */
const MAX_PAUSE_MS = 15_000;

/** Sends a request with a timeout, and retries after network errors, 429, and 5xx. Respects `Retry-After`. */
export async function request(address: URL, options: RequestOptions = {}): Promise<Answer> {
  const { attempts = ATTEMPTS, firstPauseMs = FIRST_PAUSE_MS } = options;
  let reason = "";
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = await attemptRequest(address, options);
    if (answer.kind === "answered") return answer;
    ({ reason } = answer);
    const pauseMs = Math.max(firstPauseMs * 2 ** attempt * (1 + Math.random()), answer.afterMs);
    if (attempt + 1 < attempts) await delay(pauseMs);
  }
  return { kind: "failed", reason: attempts === 1 ? reason : `${reason}, ${attempts} attempts` };
}

type Attempt =
  | Extract<Answer, { readonly kind: "answered" }>
  | { readonly kind: "again"; readonly reason: string; readonly afterMs: number };

async function attemptRequest(
  address: URL,
  { method = "GET", body, headers = {}, timeoutMs = TIMEOUT_MS }: RequestOptions,
): Promise<Attempt> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const passing = response.status === 429 || response.status >= 500;
    if (!passing) return { kind: "answered", response, bytes };
    const reason = `returned ${response.status}`;
    return { kind: "again", reason, afterMs: retryAfterMs(response) };
  } catch (error) {
    return { kind: "again", reason: networkReason(error), afterMs: 0 };
  }
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, MAX_PAUSE_MS) : 0;
}

/** `fetch` hides the reason ("fetch failed") in the cause. */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== ""
    ? error.cause.message
    : error.message;
}
