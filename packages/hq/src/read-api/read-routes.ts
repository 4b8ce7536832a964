import { createHash } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { type Request, type Response, Router } from "express";
import type { OpenRateLimiter } from "../db/rate-counters.ts";
import { crossOriginRead } from "../http/cross-origin.ts";
import { addressKey, type RateLimiter, type RateStatus } from "../http/rate-limit.ts";
import { onlyMethods } from "../http/send-problem.ts";
import { answerRead, type ReadableSite } from "./answer-read.ts";
import { authenticateRead, KEY_HEADERS, type ReadAccess } from "./authenticate.ts";

export interface ReadApiDeps extends ReadAccess {
  /**
   * What a site shows now.
   *
   * @throws CmsError `unavailable` while its repository cannot be read.
   */
  liveSite(siteId: string): ReadableSite;
  /** Requests at once, and a sixth of that every ten seconds. */
  readonly readLimit: number;
  readonly openLimiter: OpenRateLimiter;
}

/** Failed authentications of one address. */
const FAILURES_A_MINUTE = 60;

const EXPOSED_HEADERS = [
  "ETag",
  "Retry-After",
  "X-CMS-Snapshot",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];

/** `GET /{site_id}/{api_id}` and `GET /{site_id}/{api_id}/{id or slug}` (contracts, section 4). */
export function readRoutes(deps: ReadApiDeps): Router {
  const reads = deps.openLimiter("reads", { capacity: deps.readLimit });
  const failures = deps.openLimiter("failed read keys", { capacity: FAILURES_A_MINUTE });

  async function read(request: Request, response: Response): Promise<void> {
    const { siteId, apiId, idOrSlug } = readPath(request);
    await authenticate(request, response, siteId);
    const site = deps.liveSite(siteId);
    // An exhausted caller costs nothing more, unless it may have the answer already.
    const chargedFirst = request.headers["if-none-match"] === undefined;
    if (chargedFirst) await charge(response, siteId, reads);
    const chargeLater = async (): Promise<void> => {
      if (!chargedFirst) await charge(response, siteId, reads);
    };
    const body = await answerWithin(chargeLater, () =>
      Buffer.from(answerRead(site, { apiId, idOrSlug, query: queryOf(request) }).json),
    );
    response.set("ETag", contentTag(body));
    // What the client has already is not charged, but it is told where it stands.
    if (request.fresh) setRateHeaders(response.status(304), await reads.status(siteId));
    else await chargeLater();
    sendJson(response, site, body);
  }

  async function authenticate(request: Request, response: Response, siteId: string): Promise<void> {
    try {
      await authenticateRead(request.headers, siteId, deps);
    } catch (error) {
      const address = addressKey(request.socket.remoteAddress ?? "");
      if ((await failures.take(address)) === undefined) {
        throw rateLimited(response, await failures.status(address), "failed attempts");
      }
      throw error;
    }
  }

  return Router({ caseSensitive: true, strict: true })
    .use(crossOriginRead({ allow: [...KEY_HEADERS, "If-None-Match"], expose: EXPOSED_HEADERS }))
    .use(onlyMethods("GET", "HEAD"))
    .get(["/:siteId/:apiId", "/:siteId/:apiId/:idOrSlug"], read);
}

/** A request that is answered with an error was a request, too. */
async function answerWithin(
  chargeFailure: () => Promise<void>,
  answer: () => Buffer,
): Promise<Buffer> {
  try {
    return answer();
  } catch (error) {
    await chargeFailure();
    throw error;
  }
}

interface ReadPath {
  readonly siteId: string;
  readonly apiId: string;
  readonly idOrSlug: string | undefined;
}

function readPath({ params }: Request): ReadPath {
  return {
    siteId: String(params["siteId"]),
    apiId: String(params["apiId"]),
    idOrSlug: params["idOrSlug"] === undefined ? undefined : String(params["idOrSlug"]),
  };
}

/** Express's own parser of queries makes arrays and objects of some; ours is one that throws. */
function queryOf(request: Request): string {
  const at = request.originalUrl.indexOf("?");
  return at === -1 ? "" : request.originalUrl.slice(at + 1);
}

function sendJson(response: Response, { commit }: ReadableSite, body: Buffer): void {
  response
    .set({
      "Cache-Control": "private, max-age=0, must-revalidate",
      Vary: ["Accept-Encoding", ...KEY_HEADERS].join(", "),
      ...(commit !== undefined && { "X-CMS-Snapshot": commit }),
    })
    .type("application/json");
  if (response.statusCode === 304) response.end();
  else response.send(body);
}

function contentTag(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

async function charge(response: Response, siteId: string, reads: RateLimiter): Promise<void> {
  const status = await reads.take(siteId);
  if (status === undefined) throw rateLimited(response, await reads.status(siteId), "requests");
  setRateHeaders(response, status);
}

function rateLimited(response: Response, status: RateStatus, what: string): CmsError {
  setRateHeaders(response, status);
  response.set("Retry-After", String(status.retryAfterSeconds));
  return new CmsError(
    "rate_limited",
    `Too many ${what}, please try again in ${status.retryAfterSeconds} seconds.`,
  );
}

function setRateHeaders(response: Response, status: RateStatus): void {
  response.set({
    "X-RateLimit-Limit": String(status.limit),
    "X-RateLimit-Remaining": String(status.remaining),
    "X-RateLimit-Reset": String(status.resetSeconds),
  });
}
