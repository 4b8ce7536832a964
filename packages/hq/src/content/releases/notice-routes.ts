import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { describeWebhook, listWebhooks } from "../../sites/outbox/webhooks-table.ts";
import type { SiteServices } from "../../sites/services.ts";
import { listFailures } from "./schedule-routes.ts";

const notice = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("schedule-failed"),
      since: z.string(),
      entryId: z.string(),
      action: z.enum(["publish", "unpublish"]),
      dueAt: z.string(),
      message: z.string().meta({ description: "Problem that prevents it." }),
    }),
    z.object({
      kind: z.literal("webhook-disabled"),
      since: z.string(),
      webhookId: z.string(),
      host: z.string(),
      reason: z.enum(["gone", "failing"]),
    }),
    z.object({
      kind: z.literal("upstream"),
      since: z.string(),
      state: z.enum(["attention", "failing"]),
      message: z
        .string()
        .nullable()
        .meta({ description: "The problem; null if someone must decide." }),
    }),
    z.object({ kind: z.literal("publisher-stuck") }),
  ])
  .meta({ id: "Notice" });

/** A problem with an upstream that needs attention. */
interface UpstreamTrouble {
  readonly since: string;
  readonly state: "attention" | "failing";
  readonly message: string | null;
}

export interface NoticeServices extends SiteServices {
  readonly upstreams: {
    trouble(siteId: string): Promise<UpstreamTrouble | undefined>;
  };
}

/** `/sites/{site}/notices`: background failures that need attention. */
export function noticeRoutes({
  hq: { database },
  sites,
  upstreams,
}: NoticeServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/notices",
      id: "listNotices",
      summary:
        "List background problems. Contains failed schedules, published content that is not public yet, and for Admins disabled webhooks and upstream problems",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({ notices: z.array(notice) }),
      handle: async ({ site, role }) => {
        const notices: z.input<typeof notice>[] = [];
        if (sites.stuck().includes(site.id)) notices.push({ kind: "publisher-stuck" });
        for (const failure of await listFailures(database, site.id)) {
          const { entryId, action, dueAt, failedAt, issues } = failure;
          const message = issues[0]?.message ?? "";
          notices.push({
            kind: "schedule-failed",
            since: failedAt,
            entryId,
            action,
            dueAt,
            message,
          });
        }
        // Webhook and upstream URLs are visible to admins only.
        if (role === "admin") {
          notices.push(...(await disabledWebhooks(database, site.id)));
          const trouble = await upstreams.trouble(site.id);
          if (trouble !== undefined) notices.push({ kind: "upstream", ...trouble });
        }
        return { body: { notices } };
      },
    }),
  ];
}

async function disabledWebhooks(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly z.input<typeof notice>[]> {
  const webhooks = (await listWebhooks(database, siteId)).map(describeWebhook);
  return webhooks.flatMap(({ id, url, disabledReason: reason, disabledAt }) => {
    if (reason !== "gone" && reason !== "failing") return [];
    const { host } = new URL(url);
    const since = disabledAt ?? "";
    return [{ kind: "webhook-disabled" as const, since, webhookId: id, host, reason }];
  });
}
