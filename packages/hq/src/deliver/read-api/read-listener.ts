import type { IncomingMessage, ServerResponse } from "node:http";
import { CmsError } from "@loam/cms-core";
import { findTag } from "../../platform/http/encoded-etag.ts";
import { authenticateRead, type ReadAccess, siteOfHost } from "./authenticate.ts";
import type { ParsedRequest, Reader } from "./create-reader.ts";
import { isReadTarget, readTarget } from "./read-address.ts";
import type { Limited, ReadLimits } from "./read-limits.ts";
import type { RenderedAnswer } from "./rendered-answer.ts";
import type { Exchange, Sender } from "./send-answer.ts";

/**
 * Responds to requests of the read API. Returns `false` for all others and leaves them untouched.
 *
 * @param answered - called when the response was handed over
 */
export type ReadListener = (
  request: IncomingMessage,
  response: ServerResponse,
  answered?: (exchange: AnsweredRead) => void,
) => boolean;

export interface AnsweredRead extends Pick<Exchange, "request" | "response"> {
  readonly ms: number;
}

/**
 * Creates the read API (contracts, section 4) directly on `node:http`: with Express and its middleware, a cached
 * response would cost several times as much (decision 0011).
 */
export function createReadListener(answer: Answerer, sender: Sender): ReadListener {
  return (request, response, answered) => {
    const url = readTarget(request.url ?? "");
    if (!isReadTarget(url)) return false;
    const start = performance.now();
    const exchange: Exchange = { request, response, url };
    sender.begin(exchange);
    const reportAnswered = (): void =>
      answered?.({ request, response, ms: performance.now() - start });
    answer(exchange)
      .catch((error: unknown) => sender.fail(exchange, error))
      .then(reportAnswered, () => undefined);
    return true;
  };
}

/** Creates responses for authorized requests within the limits of their site. */
export type ChargedRead = (
  limited: Limited,
  siteId: string,
  asked: ParsedRequest,
) => Promise<RenderedAnswer>;

interface AnswererDeps extends ReadAccess {
  readonly reader: Reader;
  readonly limits: ReadLimits;
  readonly charged: ChargedRead;
}

/**
 * Responds to a request.
 *
 * @throws CmsError, to be sent as a problem
 */
type Answerer = (exchange: Exchange) => Promise<void>;

export function createAnswerer(deps: AnswererDeps, sender: Sender): Answerer {
  const { reader, limits, charged } = deps;
  return async (exchange) => {
    const { request, url } = exchange;
    if (request.method === "OPTIONS") return sender.preflight(exchange);
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new CmsError("method_not_allowed", `The method ${request.method} is not allowed.`);
    }
    const asked = reader.ask(url);
    const { address } = asked;
    const named = address.siteId ?? siteOfHost(request.headers.host, deps);
    const siteId = await limits.countFailures(exchange, () =>
      authenticateRead(request.headers, named, deps),
    );
    const given = request.headers["if-none-match"];
    const cached = given === undefined ? undefined : reader.publishedTag(siteId, asked);
    const keptTag = cached && findTag(cached.tag, given ?? "");
    if (cached !== undefined && keptTag !== undefined) {
      // 304 responses aren't counted, but report the limit status.
      await limits.report(exchange, siteId);
      return sender.unchanged(exchange, cached, keptTag);
    }
    const found = await charged(exchange, siteId, asked);
    const tag = given === undefined ? undefined : findTag(found.tag, given);
    return tag === undefined
      ? sender.send(exchange, found)
      : sender.unchanged(exchange, found, tag);
  };
}

/** For a caller above the limit, a request costs only the lookup of its key. */
export function chargeReads(reader: Reader, limits: ReadLimits): ChargedRead {
  return async (limited, siteId, asked) => {
    const known = reader.published(siteId, asked);
    if (known !== undefined) {
      await limits.charge(limited, siteId);
      return known;
    }
    const { address } = asked;
    const drafts = await limits.countFailures(limited, () =>
      reader.authorizeDrafts(siteId, address),
    );
    await limits.charge(limited, siteId);
    return limits.countFailures(limited, () => reader.read(siteId, { address, drafts }), siteId);
  };
}
