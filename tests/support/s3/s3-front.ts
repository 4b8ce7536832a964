import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { serve } from "../serve.ts";

export interface FrontRequest {
  readonly method: string;
  /** Decoded key without the bucket; empty for a bucket request. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

type FaultKind =
  /** 503 with the code for too many requests. */
  | "slow-down"
  | "internal-error"
  /** The connection breaks before the service receives the request. */
  | "drop"
  /** The service stores the object, and the connection breaks before the response. */
  | "drop-after"
  /** The service stores the object, but never responds. */
  | "silent-after"
  /** 412, whatever the condition. */
  | "precondition-failed"
  /** The response to a stored object has a wrong ETag. */
  | "wrong-etag"
  /** 501 for conditional requests. */
  | "no-conditions"
  | "access-denied"
  | "expired-token";

export interface Fault {
  readonly kind: FaultKind;
  /** @default every request */
  readonly when?: (request: FrontRequest) => boolean;
  /** Number of affected requests. @default all */
  readonly times?: number;
}

export interface S3FrontOptions {
  /** Maximum objects per list response. @default 1,000 */
  readonly pageSize?: number;
}

export interface S3Front {
  readonly url: URL;
  readonly requests: FrontRequest[];
  readonly fail: (fault: Fault) => void;
  readonly heal: () => void;
}

/**
 * Forwards requests to the S3 service at a loopback port and adds what it lacks: conditional writes, payload SHA-256
 * checks, completion of multipart uploads, and faults on demand.
 */
export async function serveS3Front(
  port: number,
  { pageSize = 1000 }: S3FrontOptions,
): Promise<S3Front> {
  const requests: FrontRequest[] = [];
  let faults: { fault: Fault; left: number }[] = [];
  const agent = new Agent({ keepAlive: true });
  // Check and apply a condition without another conditional request in between.
  let last: Promise<unknown> = Promise.resolve();
  const url = await serve((request, response) => {
    const seen = readRequest(request);
    requests.push(seen);
    const met = faults.find(({ fault, left }) => left > 0 && (fault.when?.(seen) ?? true));
    if (met !== undefined) met.left -= 1;
    const work = async (): Promise<void> => {
      const body = await buffer(request);
      const path = pageOf(request.url ?? "/", seen, pageSize);
      await answer({ seen, body, response, port, agent, url: path }, met?.fault.kind);
    };
    const done = isConditional(seen) ? last.then(work) : work();
    last = Promise.allSettled([last, done]);
    done.catch(() => response.destroy());
  });
  return {
    url,
    requests,
    fail: (fault) => void faults.push({ fault, left: fault.times ?? Infinity }),
    heal: () => void (faults = []),
  };
}

function pageOf(url: string, { query }: FrontRequest, pageSize: number): string {
  const whole = query.get("list-type") === "2" && !query.has("max-keys");
  return whole ? `${url}&max-keys=${pageSize}` : url;
}

function isConditional({ headers }: FrontRequest): boolean {
  return headers["if-match"] !== undefined || headers["if-none-match"] !== undefined;
}

function readRequest({ method = "GET", url = "/", headers }: IncomingMessage): FrontRequest {
  const { pathname, searchParams: query } = new URL(url, "http://localhost");
  const key = decodeURIComponent(pathname.split("/").slice(2).join("/"));
  return { method, key, query, headers };
}

interface Exchange {
  readonly seen: FrontRequest;
  readonly body: Buffer;
  readonly response: ServerResponse;
  readonly port: number;
  readonly agent: Agent;
  readonly url: string;
}

/** Faults with the service's own responses. */
const ANSWERS: Partial<Record<FaultKind, readonly [number, string]>> = {
  "slow-down": [503, "SlowDown"],
  "internal-error": [500, "InternalError"],
  "access-denied": [403, "AccessDenied"],
  "expired-token": [400, "ExpiredToken"],
  "precondition-failed": [412, "PreconditionFailed"],
  "no-conditions": [501, "NotImplemented"],
};

async function answer(exchange: Exchange, fault: FaultKind | undefined): Promise<void> {
  const { seen, response } = exchange;
  if (fault === "drop") {
    response.destroy();
    return;
  }
  const told = fault === undefined ? undefined : ANSWERS[fault];
  if (told !== undefined && (fault !== "no-conditions" || isConditional(seen))) {
    problem(response, ...told);
    return;
  }
  const refused = await refusal(exchange);
  if (refused !== undefined) {
    problem(response, ...refused);
    return;
  }
  const found = await forward(exchange);
  if (fault === "drop-after") response.destroy();
  if (fault === "drop-after" || fault === "silent-after") return;
  const headers = { ...found.headers };
  if (fault === "wrong-etag") headers["etag"] = `"${"0".repeat(32)}"`;
  response.writeHead(found.status, headers).end(found.body);
}

/** Returns why a real service would refuse a request that this one accepts. */
async function refusal(exchange: Exchange): Promise<readonly [number, string] | undefined> {
  const { seen, body } = exchange;
  const sha256 = seen.headers["x-amz-content-sha256"];
  if (typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256) && sha256 !== digest(body)) {
    return [400, "XAmzContentSHA256Mismatch"];
  }
  if (seen.method === "DELETE" && seen.query.has("uploadId")) return [204, ""];
  const stored = seen.method === "PUT" || seen.method === "POST";
  const holds = !stored || !isConditional(seen) || (await conditionHolds(exchange));
  return holds ? undefined : [412, "PreconditionFailed"];
}

async function conditionHolds(exchange: Exchange): Promise<boolean> {
  const { "if-match": match, "if-none-match": noneMatch, host } = exchange.seen.headers;
  const { status, headers } = await forward({
    ...exchange,
    seen: { ...exchange.seen, method: "HEAD", headers: { host } },
    body: Buffer.alloc(0),
    url: exchange.url.replace(/\?.*/, ""),
  });
  const etag = status === 200 ? String(headers["etag"]).replaceAll('"', "") : undefined;
  return noneMatch === undefined ? etag === match?.replaceAll('"', "") : etag === undefined;
}

function digest(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

async function forward({ seen, body, port, agent, url }: Exchange): Promise<Forwarded> {
  const { "if-match": _match, "if-none-match": noneMatch, ...headers } = seen.headers;
  const read = seen.method === "GET" || seen.method === "HEAD";
  const sent = send({
    host: "127.0.0.1",
    port,
    path: url,
    method: seen.method,
    headers: { ...headers, ...(read && noneMatch !== undefined && { "if-none-match": noneMatch }) },
    agent,
  });
  sent.end(body);
  const [answered] = await once(sent, "response");
  return { status: answered.statusCode, headers: answered.headers, body: await buffer(answered) };
}

function problem(response: ServerResponse, status: number, code: string): void {
  const body =
    status === 204 ? "" : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { "content-type": "application/xml" }).end(body);
}
