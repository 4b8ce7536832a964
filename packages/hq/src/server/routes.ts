import type { Route } from "../api/route.ts";
import { deliveryRoutes } from "../automation/webhooks/delivery-routes.ts";
import { webhookRoutes } from "../automation/webhooks/webhook-routes.ts";
import { entryRoutes } from "../content/entries/entry-routes.ts";
import { problemRoutes } from "../content/entries/problem-routes.ts";
import { historyRoutes } from "../content/history/history-routes.ts";
import { mediaRoutes } from "../content/media/media-routes.ts";
import { releaseRoutes } from "../content/releases/release-routes.ts";
import { scheduleRoutes } from "../content/releases/schedule-routes.ts";
import { copyRoutes } from "../content/transfer/copy-routes.ts";
import { schemaRoutes } from "../content/types/schema-routes.ts";
import { typeRoutes } from "../content/types/type-routes.ts";
import { accessRoutes } from "../people/access/access-routes.ts";
import { keyRoutes } from "../people/access/key-routes.ts";
import { auditRoutes } from "../people/audit/audit-routes.ts";
import { identityRoutes } from "../people/identity/identity-routes.ts";
import { memberRoutes } from "../people/workspaces/member-routes.ts";
import { planRoutes } from "../people/workspaces/plan-routes.ts";
import { workspaceRoutes } from "../people/workspaces/workspace-routes.ts";
import { eventRoutes } from "../sites/events/event-routes.ts";
import { settingsRoutes } from "../sites/manage/settings-routes.ts";
import { siteRoutes } from "../sites/manage/site-routes.ts";
import { transferRoutes } from "../sites/manage/transfer-routes.ts";
import type { HqServices } from "./services.ts";

/** Every route of the management API (contracts, section 5). */
export function manageRoutes(services: HqServices): readonly Route[] {
  return [
    identityRoutes,
    workspaceRoutes,
    memberRoutes,
    planRoutes,
    siteRoutes,
    settingsRoutes,
    accessRoutes,
    keyRoutes,
    transferRoutes,
    copyRoutes,
    auditRoutes,
    typeRoutes,
    schemaRoutes,
    entryRoutes,
    problemRoutes,
    historyRoutes,
    mediaRoutes,
    scheduleRoutes,
    releaseRoutes,
    eventRoutes,
    webhookRoutes,
    deliveryRoutes,
  ].flatMap((routesOf) => routesOf(services));
}
