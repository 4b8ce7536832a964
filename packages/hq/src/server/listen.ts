import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { CmsError } from "@loam/cms-core";
import { trustProxies } from "../platform/http/client-address.ts";
import { answerClientErrors, dropSlowReader } from "../platform/http/end-connections.ts";
import { nodeHttp } from "../platform/http/node-http.ts";
import { toProblem } from "../platform/http/send-problem.ts";
import { addressKey } from "../platform/limits/rate-limit.ts";

export interface ListeningServer {
  readonly port: number;
  /** Passes requests to `listener`. Before that, they return 503. */
  serve(listener: RequestListener): void;
  /** Starts accepting requests on a port shared with other processes. Other ports are open from the start. */
  share(): Promise<void>;
  /** Accepts no new connections, lets responses finish for up to ten seconds, then closes all connections. */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;
const SWEEP_MS = 50;
/**
 * Slow senders are cut off (OPS-04): here while sending headers; `requestDeadline` handles bodies, because large
 * uploads take long.
 */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node checks for them within the timeout. */
const CHECKS_PER_TIMEOUT = 4;
/** A client that reads nothing of a response for this long is cut off (FLT-17). */
const READER_TIMEOUT_MS = 60_000;
/** More than a hundred browsers behind one IP address open. */
const CONNECTIONS_OF_AN_ADDRESS = 1000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other processes listen on the same port. The system distributes connections. */
  readonly sharePort: boolean;
  /**
   * Number of proxies in front, each of which adds to `X-Forwarded-For`. Without a proxy, an IP address can open at
   * most a thousand connections.
   */
  readonly trustedProxies: number;
  /** @default ten seconds */
  readonly headersTimeoutMs?: number;
  /** @default a minute */
  readonly readerTimeoutMs?: number;
}

/**
 * Binds a port immediately, so that a port in use is reported before anything else starts. A shared port waits for
 * `share`: earlier requests would get 503, although other processes could handle them.
 *
 * @throws CmsError `port_in_use`, or `invalid_config` if the host cannot be bound.
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
      connectionsCheckingInterval: headersTimeoutMs / CHECKS_PER_TIMEOUT,
      requestTimeout: 0,
      // Without a body, opening and closing a stream takes 10 % of the time of a small response.
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

/** Node uses the first Host header, but a proxy in front might have used the second (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter(isHostName).length > 1;
}

/** Names and values alternate. */
function isHostName(text: string, at: number): boolean {
  return at % 2 === 0 && text.toLowerCase() === "host";
}

function refuseTwoHosts(response: ServerResponse): void {
  const { status, body } = toProblem(new CmsError("invalid_request", "Send only one Host header."));
  const type = { "Content-Type": "application/problem+json" };
  response.writeHead(status, { ...type, Connection: "close" }).end(JSON.stringify(body));
}

/** Responds that the server is starting. Only `/healthz` succeeds. */
export const answerStarting: RequestListener = (request, response) => {
  if (request.url === "/healthz") {
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"status":"ok"}');
    return;
  }
  const { status, body } = toProblem(new CmsError("unavailable", "The server is starting."));
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
  // Idle keep-alive connections would otherwise stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await server[Symbol.asyncDispose]();
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Closes new connections of an IP address that has too many, before reading anything (OPS-04). */
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
