import type { TokenScope } from "./actions.ts";

/** The person who asks, by a browser's session or by a token that acts for them. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Whether the person administers the whole instance. */
  readonly instanceAdmin: boolean;
  readonly credential: SessionCredential | TokenCredential;
}

interface SessionCredential {
  readonly kind: "session";
  readonly id: string;
  /** When the person last proved who they are; sensitive acts require it to be recent. */
  readonly provenAt: string;
}

interface TokenCredential {
  readonly kind: "token";
  readonly id: string;
  readonly scopes: readonly TokenScope[];
  /** Ids of the sites to which the token is bound; absent for all that its owner sees. */
  readonly sites?: readonly string[];
}
