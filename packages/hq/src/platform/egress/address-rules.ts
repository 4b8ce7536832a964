import ipaddr from "ipaddr.js";

/** A network from the configuration: `10.1.0.0/16`, `fd00::/8`, or a single IP address. */
export type Cidr = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** @returns `undefined` if the text isn't a network */
export function parseCidr(text: string): Cidr | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!isIpAddress(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Formats a network for `parseCidr`. */
export function formatCidr([address, bits]: Cidr): string {
  return `${address.toString()}/${bits}`;
}

/** Whether text is an IP address as `new URL` and the resolver format it, not a host name. */
export function isIpAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

export function isInNetworks(address: string, networks: readonly Cidr[]): boolean {
  const parsed = ipaddr.parse(address);
  return networks.some(([network, bits]) => {
    if (parsed instanceof ipaddr.IPv4 && network instanceof ipaddr.IPv4) {
      return parsed.match(network, bits);
    }
    return (
      parsed instanceof ipaddr.IPv6 && network instanceof ipaddr.IPv6 && parsed.match(network, bits)
    );
  });
}

/**
 * Whether an IP address belongs to one machine on the public internet. Unknown ranges count as not public, including
 * mapped, NAT64, 6to4, and Teredo addresses, which can stand for a private one.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || isGlobalUnicast(parsed);
}

/** Only 2000::/3 is allocated; 3fff::/20 within it is reserved for documentation. */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return (
    address.match(ipaddr.IPv6.parse("2000::"), 3) && !address.match(ipaddr.IPv6.parse("3fff::"), 20)
  );
}
