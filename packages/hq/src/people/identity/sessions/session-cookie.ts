import type { IncomingHttpHeaders } from "node:http";
import { basePathOf } from "../../../platform/http/base-path.ts";

/** The purpose of a cookie. */
type CookieUse = "session" | "device" | "oidc";

const NAMES = { session: "hq", device: "hq-device", oidc: "hq-oidc" } as const;
const ATTRIBUTES = "HttpOnly; SameSite=Lax";

/**
 * Returns the name of a cookie. The prefix makes browsers accept it only from this host over HTTPS, and never from a
 * subdomain (AUT-02). Without HTTPS, browsers would reject a prefixed cookie. `__Host-` is for cookies of a whole host;
 * below a path, the host can have other apps, such as another HQ. Browsers also send the cookies of parent paths, so
 * the name includes the path.
 */
function cookieName(use: CookieUse, baseUrl: string): string {
  const basePath = basePathOf(baseUrl);
  const name = NAMES[use] + basePath.replaceAll(/[^\w-]/g, ".");
  if (!isSecure(baseUrl)) return name;
  return basePath === "" ? `__Host-${name}` : `__Secure-${name}`;
}

interface Kept {
  readonly baseUrl: string;
  /** @default until the browser is closed */
  readonly maxAgeSeconds?: number;
}

/** Returns a `Set-Cookie` that sets a value. */
export function setCookie(use: CookieUse, value: string, { baseUrl, maxAgeSeconds }: Kept): string {
  const line = `${cookieName(use, baseUrl)}=${value}; ${attributes(baseUrl)}`;
  return maxAgeSeconds === undefined ? line : `${line}; Max-Age=${maxAgeSeconds}`;
}

/** Returns a `Set-Cookie` that deletes the cookie. */
export function clearCookie(use: CookieUse, baseUrl: string): string {
  return `${cookieName(use, baseUrl)}=; ${attributes(baseUrl)}; Max-Age=0`;
}

/**
 * Returns the value of a cookie, or undefined if it was sent twice, because another page could have set one of them.
 */
export function readCookie(
  use: CookieUse,
  { cookie = "" }: IncomingHttpHeaders,
  baseUrl: string,
): string | undefined {
  const name = `${cookieName(use, baseUrl)}=`;
  const values = cookie
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(name));
  const [only, second] = values;
  return second === undefined ? only?.slice(name.length) : undefined;
}

function attributes(baseUrl: string): string {
  const common = `Path=${basePathOf(baseUrl) || "/"}; ${ATTRIBUTES}`;
  return isSecure(baseUrl) ? `${common}; Secure` : common;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}
