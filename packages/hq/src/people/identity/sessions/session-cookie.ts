import type { IncomingHttpHeaders } from "node:http";
import { basePathOf } from "../../../platform/http/base-path.ts";

/** What one cookie of this server is about. */
type CookieUse = "session" | "device" | "oidc";

const NAMES = { session: "hq", device: "hq-device", oidc: "hq-oidc" } as const;
const ATTRIBUTES = "HttpOnly; SameSite=Lax";

/**
 * The name of a cookie. With the prefix, browsers take it from this host alone, over https alone, and
 * from no subdomain (AUT-02); without https they would not take it at all. `__Host-` is for cookies of a whole host:
 * below a path another program may be at the same host, as another HQ. Browsers also send the cookies of every path
 * above, so the name says which path a cookie is of.
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

/** `Set-Cookie` that gives a browser a value. */
export function giveCookie(
  use: CookieUse,
  value: string,
  { baseUrl, maxAgeSeconds }: Kept,
): string {
  const line = `${cookieName(use, baseUrl)}=${value}; ${attributes(baseUrl)}`;
  return maxAgeSeconds === undefined ? line : `${line}; Max-Age=${maxAgeSeconds}`;
}

/** `Set-Cookie` that takes a value away. */
export function takeCookie(use: CookieUse, baseUrl: string): string {
  return `${cookieName(use, baseUrl)}=; ${attributes(baseUrl)}; Max-Age=0`;
}

/** The value of a cookie; none where it is sent twice, since another page may have set one of them. */
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
