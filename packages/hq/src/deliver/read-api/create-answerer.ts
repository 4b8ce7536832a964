import { CmsError } from "@loam/cms-core";
import { findTag } from "../../platform/http/encoded-etag.ts";
import { authenticateRead, siteOfHost } from "./authenticate.ts";
import { createReader, type ReaderDeps } from "./create-reader.ts";
import { createReadLimits, type ReadLimitsOptions } from "./read-limits.ts";
import type { RenderedAnswer } from "./rendered-answer.ts";
import type { Exchange, Sender } from "./send-answer.ts";

export interface AnswererDeps extends ReaderDeps, ReadLimitsOptions {}

/**
 * Answers a request.
 *
 * @throws CmsError to be sent as a problem
 */
export type Answerer = (exchange: Exchange) => Promise<void>;

export function createAnswerer(deps: AnswererDeps, sender: Sender): Answerer {
  const limits = createReadLimits(deps);
  const reader = createReader(deps);

  async function revalidate(exchange: Exchange, { siteId, given, read }: Revalidation) {
    let found: RenderedAnswer;
    try {
      found = await read();
    } catch (error) {
      // A request that is answered with an error was a request, too.
      if (exchange.rate === undefined) await limits.charge(exchange, siteId);
      throw error;
    }
    const tag = findTag(found.tag, given);
    if (tag === undefined) {
      await limits.charge(exchange, siteId);
      return sender.send(exchange, found);
    }
    // What the client has already is not charged, but it is told where it stands.
    await limits.tell(exchange, siteId);
    return sender.unchanged(exchange, found, tag);
  }

  return async (exchange) => {
    const { request, url } = exchange;
    if (request.method === "OPTIONS") return sender.preflight(exchange);
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new CmsError("method_not_allowed", `${request.method} is not allowed here.`);
    }
    const asked = reader.ask(url);
    const { address } = asked;
    const named = address.siteId ?? siteOfHost(request.headers.host, deps);
    const siteId = await limits.countFailures(exchange, () =>
      authenticateRead(request.headers, named, deps),
    );
    const read = async (): Promise<RenderedAnswer> =>
      reader.published(siteId, asked) ??
      limits.countFailures(exchange, () => reader.read(siteId, address));
    const given = request.headers["if-none-match"];
    if (given !== undefined) return revalidate(exchange, { siteId, given, read });
    // An exhausted caller costs nothing more, unless it may have the answer already.
    await limits.charge(exchange, siteId);
    return sender.send(exchange, await read());
  };
}

interface Revalidation {
  readonly siteId: string;
  readonly given: string;
  readonly read: () => Promise<RenderedAnswer>;
}
