import { decodePercent } from "../../../base/text.ts";

const ENDS = ["/", ".html"] as const;

/** Returns the ending that more than half of the URL paths have. */
export function commonEnding(urlPaths: readonly string[]): string {
  return (
    ENDS.find((end) => urlPaths.filter((one) => one.endsWith(end)).length * 2 > urlPaths.length) ??
    ""
  );
}

/** Formats a URL path for `routes`: characters that aren't allowed there are percent-encoded. */
export function toRouteText(urlPath: string): string {
  return decodeUrlPath(urlPath).replaceAll(/[\s\\?#%{}]+/gu, encodeURIComponent);
}

/** Returns whether two URL paths lead to the same page. Hosts serve `/trip`, `/trip/`, and `/trip.html` alike. */
export function isSameUrlPath(a: string, b: string): boolean {
  return bareUrlPath(decodeUrlPath(a)) === bareUrlPath(decodeUrlPath(b));
}

/** Removes the parts of a URL path that a host adds. */
export function bareUrlPath(urlPath: string): string {
  return urlPath.replace(/(?:^index)?\.html$|\/(?:index\.html)?$/, "");
}

/** Decodes a URL path and normalizes it to NFC. */
export function decodeUrlPath(urlPath: string): string {
  return decodePercent(urlPath).normalize("NFC");
}
