import type { RequestListener } from "node:http";
import compression from "compression";
import express from "express";
import type { Express, RequestHandler } from "express";
import type { Logger } from "pino";
import { idempotencyKeys } from "../api/idempotency.ts";
import { manageApi } from "../api/manage-api.ts";
import type { ManageDeps } from "../api/manage-deps.ts";
import { routeCalls } from "../api/manage-router.ts";
import { createPushedChanges } from "../content/changes/pushed-changes.ts";
import {
  DOCUMENTATION_FOLDER,
  documentationPages,
  isDocumentationBuilt,
} from "../deliver/documentation/documentation-pages.ts";
import { draftMediaRoute } from "../deliver/draft-media/draft-media-route.ts";
import { DRAFT_MEDIA_PATH } from "../deliver/draft-media/open-draft-media.ts";
import { EDITOR_FOLDER, editorPages } from "../deliver/editor/editor-pages.ts";
import { publicFiles } from "../deliver/public-files/public-files.ts";
import { createPublicJson, type PublicJson } from "../deliver/public-files/public-json.ts";
import { READ_OPENAPI_PATH } from "../deliver/read-api/read-address.ts";
import type { AnsweredRead, ReadListener } from "../deliver/read-api/read-listener.ts";
import { readOpenApiRoute } from "../deliver/read-api/read-openapi-route.ts";
import { STARTER_PATH, starterRoute } from "../deliver/starter/starter-route.ts";
import { gitHandler } from "../git/git-handler.ts";
import type { OpenGitPlace } from "../git/git-place.ts";
import { issueLine } from "../git/issue-line.ts";
import { isSiteName, openSitesByGit } from "../git/sites/sites-git.ts";
import { discoveryRoutes } from "../hub/discovery/discovery-routes.ts";
import { mcpRoute } from "../hub/mcp/mcp-route.ts";
import { openSkillsByGit } from "../hub/skills/skills-git.ts";
import { type HealthDeps, healthRoutes } from "../operate/health/health-routes.ts";
import { metricsRoute, type MetricsRouteOptions } from "../operate/metrics/metrics-route.ts";
import { authenticateRequest, requireCsrfToken } from "../people/identity/authenticate-request.ts";
import { invitationPage } from "../people/identity/invitations/invitation-page.ts";
import { passwordResetPage } from "../people/identity/passwords/password-reset-routes.ts";
import { requireRecent } from "../people/identity/sessions/request-session.ts";
import { type SetupDeps, setupPage } from "../people/identity/setup/setup-page.ts";
import { oidcRoutes } from "../people/identity/sign-in/oidc-routes.ts";
import { basePathOf, belowBasePath } from "../platform/http/base-path.ts";
import { clientAddress } from "../platform/http/client-address.ts";
import { encodedEtag } from "../platform/http/encoded-etag.ts";
import { requestDeadline } from "../platform/http/end-connections.ts";
import { guardUrl } from "../platform/http/guard-request.ts";
import { homePage } from "../platform/http/home-page.ts";
import { requestLog } from "../platform/http/request-log.ts";
import { securityHeaders } from "../platform/http/security-headers.ts";
import { notFound, problemHandler } from "../platform/http/send-problem.ts";
import { addressKey } from "../platform/limits/rate-limit.ts";
import type { Storages } from "../platform/storage/storages.ts";
import { announceChange } from "../sites/events/announce-change.ts";
import { upstreamHooks } from "../upstream/webhook-receiver.ts";
import { answerStarting } from "./listen.ts";
import { manageRoutes } from "./routes.ts";
import type { HqServices } from "./services.ts";

/** Dependencies of the application. It doesn't open or close them. */
interface AppDeps {
  /** Public URL of HQ. Links are based on it and never on a request's Host header. */
  readonly baseUrl: string;
  readonly storages: Storages;
  readonly log: Logger;
  /** Handles the read API. */
  readonly read: ReadListener;
  readonly setup: SetupDeps;
  readonly services: HqServices;
  readonly manage: ManageDeps;
  readonly health: HealthDeps;
  readonly metrics: MetricsRouteOptions;
  /** Runs `hq` commands in this process, if any. */
  readonly commands?: RequestHandler;
}

/** Slow senders are cut off (OPS-04). */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Serves only the read API and public files while sites are being loaded. Other requests and missing files must be
 * retried.
 */
export function createReaderApp({
  read,
  storages,
  baseUrl,
  log,
}: Pick<AppDeps, "read" | "storages" | "baseUrl" | "log">): RequestListener {
  const app = plainExpress();
  app.use(securityHeaders(baseUrl), guardUrl, encodedEtag);
  app.use("/public", compression({ filter: isJson }), publicFiles(storages));
  app.use(answerStarting, problemHandler(log));
  return belowBasePath(baseUrl, (request, response) => {
    if (!read(request, response)) app(request, response);
  });
}

/** Creates HQ's whole HTTP interface without listening. */
export function createApp(deps: AppDeps): RequestListener {
  const { read } = deps;
  const { publicSource } = deps.storages;
  const files =
    publicSource.kind === "folder" ? createPublicJson(publicSource.folder, deps) : NO_FOLDER;
  const app = createExpressApp(deps);
  const { metrics } = deps.metrics;
  // A response event would cost more than many of these responses.
  const observe =
    (route: string) =>
    ({ request, response, ms }: AnsweredRead): void => {
      const { method = "" } = request;
      metrics.observeRequest({ method, route, status: response.statusCode, ms, endless: false });
    };
  const observeRead = observe(READ_API);
  const observeFile = observe(PUBLIC);
  return belowBasePath(deps.baseUrl, (request, response) => {
    if (read(request, response, observeRead) || files(request, response, observeFile)) return;
    app(request, response);
  });
}

