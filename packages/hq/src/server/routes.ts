import type { Route } from "../api/route.ts";
import { deliveryRoutes } from "../automation/webhooks/delivery-routes.ts";
import { webhookRoutes } from "../automation/webhooks/webhook-routes.ts";
import { branchEntryRoutes } from "../content/branch-entries/branch-entry-routes.ts";
import { changeRoutes } from "../content/changes/change-routes.ts";
import { entryRoutes } from "../content/entries/entry-routes.ts";
import { problemRoutes } from "../content/entries/problem-routes.ts";
import { activityRoutes } from "../content/history/activity-routes.ts";
import { historyRoutes } from "../content/history/history-routes.ts";
import { siteLogRoutes } from "../content/history/site-log-routes.ts";
import { listRoutes } from "../content/lists/list-routes.ts";
import { mediaRoutes } from "../content/media/media-routes.ts";
import { noticeRoutes } from "../content/releases/notice-routes.ts";
import { releaseRoutes } from "../content/releases/release-routes.ts";
import { scheduleRoutes } from "../content/releases/schedule-routes.ts";
import { copyRoutes } from "../content/transfer/copy-routes.ts";
import { schemaPreviewRoutes } from "../content/types/schema-preview-routes.ts";
import { schemaRoutes } from "../content/types/schema-routes.ts";
import { typeRoutes } from "../content/types/type-routes.ts";
import { sessionReadRoutes } from "../deliver/read-api/session-routes.ts";
import { advisorRoutes } from "../hub/advisor/assignment-routes.ts";
import { readinessRoute } from "../hub/advisor/readiness-route.ts";
import { workspaceEventRoutes } from "../hub/events/event-routes.ts";
import { projectRoutes } from "../hub/projects/project-routes.ts";
import { doctorRoute } from "../hub/relay/doctor-route.ts";
import { memoryRoutes } from "../hub/relay/memory-routes.ts";
import { secretRoutes } from "../hub/relay/secret-routes.ts";
import { artifactRoutes } from "../hub/runs/artifact-routes.ts";
import { runRoutes } from "../hub/runs/run-routes.ts";
import { skillChangeRoutes } from "../hub/skills/review/skill-change-routes.ts";
import { skillReviewRoutes } from "../hub/skills/skill-review-routes.ts";
import { skillRoutes } from "../hub/skills/skill-routes.ts";
import { variableRoutes } from "../hub/variables/variable-routes.ts";
import { workerVariableRoutes } from "../hub/variables/worker-variable-routes.ts";
import { workerRoutes } from "../hub/workers/worker-routes.ts";
import { workflowRoutes } from "../hub/workflows/workflow-routes.ts";
import { healthOverviewRoute } from "../operate/health/overview-route.ts";
import { accessRoutes } from "../people/access/access-routes.ts";
import { keyRoutes } from "../people/access/key-routes.ts";
import { auditRoutes } from "../people/audit/audit-routes.ts";
import { identityRoutes } from "../people/identity/identity-routes.ts";
import { featureRoutes } from "../people/workspaces/feature-routes.ts";
import { instanceRoutes } from "../people/workspaces/instance-routes.ts";
import { memberRoutes } from "../people/workspaces/member-routes.ts";
import { planRoutes } from "../people/workspaces/plan-routes.ts";
import { workspaceRoutes } from "../people/workspaces/workspace-routes.ts";
import { eventRoutes } from "../sites/events/event-routes.ts";
import { presenceRoutes } from "../sites/events/presence-routes.ts";
import { previewCheckRoute } from "../sites/manage/preview-check-route.ts";
import { settingsRoutes } from "../sites/manage/settings-routes.ts";
import { siteRoutes } from "../sites/manage/site-routes.ts";
import { transferRoutes } from "../sites/manage/transfer-routes.ts";
import { adoptRoutes } from "../upstream/adopt-routes.ts";
import { upstreamRoutes } from "../upstream/upstream-routes.ts";
import type { HqServices } from "./services.ts";

/** All routes of the management API (contracts, section 5). */
export function manageRoutes(services: HqServices): readonly Route[] {
  return [
    identityRoutes,
    workspaceRoutes,
    memberRoutes,
    planRoutes,
    featureRoutes,
    instanceRoutes,
    healthOverviewRoute,
    siteRoutes,
    adoptRoutes,
    settingsRoutes,
    previewCheckRoute,
    accessRoutes,
    keyRoutes,
    transferRoutes,
    copyRoutes,
    auditRoutes,
    typeRoutes,
    schemaRoutes,
    schemaPreviewRoutes,
    entryRoutes,
    listRoutes,
    problemRoutes,
    historyRoutes,
    activityRoutes,
    siteLogRoutes,
    mediaRoutes,
    scheduleRoutes,
    noticeRoutes,
    changeRoutes,
    branchEntryRoutes,
    releaseRoutes,
    eventRoutes,
    presenceRoutes,
    webhookRoutes,
    deliveryRoutes,
    sessionReadRoutes,
    upstreamRoutes,
    skillRoutes,
    skillReviewRoutes,
    skillChangeRoutes,
    workerRoutes,
    projectRoutes,
    workflowRoutes,
    runRoutes,
    workspaceEventRoutes,
    variableRoutes,
    secretRoutes,
    doctorRoute,
    memoryRoutes,
    artifactRoutes,
    advisorRoutes,
    readinessRoute,
    workerVariableRoutes,
  ].flatMap((routesOf) => routesOf(services));
}
