import { CmsError } from "@loam/cms-core";
import type { SelectQueryBuilder } from "kysely";
import { type Actor, canInWorkspace } from "../../api/permissions/permissions.ts";
import { withoutDrafts } from "../../people/access/draft-key.ts";
import { findWorkspaceStanding, whoMayStill } from "../../people/workspaces/policies.ts";
import { listSitesOf, type Site, updateSite } from "../../people/workspaces/sites.ts";
import { holdWorkspace } from "../../people/workspaces/usage.ts";
import { findWorkspaceByName } from "../../people/workspaces/workspaces.ts";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { disableWebhooks } from "../outbox/webhooks-table.ts";

/** An offer of a site to another workspace, until it is accepted, withdrawn or too old. */
export interface Transfer {
  readonly id: string;
  readonly siteId: string;
  readonly siteName: string;
  /** To which it is offered, as whoever offers it named it. */
  readonly workspace: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
}

const OFFER_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Offers a site to a workspace, by its slug; an offer that stood before is replaced. One to a workspace that is not
 * there looks like any other and is never accepted: nobody is told which workspaces others have.
 *
 * @throws CmsError `conflict` for the workspace it is in
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
  return transferOf({ ...row, name: site.name });
}

/** The offers of a site, or to a workspace, that can be accepted now. */
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
  return rows.map(transferOf);
}

/** Takes an offer back. Without one nothing happens. */
export async function withdrawTransfer(database: ControlDatabase, siteId: string): Promise<void> {
  await database.deleteFrom("site_transfers").where("site_id", "=", siteId).execute();
}

/**
 * Ends an offer to a workspace, by somebody who could accept it.
 *
 * @throws CmsError `not_found` for one that is gone, or is another's
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
 * Moves a site into the workspace to which it was offered, also when that has no room for it. Grants, the draft key
 * and preview tokens end, its webhooks stop, and it has no upstream any more. What the world knows of the site stays as it is: its id, public files, read keys
 * (spec, "Site"). A name that the workspace has already gets a number.
 *
 * @throws CmsError `not_found` for an offer that is gone, is not this person's to accept, or was made by somebody who
 * may no longer make it
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
    if (offer === undefined || to == null || !(await mayAccept(transaction, by, to))) {
      throw noTransfer();
    }
    // Somebody who is no longer an admin of the site must not take it along.
    const asked = { userId: offer.requested_by, siteId, action: "site.transfer" } as const;
    if ((await whoMayStill(transaction, asked)) === undefined) throw noTransfer();
    // Of two who accept at once, one deletes the offer.
    const { numDeletedRows } = await transaction
      .deleteFrom("site_transfers")
      .where("id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noTransfer();
    await transaction.deleteFrom("site_access").where("site_id", "=", offer.site_id).execute();
    // They tell others what goes on at a site that is no longer theirs.
    const stop = { reason: "transferred", now: now() } as const;
    await disableWebhooks(transaction, { siteId: offer.site_id }, stop);
    // The credential is the other workspace's.
    await transaction.deleteFrom("upstreams").where("site_id", "=", offer.site_id).execute();
    await holdWorkspace(transaction, to);
    const taken = await listSitesOf(transaction, to);
    return updateSite(transaction, offer.site_id, {
      workspace_id: to,
      name: freeName(offer.name, new Set(taken.map(({ name }) => name))),
      // Whoever made it may be in the other workspace, too, and is no admin of the site by that any more.
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

async function mayAccept(
  database: ControlDatabase,
  actor: Actor,
  workspaceId: string,
): Promise<boolean> {
  const found = await findWorkspaceStanding(database, workspaceId, actor.userId);
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

function transferOf(row: OfferRow): Transfer {
  return {
    id: row.id,
    siteId: row.site_id,
    siteName: row.name,
    workspace: row.workspace,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
  };
}
