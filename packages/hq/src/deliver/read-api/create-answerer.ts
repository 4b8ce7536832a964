import { CmsError } from "@loam/cms-core";
import { findTag } from "../../platform/http/encoded-etag.ts";
import { authenticateRead, siteOfHost } from "./authenticate.ts";
import { type Asked, createReader, type ReaderDeps } from "./create-reader.ts";
import { createReadLimits, type ReadLimitsOptions } from "./read-limits.ts";
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

  /** An exhausted caller costs no more than the look-up of a key. */
  async function charged(exchange: Exchange, siteId: string, asked: Asked) {
    const known = reader.published(siteId, asked);
    if (known !== undefined) {
      await limits.charge(exchange, siteId);
      return known;
    }
    const { address } = asked;
    const drafts = await limits.countFailures(exchange, () => reader.letIn(siteId, address));
    await limits.charge(exchange, siteId);
    return limits.countFailures(exchange, () => reader.read(siteId, { address, drafts }), siteId);
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
    const given = request.headers["if-none-match"];
    const kept = given === undefined ? undefined : reader.publishedTag(siteId, asked);
    const keptTag = kept && findTag(kept.tag, given ?? "");
    if (kept !== undefined && keptTag !== undefined) {
      // What the client has already is not charged, but it is told where it stands.
      await limits.tell(exchange, siteId);
      return sender.unchanged(exchange, kept, keptTag);
    }
    const found = await charged(exchange, siteId, asked);
    const tag = given === undefined ? undefined : findTag(found.tag, given);
    return tag === undefined
      ? sender.send(exchange, found)
      : sender.unchanged(exchange, found, tag);
  };
}
