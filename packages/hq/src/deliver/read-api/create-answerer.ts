import { CmsError } from "@loam/cms-core";
import { after } from "../../platform/http/after.ts";
import { findTag } from "../../platform/http/encoded-etag.ts";
import { createAnswerMemory } from "./answer-memory.ts";
import { authenticateRead, siteOfHost } from "./authenticate.ts";
import { createReader, type ReaderDeps } from "./create-reader.ts";
import { createReadLimits, type ReadLimitsOptions } from "./read-limits.ts";
import type { RenderedAnswer } from "./rendered-answer.ts";
import type { Exchange, Sender } from "./send-answer.ts";

export interface AnswererDeps extends ReaderDeps, ReadLimitsOptions {}

/**
 * Answers one request after the other, at once where nothing is to be waited for.
 *
 * @throws CmsError for who makes a problem of it
 */
export type Answerer = (exchange: Exchange) => void | Promise<void>;

export function createAnswerer(deps: AnswererDeps, sender: Sender): Answerer {
  const limits = createReadLimits(deps);
  const memory = createAnswerMemory();
  const reader = createReader(deps, (bytes) => memory.take(bytes));

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

  return (exchange) => {
    const { request, url } = exchange;
    if (request.method === "OPTIONS") return sender.preflight(exchange);
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new CmsError("method_not_allowed", `${request.method} is not allowed here.`);
    }
    const asked = reader.ask(url);
    const { address } = asked;
    const named = address.siteId ?? siteOfHost(request.headers.host, deps);
    const allowed = limits.countFailures(exchange, () =>
      authenticateRead(request.headers, named, deps),
    );
    return after(allowed, (siteId) => {
      const read = () => limits.countFailures(exchange, () => reader.read(siteId, address));
      const given = request.headers["if-none-match"];
      if (given !== undefined) {
        const readAny = () => reader.published(siteId, asked) ?? read();
        return revalidate(exchange, { siteId, given, read: readAny });
      }
      // An exhausted caller costs nothing more, unless it may have the answer already.
      return after(limits.charge(exchange, siteId), () => {
        const kept = reader.published(siteId, asked);
        if (kept !== undefined) return sender.send(exchange, kept);
        return memory.during(
          () => after(read(), (found) => sender.send(exchange, found)),
          () => isTaken(exchange),
        );
      });
    });
  };
}

interface Revalidation {
  readonly siteId: string;
  readonly given: string;
  readonly read: () => RenderedAnswer | Promise<RenderedAnswer>;
}

/** Whether the system has all of an answer. */
function isTaken({ response }: Exchange): boolean {
  return response.writableEnded && response.writableLength === 0;
}
