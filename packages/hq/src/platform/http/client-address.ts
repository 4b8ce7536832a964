import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";

const clientAddresses = new WeakMap<IncomingMessage, string>();

/**
 * Takes the client's IP address from `X-Forwarded-For`. Trusted proxies wrote its last `proxies` parts; earlier parts
 * can be forged (LIM-05).
 */
export function trustProxies(request: IncomingMessage, proxies: number): void {
  const address = proxyAddress(request, (_address, hop) => hop < proxies);
  if (ipaddr.isValid(address)) clientAddresses.set(request, address);
}

/** Returns the client's IP address, which rate limits use and the audit log shows. */
export function clientAddress(request: IncomingMessage): string {
  return clientAddresses.get(request) ?? request.socket.remoteAddress ?? "";
}
