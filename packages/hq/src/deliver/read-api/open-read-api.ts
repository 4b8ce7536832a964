import type { RateStatus } from "../../platform/limits/rate-limiter.ts";
import { createReader, type ReaderDeps } from "./create-reader.ts";
import { createReadLimits, type ReadLimitsOptions } from "./read-limits.ts";
import {
  chargeReads,
  createAnswerer,
  createReadListener,
  type ReadListener,
} from "./read-listener.ts";
import { createSender, type SenderOptions } from "./send-answer.ts";
import { createSessionReads, type SessionReads } from "./session-reads.ts";

export interface ReadApiDeps extends ReaderDeps, ReadLimitsOptions, SenderOptions {}

/** The read API of a server, with one rate limit per site for all callers. */
export interface ReadApi {
  /** Responds to clients with API keys. */
  readonly listen: ReadListener;
  /** Responds to signed-in users, who are already authorized. */
  readonly ask: SessionReads;
  /** Returns the remaining requests of a site, or `undefined` if they cannot be counted now. */
  readonly rate: (siteId: string) => Promise<RateStatus | undefined>;
}

export function openReadApi(deps: ReadApiDeps): ReadApi {
  const limits = createReadLimits(deps);
  const reader = createReader(deps);
  const charged = chargeReads(reader, limits);
  const sender = createSender(deps);
  const answer = createAnswerer({ ...deps, reader, limits, charged }, sender);
  return {
    listen: createReadListener(answer, sender),
    ask: createSessionReads({ reader, limits, charged }),
    rate: (siteId) => limits.status(siteId),
  };
}
