import { listSiteMembers } from "../../people/access/site-access.ts";
import { findSiteById } from "../../people/workspaces/sites.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { SiteEvents } from "../../sites/events/site-events.ts";
import type { WebhookRow } from "../../sites/outbox/webhooks-table.ts";

/** A webhook that was disabled because of its endpoint's responses. */
export interface DisabledWebhook {
  readonly id: string;
  readonly reason: "gone" | "failing";
}

export interface NotifyDeps {
  readonly database: ControlDatabase;
  readonly mailer: Mailer;
  readonly events: Pick<SiteEvents, "announce">;
}

const REASONS: Readonly<Record<DisabledWebhook["reason"], string>> = {
  gone: "The endpoint responded with 410 Gone.",
  failing: "Deliveries failed for five days.",
};

/** Notifies the admins of its site by mail (WHK-15) and in open pages. Without mail, it is logged. */
export async function notifyWebhookDisabled(
  { database, mailer, events }: NotifyDeps,
  { id, reason }: DisabledWebhook,
): Promise<void> {
  const webhook = await database
    .selectFrom("webhooks")
    .select(["site_id", "url"])
    .where("id", "=", id)
    .executeTakeFirst();
  const site = webhook && (await findSiteById(database, webhook.site_id));
  if (webhook === undefined || site === undefined) return;
  events.announce(site.id, "webhook.changed");
  const members = await listSiteMembers(database, site);
  for (const { email } of members.filter(({ role }) => role === "admin")) {
    mailer.post({
      to: email,
      subject: `Webhook disabled: ${site.name}`,
      text: [
        `The webhook to ${endpointHost(webhook)} of the site ${site.name} was disabled.`,
        REASONS[reason],
        "It no longer receives events. After you fix the endpoint, enable the webhook " +
          "and redeliver failed deliveries.",
      ].join("\n\n"),
    });
  }
}

/** Shows only the host, because some endpoint URLs contain a secret in their path. */
function endpointHost({ url }: Pick<WebhookRow, "url">): string {
  return URL.parse(url)?.host ?? "";
}
