import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { CmsError } from "@loam/cms-core";
import { trustProxies } from "../platform/http/client-address.ts";
import { answerClientErrors, dropSlowReader } from "../platform/http/end-connections.ts";
import { nodeHttp } from "../platform/http/node-http.ts";
import { problemOf } from "../platform/http/send-problem.ts";
import { addressKey } from "../platform/limits/rate-limit.ts";

export interface ListeningServer {
  readonly port: number;
  /** Hands requests to `listener`; before that they are answered 503. */
  serve(listener: RequestListener): void;
  /**
   * Begins to take requests at a port that other processes share; any other port is open from the
   * start.
   */
  share(): Promise<void>;
  /** Takes no new connection, lets running answers end for up to ten seconds, then cuts them. */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;
const SWEEP_MS = 50;
/** Slow senders are cut (OPS-04): here by their headers, and by `requestDeadline`, as large uploads take long. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How many times Node looks for them within the timeout. */
const LOOKS_A_TIMEOUT = 4;
/** A client that takes nothing of an answer for this long is cut (FLT-17). */
const READER_TIMEOUT_MS = 60_000;
/** A hundred browsers behind one address have fewer. */
const CONNECTIONS_OF_AN_ADDRESS = 1000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other processes listen there, too: the system spreads connections over them. */
  readonly sharePort: boolean;
  /**
   * Proxies in front, each of which adds to `X-Forwarded-For` where a request came from. Without one no
   * address may have more than a thousand connections open.
   */
  readonly trustedProxies: number;
  /** @default ten seconds */
  readonly headersTimeoutMs?: number;
  /** @default a minute */
  readonly readerTimeoutMs?: number;
}

/**
 * Binds an address at once, so that a port in use is reported before anything else begins. A shared one waits for
 * `share`: earlier requests would be told to come again, although other processes could answer them.
 *
 * @throws CmsError `port_in_use`, or `invalid_config` for an address that cannot be bound.
 */
export async function listen({
  sharePort,
  trustedProxies,
  headersTimeoutMs = HEADERS_TIMEOUT_MS,
  readerTimeoutMs = READER_TIMEOUT_MS,
  ...at
}: ListenOptions): Promise<ListeningServer> {
  let handle: RequestListener = answerStarting;
  const server = nodeHttp.createServer(
    {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersTimeoutMs / LOOKS_A_TIMEOUT,
      requestTimeout: 0,
      // What has no body is a stream that has ended: to open one and close it takes a tenth of a small answer.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      if (hasTwoHosts(request)) {
        refuseTwoHosts(response);
        return;
      }
      if (trustedProxies > 0) trustProxies(request, trustedProxies);
      handle(request, response);
      dropSlowReader(response, readerTimeoutMs);
    },
  );
  answerClientErrors(server);
  if (trustedProxies === 0) limitConnections(server, CONNECTIONS_OF_AN_ADDRESS);
  const bound = sharePort ? at.port : await bind(server, { ...at, reusePort: false });
  return {
    port: bound,
    serve(listener) {
      handle = listener;
    },
    async share() {
      if (sharePort) await bind(server, { ...at, reusePort: true });
    },
    close: () => drain(server),
  };
}

/** Node keeps the first; a proxy in front may have gone by the second (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter(isHostName).length > 1;
}

/** Names and values stand there by turns. */
function isHostName(text: string, at: number): boolean {
  return at % 2 === 0 && text.toLowerCase() === "host";
}

function refuseTwoHosts(response: ServerResponse): void {
  const { status, body } = problemOf(new CmsError("invalid_request", "Send only one Host header."));
  const type = { "Content-Type": "application/problem+json" };
  response.writeHead(status, { ...type, Connection: "close" }).end(JSON.stringify(body));
}

/** Says that the server is starting; only `/healthz` succeeds. */
export const answerStarting: RequestListener = (request, response) => {
  if (request.url === "/healthz") {
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"status":"ok"}');
    return;
  }
  const { status, body } = problemOf(new CmsError("unavailable", "The server is starting."));
  response.writeHead(status, { "Content-Type": "application/problem+json", "Retry-After": "1" });
  response.end(JSON.stringify(body));
};

interface Place {
  readonly host: string;
  readonly port: number;
  readonly reusePort: boolean;
}

function bind(server: Server, place: Place): Promise<number> {
  const { port } = place;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(bindError(error, place)));
    server.listen(place, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function bindError(error: Error, { host, port }: Place): CmsError {
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOTSUP") {
    const message = "Processes cannot share a port on this system. Unset LOAM_SHARE_PORT.";
    return new CmsError("invalid_config", message, { cause: error });
  }
  if (code === "EADDRINUSE") {
    const message = `Port ${port} on ${host} is in use. Stop the process that uses it, or set LOAM_PORT.`;
    return new CmsError("port_in_use", message, { cause: error });
  }
  const message =
    code === "EACCES"
      ? `This user cannot listen on port ${port}. Set LOAM_PORT to a port above 1023.`
      : `Cannot listen on ${host}. Set LOAM_HOST to an IP address of this machine.`;
  return new CmsError("invalid_config", message, { cause: error });
}

async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // A connection whose answer has ended would be kept for the client's next request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await server[Symbol.asyncDispose]();
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Ends connections of an address that has too many open, before anything is read of them (OPS-04). */
export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const key = addressKey(socket.remoteAddress ?? "");
    const count = (open.get(key) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}
