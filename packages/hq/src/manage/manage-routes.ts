import { accessRoutes } from "../access/access-routes.ts";
import { keyRoutes } from "../access/key-routes.ts";
import { auditRoutes } from "../audit/audit-routes.ts";
import { entryRoutes } from "../entries/entry-routes.ts";
import { eventRoutes } from "../events/event-routes.ts";
import { identityRoutes } from "../identity/identity-routes.ts";
import { mediaRoutes } from "../media/media-routes.ts";
import { releaseRoutes } from "../releases/release-routes.ts";
import { scheduleRoutes } from "../scheduler/schedule-routes.ts";
import type { HqServices } from "../services.ts";
import { copyRoutes } from "../sites/copy-routes.ts";
import { siteRoutes } from "../sites/site-routes.ts";
import { transferRoutes } from "../sites/transfer-routes.ts";
import { schemaRoutes } from "../types/schema-routes.ts";
import { typeRoutes } from "../types/type-routes.ts";
import { deliveryRoutes } from "../webhooks/delivery-routes.ts";
import { webhookRoutes } from "../webhooks/webhook-routes.ts";
import { memberRoutes } from "../workspaces/member-routes.ts";
import { planRoutes } from "../workspaces/plan-routes.ts";
import { workspaceRoutes } from "../workspaces/workspace-routes.ts";
import type { Route } from "./route.ts";

/** Every route of the management API (contracts, section 5). */
export function manageRoutes(services: HqServices): readonly Route[] {
  return [
    identityRoutes,
    workspaceRoutes,
    memberRoutes,
    planRoutes,
    siteRoutes,
    accessRoutes,
    keyRoutes,
    transferRoutes,
    copyRoutes,
    auditRoutes,
    typeRoutes,
    schemaRoutes,
    entryRoutes,
    mediaRoutes,
    scheduleRoutes,
    releaseRoutes,
    eventRoutes,
    webhookRoutes,
    deliveryRoutes,
  ].flatMap((routesOf) => routesOf(services));
}
