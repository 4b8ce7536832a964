import type { IncomingMessage, ServerResponse } from "node:http";
import { CmsError } from "@loam/cms-core";
import { after } from "../http/after.ts";
import { findTag } from "../http/encoded-etag.ts";
import { authenticateRead, siteOfHost } from "./authenticate.ts";
import { createReader, type ReaderDeps } from "./create-reader.ts";
import { isReadTarget, readTarget } from "./read-address.ts";
import { createReadLimits, type ReadLimitsOptions } from "./read-limits.ts";
import type { RenderedAnswer } from "./rendered-answer.ts";
import { createSender, type Exchange, type SenderOptions } from "./send-answer.ts";

export interface ReadApiDeps extends ReaderDeps, ReadLimitsOptions, SenderOptions {}

/**
 * Answers a request of the read API; `false` for every other one, which it leaves untouched.
 *
 * @param answered is told when the answer was handed over
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
 * The read API (contracts, section 4) below `node:http`: through Express and its middleware an answer
 * from memory costs several times as much (decision 0035).
 */
export function createReadListener(deps: ReadApiDeps): ReadListener {
  const limits = createReadLimits(deps);
  const sender = createSender(deps);
  const reader = createReader(deps);

  function answer(exchange: Exchange): void | Promise<void> {
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
      const read = () =>
        reader.published(siteId, asked) ??
        limits.countFailures(exchange, () => reader.read(siteId, address));
      const given = request.headers["if-none-match"];
      if (given !== undefined) return revalidate(exchange, { siteId, given, read });
      // An exhausted caller costs nothing more, unless it may have the answer already.
      return after(limits.charge(exchange, siteId), () =>
        after(read(), (found) => sender.send(exchange, found)),
      );
    });
  }

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

  return (request, response, answered) => {
    const url = readTarget(request.url ?? "");
    if (!isReadTarget(url)) return false;
    const start = performance.now();
    const exchange: Exchange = { request, response, url };
    sender.begin(exchange);
    const tell = (): void => answered?.({ request, response, ms: performance.now() - start });
    const done = settle(
      () => answer(exchange),
      (error) => sender.fail(exchange, error),
    );
    if (done instanceof Promise) done.then(tell, () => undefined);
    else tell();
    return true;
  };
}

/** Does work, at once where it can be done at once, and hands over its failure. */
function settle(
  work: () => void | Promise<void>,
  fail: (error: unknown) => void,
): void | Promise<void> {
  try {
    const done = work();
    return done instanceof Promise ? done.catch(fail) : undefined;
  } catch (error) {
    return fail(error);
  }
}

interface Revalidation {
  readonly siteId: string;
  readonly given: string;
  readonly read: () => RenderedAnswer | Promise<RenderedAnswer>;
}
