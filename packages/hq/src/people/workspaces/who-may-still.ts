import type { SiteAction } from "../../api/permissions/actions.ts";
import { isEnough } from "../../api/permissions/can.ts";
import { siteRole } from "../../api/permissions/roles.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { findSiteStanding } from "./standing.ts";

/** Somebody who asked for something that happens later. */
export interface EarlierAsk {
  /** `null` for who is not known any more. */
  readonly userId: string | null | undefined;
  readonly siteId: string;
  readonly action: SiteAction;
}

/**
 * The person, if they may do now what they asked for earlier: what is planned or offered ends with the right
 * to it, and with the account (security notes, AUT-10).
 */
export async function whoMayStill(
  database: ControlDatabase,
  { userId, siteId, action }: EarlierAsk,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  const user = await database
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "=", userId ?? "")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  const found = user && (await findSiteStanding(database, siteId, user.id));
  const role = found && siteRole(found.standing);
  if (user === undefined || role === undefined) return undefined;
  return isEnough(role, action) ? { name: user.name, email: user.email } : undefined;
}
