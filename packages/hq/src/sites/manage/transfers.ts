import { CmsError } from "@loam/cms-core";
import type { SelectQueryBuilder } from "kysely";
import { type Actor, canInWorkspace } from "../../api/permissions/permissions.ts";
import { withoutDrafts } from "../../people/access/draft-key.ts";
import { findWorkspaceAccess, findStillAllowed } from "../../people/workspaces/policies.ts";
import { listSitesOf, type Site, updateSite } from "../../people/workspaces/sites.ts";
import { lockWorkspace } from "../../people/workspaces/usage.ts";
import { findWorkspaceByName } from "../../people/workspaces/workspaces.ts";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { disableWebhooks } from "../outbox/webhooks-table.ts";

/** A pending transfer of a site to another workspace, until it is accepted, withdrawn, or expired. */
export interface Transfer {
  readonly id: string;
  readonly siteId: string;
  readonly siteName: string;
  /** The target workspace, as entered by the requester. */
  readonly workspace: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
}

const OFFER_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Requests the transfer of a site to a workspace, by its slug. Replaces an earlier request. A transfer to an unknown
 * workspace looks the same but can never be accepted, so that no one learns which workspaces exist.
 *
 * @throws CmsError `conflict` for the site's own workspace
 */
export async function requestTransfer(
  database: ControlDatabase,
  { site, target, by }: { readonly site: Site; readonly target: string; readonly by: Actor },
  { now }: { readonly now: () => Date },
): Promise<Transfer> {
  const workspace = await findWorkspaceByName(database, target);
  if (workspace?.id === site.workspaceId) {
    throw new CmsError("conflict", `The site is already in the workspace ${target}.`);
  }
  const row = {
    id: `t${randomText(15)}`,
    site_id: site.id,
    workspace: target,
    workspace_id: workspace?.id ?? null,
    requested_by: by.userId,
    requested_at: now().toISOString(),
    expires_at: new Date(now().getTime() + OFFER_MS).toISOString(),
  };
  await transact(database, async (transaction) => {
    await transaction.deleteFrom("site_transfers").where("site_id", "=", site.id).execute();
    await transaction.insertInto("site_transfers").values(row).execute();
  });
  return toTransfer({ ...row, name: site.name });
}

/** Lists the pending transfers of a site or to a workspace. */
export async function listTransfers(
  database: ControlDatabase,
  of: { readonly siteId: string } | { readonly workspaceId: string },
  { now }: { readonly now: () => Date },
): Promise<readonly Transfer[]> {
  const offers = openOffers(database, now());
  const rows = await (
    "siteId" in of
      ? offers.where("site_id", "=", of.siteId)
      : offers.where("site_transfers.workspace_id", "=", of.workspaceId)
  ).execute();
  return rows.map(toTransfer);
}

/** Withdraws a transfer. Does nothing if there is none. */
export async function withdrawTransfer(database: ControlDatabase, siteId: string): Promise<void> {
  await database.deleteFrom("site_transfers").where("site_id", "=", siteId).execute();
}

/**
 * Declines a transfer to a workspace, as a user who could accept it.
 *
 * @throws CmsError `not_found` if it no longer exists or is for another workspace
 */
export async function declineTransfer(
  database: ControlDatabase,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("site_transfers")
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw noTransfer();
}

/**
 * Moves a site to the workspace it was offered to, even if that exceeds its plan. Removes grants, the draft key,
 * preview tokens, and the upstream, and disables webhooks. Keeps everything public: the id, public files, and API keys
 * (spec, "Site"). If the workspace already has a site with the name, a number is appended.
 *
 * @throws CmsError `not_found` if the transfer no longer exists, isn't for this user, or was requested by someone who
 * has lost permission
 */
export async function acceptTransfer(
  database: ControlDatabase,
  { id, siteId, by }: { readonly id: string; readonly siteId: string; readonly by: Actor },
  { now }: { readonly now: () => Date },
): Promise<Site> {
  return transact(database, async (transaction) => {
    const offer = await openOffers(transaction, now())
      .where("site_transfers.id", "=", id)
      .where("site_id", "=", siteId)
      .executeTakeFirst();
    const to = offer?.workspace_id;
    if (offer === undefined || to == null || !(await canAccept(transaction, by, to))) {
      throw noTransfer();
    }
    // A user who is no longer an admin of the site must not be able to move it.
    const earlier = { userId: offer.requested_by, siteId, action: "site.transfer" } as const;
    if ((await findStillAllowed(transaction, earlier)) === undefined) throw noTransfer();
    // Of two concurrent requests to accept, only one deletes the transfer.
    const { numDeletedRows } = await transaction
      .deleteFrom("site_transfers")
      .where("id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noTransfer();
    await transaction.deleteFrom("site_access").where("site_id", "=", offer.site_id).execute();
    // Webhooks would report events to the previous owner.
    const stop = { reason: "transferred", now: now() } as const;
    await disableWebhooks(transaction, { siteId: offer.site_id }, stop);
    // The credential belongs to the previous workspace.
    await transaction.deleteFrom("upstreams").where("site_id", "=", offer.site_id).execute();
    await lockWorkspace(transaction, to);
    const taken = await listSitesOf(transaction, to);
    return updateSite(transaction, offer.site_id, {
      workspace_id: to,
      name: freeName(offer.name, new Set(taken.map(({ name }) => name))),
      // The creator might also be a member of the new workspace and must not stay an admin of the site.
      created_by: by.userId,
      ...withoutDrafts(),
    });
  });
}

function noTransfer(): CmsError {
  return new CmsError(
    "not_found",
    "This transfer does not exist, or was already accepted or canceled.",
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}

async function canAccept(
  database: ControlDatabase,
  actor: Actor,
  workspaceId: string,
): Promise<boolean> {
  const found = await findWorkspaceAccess(database, workspaceId, actor.userId);
  return canInWorkspace(actor, "workspace.accept-transfer", found?.role).allow;
}

function openOffers(
  database: ControlDatabase,
  now: Date,
): SelectQueryBuilder<ControlTables, "site_transfers" | "sites", OfferRow> {
  return database
    .selectFrom("site_transfers")
    .innerJoin("sites", "sites.id", "site_transfers.site_id")
    .select([
      "site_transfers.id",
      "site_id",
      "sites.name",
      "workspace",
      "site_transfers.workspace_id",
      "requested_by",
      "requested_at",
      "expires_at",
    ])
    .where("expires_at", ">", now.toISOString());
}

interface OfferRow {
  readonly id: string;
  readonly site_id: string;
  readonly name: string;
  readonly workspace: string;
  readonly workspace_id: string | null;
  readonly requested_by: string | null;
  readonly requested_at: string;
  readonly expires_at: string;
}

function toTransfer(row: OfferRow): Transfer {
  return {
    id: row.id,
    siteId: row.site_id,
    siteName: row.name,
    workspace: row.workspace,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
  };
}
