import type { Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Identity } from "./identity.ts";
import { invitationRoutes } from "./invitations/invitation-routes.ts";
import { identityLinkRoutes } from "./oidc/identity-link-routes.ts";
import { passkeyRoutes } from "./passkeys/passkey-routes.ts";
import { passwordResetRoutes } from "./password-reset/password-reset-routes.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { setupRoutes } from "./setup/setup-routes.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import { totpRoutes } from "./totp/totp-routes.ts";
import { meRoutes } from "./users/me-routes.ts";
import { preferenceRoutes } from "./users/preference-routes.ts";
import { userRoutes } from "./users/user-routes.ts";

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
