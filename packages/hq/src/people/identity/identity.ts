import type { Logger } from "pino";
import { type Background, createBackground } from "../../platform/background.ts";
import type { Hq } from "../../platform/hq.ts";
import { type OpenRateLimiter, rateLimiters } from "../../platform/limits/rate-limit.ts";
import { createMailer, type Mailer } from "../../platform/mail/mailer.ts";
import { openSealer } from "../../platform/secrets/open-sealer.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { createSignInLimits } from "./attempts/attempt-limit.ts";
import { createOidcClient } from "./oidc/oidc-client.ts";
import type { SessionRoutesDeps } from "./sign-in/session-routes.ts";

/** Dependencies of signing in, in a running server. */
export interface Identity extends SessionRoutesDeps {
  readonly mailer: Mailer;
  readonly background: Background;
  readonly log: Logger;
  close(): Promise<void>;
}

export interface IdentityOptions {
  readonly baseUrl: string;
  readonly log: Logger;
  /** @default with the configured keys */
  readonly sealer?: Sealer;
  /** @default in the memory of this process */
  readonly openLimiter?: OpenRateLimiter;
}

export function createIdentity(
  { database, config, now, paths }: Hq,
  {
    baseUrl,
    log,
    sealer = openSealer(config.secretKeys, paths.secretKey),
    openLimiter = rateLimiters(database, { now }),
  }: IdentityOptions,
): Identity {
  const mailer = createMailer(config.mail, log);
  const background = createBackground(log);
  const { oidc, passwordSignIn } = config;
  return {
    database,
    baseUrl,
    now,
    log,
    mailer,
    background,
    sealer,
    passwordSignIn,
    billing: config.billing !== "none",
    limits: createSignInLimits(openLimiter),
    ...(oidc !== undefined && {
      oidc: {
        client: createOidcClient(oidc),
        allowedDomains: oidc.allowedDomains,
        groupRules: oidc.groupRules,
      },
    }),
    async close() {
      await background.idle();
      await mailer.close();
    },
  };
}
