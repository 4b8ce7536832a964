import { randomUUID } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { makeEventId, type SiteEvent } from "@loam/cms-core/events";
import { PUBLISHED_REF, publishSettings } from "@loam/cms-core/publish";
import type { Actor } from "@loam/cms-core/site";
import { isPublishing, type Site, updateSite } from "../../people/workspaces/sites.ts";
import type { Workspace } from "../../people/workspaces/workspaces.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { enqueueEvents } from "../outbox/outbox.ts";
import type { SiteServices } from "../services.ts";

/**
 * Turns publishing on or off. When it is turned on, the content of the `published` branch and the list of content types
 * are in public storage when this returns. When it is turned off, all files are removed and the read API returns 404.
 * The branch is unchanged.
 *
 * @throws CmsError `payment_method_required` if it is turned on without a payment method
 */
export async function setPublishing(
  { hq, sites }: Pick<SiteServices, "hq" | "sites">,
  {
    site,
    workspace,
    actor,
    enabled,
  }: {
    readonly site: Site;
    readonly workspace: Workspace;
    readonly actor: Actor;
    readonly enabled: boolean;
  },
): Promise<{ readonly site: Site; readonly committed: boolean }> {
  if (enabled) requirePayment(hq.config, workspace);
  let committed = false;
  if (enabled) {
    const { store } = await sites.content(site.id);
    const before = await store.repository.resolveRef(PUBLISHED_REF);
    committed = (await publishSettings(store, { actor, now: hq.now })) !== before;
  }
  const changed = await switchPublishing(hq, site.id, enabled);
  await sites.follow(site.id);
  return { site: changed, committed };
}

/** @throws CmsError `payment_method_required` if the workspace has no payment method */
export function requirePayment(
  { billing }: Pick<Hq["config"], "billing">,
  { slug, paymentMethod }: Pick<Workspace, "slug" | "paymentMethod">,
): void {
  if (billing === "none" || paymentMethod !== undefined) return;
  throw new CmsError(
    "payment_method_required",
    `Add a payment method to the workspace ${slug} first. You won't be charged.`,
  );
}

/**
 * Stores whether a site publishes, and queues a webhook event when publishing is turned on. The caller must update the
 * files.
 */
export async function switchPublishing(
  { database, now: clock }: Pick<Hq, "database" | "now">,
  siteId: string,
  enabled: boolean,
): Promise<Site> {
  return transact(database, async (transaction) => {
    const now = clock();
    if (enabled && !(await isPublishing(transaction, siteId))) {
      await enqueueEvents(transaction, { siteId, events: [publishingTurnedOn(siteId, now)], now });
    }
    return updateSite(transaction, siteId, { publishing: enabled ? 1 : 0 });
  });
}

/** No commit causes this event, so it is written in the transaction that turns publishing on. */
function publishingTurnedOn(siteId: string, now: Date): SiteEvent {
  const event = "site.published";
  const id = makeEventId([siteId, randomUUID(), event]);
  const none = { contentType: "", entryId: "", entrySlug: "" };
  return { id, event, siteId, ...none, occurredAt: now.toISOString(), batch: false };
}
