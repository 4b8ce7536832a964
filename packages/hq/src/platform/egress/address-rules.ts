import ipaddr from "ipaddr.js";

/** A network, as an operator names it: `10.1.0.0/16`, `fd00::/8`, or one address. */
export type Cidr = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** @returns `undefined` for text that names no network */
export function parseCidr(text: string): Cidr | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!isAddress(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** A network as `parseCidr` reads it. */
export function formatCidr([address, bits]: Cidr): string {
  return `${address.toString()}/${bits}`;
}

/** Whether text is an address as `new URL` and the resolver write it, and no name. */
export function isAddress(text: string): boolean {
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
 * Whether an address is one machine on the public internet. Whatever is not known to be one counts as none, including
 * addresses that represent others (mapped, NAT64, 6to4, Teredo), behind which a private one may be.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || isGlobalUnicast(parsed);
}

/** 2000::/3 is all that is given out; 3fff::/20 of it is for documents. */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return (
    address.match(ipaddr.IPv6.parse("2000::"), 3) && !address.match(ipaddr.IPv6.parse("3fff::"), 20)
  );
}
