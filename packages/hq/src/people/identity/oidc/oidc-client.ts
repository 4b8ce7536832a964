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
import type { OidcConfig } from "../../../platform/config/config.ts";

/** Values that the issuer's redirect must match. The browser keeps them until then. */
export interface OidcExpectation {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A user authenticated by an issuer. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  /** `undefined` if the issuer doesn't report groups. */
  readonly groups: readonly string[] | undefined;
}

export interface OidcClient {
  /** Returns the URL to send the browser to, and what the response must match. */
  start(redirectUri: string): Promise<{ readonly url: URL; readonly expected: OidcExpectation }>;
  /**
   * Returns the authenticated user from the URL to which the issuer redirected.
   *
   * @throws CmsError `invalid_credentials` if the response doesn't match (AUT-14).
   */
  finish(returned: URL, expected: OidcExpectation): Promise<OidcPerson>;
}

const TIMEOUT_SECONDS = 10;

/** Implements single sign-on with the code flow, PKCE, state, and nonce. The issuer is contacted on first use. */
export function createOidcClient(client: OidcConfig): OidcClient {
  let found: Promise<Configuration> | undefined;

  async function configuration(): Promise<Configuration> {
    found ??= discover(client);
    try {
      return await found;
    } catch (cause) {
      // Retry next time: the issuer might be available again.
      found = undefined;
      throw new CmsError("unavailable", "The single sign-on service does not respond. Try again.", {
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
        scope: client.scope,
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
        if (claims === undefined) throw new Error("The response contains no ID token.");
        const { iss: issuer, sub: subject } = claims;
        const proof = { config, claims, accessToken: tokens.access_token };
        const profile = await readProfile(client, proof);
        return { issuer, subject, ...profile };
      } catch (cause) {
        throw new CmsError("invalid_credentials", "The sign-in was not completed. Start again.", {
          cause,
        });
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const url = new URL(issuer);
  // The configuration allows plain HTTP only for an issuer on this machine.
  const local = url.protocol === "http:" ? [allowInsecureRequests] : [];
  // By default, the signature of an ID token received over TLS isn't checked.
  const execute = [enableNonRepudiationChecks, ...local];
  return discovery(url, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
}

interface Claims {
  readonly config: Configuration;
  readonly claims: IDToken;
  readonly accessToken: string;
}

/** Many issuers return email address, name, and groups only from their user info endpoint, not in the ID token. */
async function readProfile(
  { groupsClaim, groupRules }: OidcConfig,
  { config, claims, accessToken }: Claims,
): Promise<Omit<OidcPerson, "issuer" | "subject">> {
  const wanted = groupRules.length > 0 ? ["email", groupsClaim] : ["email"];
  const elsewhere =
    config.serverMetadata().userinfo_endpoint !== undefined &&
    wanted.some((claim) => claims[claim] === undefined);
  const userInfo = elsewhere ? await fetchUserInfo(config, accessToken, claims.sub) : {};
  // Take the email address and its verification from the same source.
  const source = claims["email"] === undefined ? { ...claims, ...userInfo } : claims;
  return {
    email: textOf(source["email"]),
    emailVerified: source["email_verified"] === true,
    name: textOf(source["name"]),
    groups: readGroups(claims[groupsClaim] ?? { ...userInfo }[groupsClaim]),
  };
}

function readGroups(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((group) => typeof group === "string");
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
