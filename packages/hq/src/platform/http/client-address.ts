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

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

/** Whether an IP address can only be reached from this machine. */
export function isLoopback(address: string | undefined): boolean {
  return LOOPBACK.test(address ?? "");
}

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

/** Whether a proxy sent a request on behalf of others. The proxy itself can be on this machine. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined);
}
