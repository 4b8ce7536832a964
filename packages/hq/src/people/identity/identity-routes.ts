import type { Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import { meRoutes } from "./accounts/me-routes.ts";
import { preferenceRoutes } from "./accounts/preference-routes.ts";
import { userRoutes } from "./accounts/user-routes.ts";
import type { Identity } from "./identity.ts";
import { invitationRoutes } from "./invitations/invitation-routes.ts";
import { identityLinkRoutes } from "./oidc/identity-link-routes.ts";
import { passkeyRoutes } from "./passkeys/passkey-routes.ts";
import { passwordResetRoutes } from "./passwords/password-reset-routes.ts";
import { setupRoutes } from "./setup/setup-routes.ts";
import { sessionRoutes } from "./sign-in/session-routes.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import { totpRoutes } from "./totp/totp-routes.ts";

/** The management API routes for identity. */
export function identityRoutes({
  hq,
  identity,
}: {
  readonly hq: Hq;
  readonly identity: Identity;
}): readonly Route[] {
  return [
    ...setupRoutes(identity, { suggestedEmail: hq.config.firstAdmin?.email }),
    ...sessionRoutes(identity),
    ...meRoutes(identity),
    ...preferenceRoutes(identity),
    ...totpRoutes(identity),
    ...passkeyRoutes(identity),
    ...identityLinkRoutes(identity),
    ...tokenRoutes(identity),
    ...invitationRoutes(identity),
    ...passwordResetRoutes(identity),
    ...userRoutes(identity),
  ];
}
