import { CmsError } from "@loam/cms-core";
import { SITE_ACTIONS, type SiteAction } from "./actions.ts";
import type { Actor } from "./actor.ts";

/**
 * Asks a token for the scope of a second action that a request turns out to be, of the same role as the
 * first: that of the route was asked for already.
 *
 * @throws CmsError `forbidden`
 */
export function requireScope({ credential }: Actor, action: SiteAction): void {
  const { scope } = SITE_ACTIONS[action];
  if (credential.kind === "session" || credential.scopes.includes(scope)) return;
  throw new CmsError("forbidden", `This token does not allow this; it takes ${scope}.`);
}
