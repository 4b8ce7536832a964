import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

const YEAR_SECONDS = 31_536_000;

/**
 * Headers that make a browser treat answers as data of this origin alone. Public files widen two of
 * them; pages name what they need in a policy of their own (WEB-05).
 */
export function securityHeaders(
  baseUrl: string,
): (...given: [...Parameters<RequestListener>, () => void]) => void {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: baseUrl.startsWith("https:") && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
    xFrameOptions: { action: "deny" },
  });
}

/** The same headers as a list, for answers that are not Express's. */
export function listSecurityHeaders(baseUrl: string): ReadonlyMap<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  securityHeaders(baseUrl)(response.req, response, () => {});
  return new Map(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}
