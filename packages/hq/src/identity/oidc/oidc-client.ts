import { CmsError } from "@loam/cms-core";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whose verified addresses get an account at their first sign-in; none when empty. */
  readonly allowedDomains: readonly string[];
}

/** What must come back with a person from the issuer, kept by their browser until then. */
export interface OidcExpectation {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Whom an issuer has signed in. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

export interface OidcClient {
  /** Where to send a browser, and what to compare with what it brings back. */
  start(redirectUri: string): Promise<{ readonly url: URL; readonly expected: OidcExpectation }>;
  /**
   * Whom the issuer has signed in, from the address to which it sent the browser back.
   *
   * @throws CmsError `invalid_credentials` for an answer that is not what was expected (AUT-14).
   */
  finish(returned: URL, expected: OidcExpectation): Promise<OidcPerson>;
}

const TIMEOUT_SECONDS = 10;

/** Signs people in by the code flow with PKCE, state and nonce. The issuer is asked when first used. */
export function createOidcClient(client: OidcConfig): OidcClient {
  let found: Promise<Configuration> | undefined;

  async function configuration(): Promise<Configuration> {
    found ??= discover(client);
    try {
      return await found;
    } catch (cause) {
      // An issuer that is away now may be there for the next one.
      found = undefined;
      throw new CmsError("unavailable", "The sign-in service does not answer; try again.", {
        cause,
      });
    }
  }

  return {
    async start(redirectUri) {
      const expected = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: "S256",
      });
      return { url, expected };
    },
    async finish(returned, { state, nonce, verifier }) {
      const config = await configuration();
      try {
        const tokens = await authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("There is no ID token.");
        const { iss: issuer, sub: subject } = claims;
        const profile = await profileOf(config, claims, tokens.access_token);
        return { issuer, subject, ...profile };
      } catch (cause) {
        throw new CmsError("invalid_credentials", "The sign-in did not complete; begin again.", {
          cause,
        });
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const url = new URL(issuer);
  // The configuration lets an issuer be plain http on this machine alone.
  const local = url.protocol === "http:" ? [allowInsecureRequests] : [];
  // Without it the signature of an ID token that came over TLS is not looked at.
  const execute = [enableNonRepudiationChecks, ...local];
  return discovery(url, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
}

/** Many issuers tell address and name at their own endpoint alone, and not in the ID token. */
async function profileOf(
  config: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<Omit<OidcPerson, "issuer" | "subject">> {
  const elsewhere = config.serverMetadata().userinfo_endpoint !== undefined;
  const told =
    claims["email"] === undefined && elsewhere
      ? await fetchUserInfo(config, accessToken, claims.sub)
      : claims;
  return {
    email: textOf(told["email"]),
    emailVerified: told["email_verified"] === true,
    name: textOf(told["name"]),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
