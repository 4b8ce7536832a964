const ENDS = ["/", ".html"] as const;

/** What more than half of the addresses end with. */
export function usualEnd(addresses: readonly string[]): string {
  return (
    ENDS.find(
      (end) => addresses.filter((one) => one.endsWith(end)).length * 2 > addresses.length,
    ) ?? ""
  );
}

/** An address as a route has it: what a route cannot have is percent-encoded. */
export function routeText(address: string): string {
  return readable(address).replaceAll(/[\s\\?#%{}]+/gu, encodeURIComponent);
}

/** Whether two addresses lead to one page; a host serves `/trip`, `/trip/` and `/trip.html` alike. */
export function isSameAddress(a: string, b: string): boolean {
  return bareAddress(readable(a)) === bareAddress(readable(b));
}

/** An address without what a host adds to it. */
export function bareAddress(address: string): string {
  return address.replace(/(?:^index)?\.html$|\/(?:index\.html)?$/, "");
}

/** An address without percent-encoding, in NFC. */
export function readable(address: string): string {
  try {
    return decodeURIComponent(address).normalize("NFC");
  } catch {
    return address.normalize("NFC");
  }
}
