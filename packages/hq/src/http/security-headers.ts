import type { RequestHandler } from "express";
import helmet from "helmet";

const YEAR_SECONDS = 31_536_000;

/**
 * Headers that make a browser treat answers as data of this origin alone. Public files widen two of
 * them; pages name what they need in a policy of their own (WEB-05).
 */
export function securityHeaders(baseUrl: string): RequestHandler {
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
