import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";

const told = new WeakMap<IncomingMessage, string>();

/**
 * Takes the client's address from what trusted proxies added to `X-Forwarded-For`: of the last `proxies` parts each
 * was written by one of them, and what comes before may be anybody's (LIM-05).
 */
export function trustProxies(request: IncomingMessage, proxies: number): void {
  const address = proxyAddress(request, (_address, hop) => hop < proxies);
  if (ipaddr.isValid(address)) told.set(request, address);
}

/** The client's address, by which guesses are counted, and which the audit log shows. */
export function clientAddress(request: IncomingMessage): string {
  return told.get(request) ?? request.socket.remoteAddress ?? "";
}
