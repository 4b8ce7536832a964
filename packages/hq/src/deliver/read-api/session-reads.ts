import type { IncomingMessage } from "node:http";
import { jsonHeaders } from "../../platform/http/encoded-etag.ts";
import { toProblem } from "../../platform/http/send-problem.ts";
import { rateHeaders } from "../../platform/limits/rate-limit.ts";
import type { Reader } from "./create-reader.ts";
import { OWN_MOUNT } from "./read-address.ts";
import type { Limited, ReadLimits } from "./read-limits.ts";
import type { ChargedRead } from "./read-listener.ts";
import { answerHeaders } from "./send-answer.ts";

/** A read API query of a signed-in user, without a key. */
interface SessionQuestion {
  /** The request, for limits by IP address. */
  readonly request: IncomingMessage;
  readonly siteId: string;
  readonly apiId: string;
  /** Id or slug. Absent for a list or an object. */
  readonly entry?: string | undefined;
  /** Encoded as in a URL, without `?`. */
  readonly query: string;
  /** Whether the draft key is simulated. */
  readonly drafts: boolean;
}

/** The response that a client with a key would get. */
interface SessionAnswer {
  /** Path and query. */
  readonly address: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Truncated if it is long. */
  readonly body: string;
  /** Size of the whole body. */
  readonly bytes: number;
}

export type SessionReads = (question: SessionQuestion) => Promise<SessionAnswer>;

const MAX_SHOWN_BYTES = 512 * 1024;

interface SessionReadsDeps {
  readonly reader: Reader;
  readonly limits: ReadLimits;
  readonly charged: ChargedRead;
}

/** Creates responses like the listener, with the same cache and limit, but without a key. */
export function createSessionReads({ reader, limits, charged }: SessionReadsDeps): SessionReads {
  return async ({ request, siteId, query, drafts, ...asked }) => {
    const address = queryUrl({ siteId, query, ...asked });
    const limited: Limited = { request };
    try {
      const parsed = reader.ask(address);
      if (drafts) await limits.charge(limited, siteId);
      const found = drafts
        ? await reader.read(siteId, { address: parsed.address, drafts: { all: true } })
        : await charged(limited, siteId, parsed);
      const { body } = found;
      const headers = [...answerHeaders(found, found.tag), ...jsonHeaders(body.length)];
      return simulateResponse(200, { address, limited, body, headers });
    } catch (error) {
      const { status, body } = toProblem(error);
      // Internal errors are logged by the calling route.
      if (status >= 500) throw error;
      const headers = ["Content-Type", "application/problem+json"];
      return simulateResponse(status, {
        address,
        limited,
        body: Buffer.from(JSON.stringify(body)),
        headers,
      });
    }
  };
}

type Place = Pick<SessionQuestion, "siteId" | "apiId" | "entry" | "query">;

function queryUrl({ siteId, apiId, entry, query }: Place): string {
  const names = entry === undefined ? [siteId, apiId] : [siteId, apiId, entry];
  const path = `${OWN_MOUNT}/${names.map(encodeURIComponent).join("/")}`;
  return query === "" ? path : `${path}?${query}`;
}

interface SimulatedResponse {
  readonly address: string;
  readonly limited: Limited;
  readonly body: Buffer;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

function simulateResponse(
  status: number,
  { address, limited, body, headers }: SimulatedResponse,
): SessionAnswer {
  const all = [...headers, ...rateHeaders(limited.rate)];
  const pairs = all.flatMap((name, at) => (at % 2 === 0 ? [[name, all[at + 1] ?? ""]] : []));
  // Omits a truncated character at the end.
  const shown = new TextDecoder().decode(body.subarray(0, MAX_SHOWN_BYTES), { stream: true });
  return { address, status, headers: Object.fromEntries(pairs), body: shown, bytes: body.length };
}