/** Handled before Express and its request log. */
const READ_API = "/api/public/cms";
const PUBLIC = "/public";
/** Compressing a short entry takes longer than sending it. */
const LONG_BYTES = 8192;
const NO_FOLDER: PublicJson = () => false;

function plainExpress(): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").disable("query parser");
  app.enable("case sensitive routing").enable("strict routing");
  return app;
}

function createExpressApp(deps: AppDeps): Express {
  const app = plainExpress();
  app.use(requestDeadline(REQUEST_TIMEOUT_MS));
  const { metrics } = deps.metrics;
  app.use(requestLog(deps.log, { observe: (answered) => metrics.observeRequest(answered) }));
  app.use(securityHeaders(deps.baseUrl), guardUrl);
  app.use(healthRoutes(deps.health), metricsRoute(deps.metrics));
  app.use(encodedEtag);
  app.use("/public", compression({ filter: isJson }), publicFiles(deps.storages));
  const compressLong = compression({ filter: isJson, threshold: LONG_BYTES });
  const routes = manageRoutes(deps.services);
  app.use("/api/manage", compressLong, manageApi(routes, deps.manage));
  const call = routeCalls(routes, deps.manage);
  app.use("/mcp", mcpRoute({ ...deps.manage, log: deps.log, call }));
  app.use(READ_OPENAPI_PATH, readOpenApiRoute(deps.baseUrl));
  app.use("/w", discoveryRoutes(deps.services));
  app.use(STARTER_PATH, starterRoute(deps.services));
  app.use(machineInterfaces(deps));
  if (deps.commands !== undefined) app.use("/api/commands", deps.commands);
  const basePath = basePathOf(deps.baseUrl);
  app.use(documentationPages({ folder: DOCUMENTATION_FOLDER, basePath }));
  app.use(
    editorPages({
      folder: EDITOR_FOLDER,
      mediaUrl: deps.services.publicStorageUrl,
      basePath,
      hasDocumentation: isDocumentationBuilt(),
    }),
  );
  app.all("/", ...homePage(deps));
  app.use(DRAFT_MEDIA_PATH, draftMediaRoute(deps.services));
  app.use("/setup", setupPage(deps.setup));
  app.use("/invitation", invitationPage(deps.services.identity));
  app.use("/password-reset", passwordResetPage(deps.services.identity));
  app.use("/auth/oidc", oidcRoutes(deps.services.identity, deps.services.audit));
  app.use(notFound, problemHandler(deps.log));
  return app;
}

/** The worker API and the Git repositories of sites and skills. */
function machineInterfaces({ services, manage, log }: AppDeps): express.Router {
  const { hub } = services;
  const workerOfKey = (key: string): ReturnType<typeof hub.workerOfKey> => hub.workerOfKey(key);
  const skills = openSkillsByGit({ ...services, workerOfKey });
  const pushedBranches = createPushedChanges(services, (issue) => issueLine(issue));
  const sites = openSitesByGit({ ...services, pushedBranches, takeWrite: manage.takeWrite, log });
  const open: OpenGitPlace = (caller) => (isSiteName(caller.name) ? sites : skills)(caller);
  return express
    .Router({ caseSensitive: true, strict: true })
    .use("/api/worker", hub.workerApi)
    .use("/hooks/upstream", upstreamHooks(services))
    .use("/git", gitHandler({ open, log }));
}

/** Images and videos are already compressed, and ranges must refer to the uncompressed file. */
function isJson(_request: express.Request, response: express.Response): boolean {
  return String(response.getHeader("Content-Type")).startsWith("application/json");
}

/** Selects the dependencies of the application from the parts of a running server. */
export function appDeps(services: HqServices): AppDeps {
  const { hq, baseUrl, identity, metrics, audit, readApi, writeLimit } = services;
  const { config, database, now } = hq;
  return {
    baseUrl,
    storages: hq.storages,
    log: services.log,
    read: readApi.listen,
    setup: { database, baseUrl, now, suggestedEmail: config.firstAdmin?.email },
    services,
    manage: {
      database,
      requireIntactDatabase: () => hq.databaseWatch.requireIntact(),
      baseUrl,
      authenticate: (request) => authenticateRequest(request, identity),
      takeAnonymous: (request) =>
        identity.limits.anonymous.take(addressKey(clientAddress(request))),
      requireCsrfToken: (request) => requireCsrfToken(request, identity),
      requireRecent: (provenAt) => requireRecent(provenAt, { now }),
      takeWrite: writeLimit.take,
      idempotency: idempotencyKeys(database, { sealer: identity.sealer, now }),
      audit: (act) => audit.append(act),
      announce: (done) => announceChange(services, done),
      countRefusal: (act) => audit.countRefusal(act),
    },
    health: { readiness: services.readiness, writing: () => services.sites.writing() },
    metrics: { metrics, token: config.metricsToken },
  };
}
