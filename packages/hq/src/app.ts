import type { RequestListener } from "node:http";
import compression from "compression";
import express, { type Express, Router } from "express";
import type { Logger } from "pino";
import { encodedEtag } from "./http/encoded-etag.ts";
import { guardUrl } from "./http/guard-url.ts";
import { requestDeadline } from "./http/request-deadline.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { notFound, onlyMethods, problemHandler } from "./http/send-problem.ts";
import { invitationPage } from "./identity/invitations/invitation-page.ts";
import { oidcRoutes } from "./identity/oidc/oidc-routes.ts";
import { passwordResetPage } from "./identity/password-reset/password-reset-page.ts";
import { type SetupDeps, setupRoutes } from "./identity/setup/setup-routes.ts";
import { manageApi } from "./manage/manage-api.ts";
import type { ManageDeps } from "./manage/manage-router.ts";
import { publicFiles } from "./public-files/public-files.ts";
import { createReadListener, type ReadApiDeps } from "./read-api/read-listener.ts";
import type { HqServices } from "./services.ts";
import type { PublicSource } from "./storage/storages.ts";

/** What the application works on; it opens and closes nothing itself. */
export interface AppDeps {
  /** Where people reach this server; links are made from it and never from a request's Host. */
  readonly baseUrl: string;
  readonly publicSource: PublicSource;
  readonly log: Logger;
  readonly readApi: ReadApiDeps;
  readonly setup: SetupDeps;
  readonly services: HqServices;
  readonly manage: ManageDeps;
  /** Sites that cannot be served now; empty when all is well. */
  readonly unavailableSites: () => readonly string[];
}

/** Slow senders are cut (OPS-04). */
const REQUEST_TIMEOUT_MS = 60_000;

/** The whole of HQ's HTTP interface, not yet listening. */
export function createApp(deps: AppDeps): RequestListener {
  const read = createReadListener(deps.readApi);
  const app = createExpressApp(deps);
  return (request, response) => {
    if (!read(request, response)) app(request, response);
  };
}

function createExpressApp(deps: AppDeps): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").disable("query parser");
  app.enable("case sensitive routing").enable("strict routing");
  app.use(requestDeadline(REQUEST_TIMEOUT_MS));
  app.use(requestLog(deps.log), securityHeaders(deps.baseUrl), guardUrl);
  app.use(healthRoutes(deps));
  app.use(encodedEtag, compression({ filter: isJson }));
  app.use("/public", publicFiles(deps.publicSource));
  app.use("/api/manage", manageApi(deps.services, deps.manage));
  app.use("/setup", setupRoutes(deps.setup));
  app.use("/invitation", invitationPage(deps.services.identity));
  app.use("/password-reset", passwordResetPage(deps.services.identity));
  app.use("/auth/oidc", oidcRoutes(deps.services.identity));
  app.use(notFound, problemHandler(deps.log));
  return app;
}

function healthRoutes({ unavailableSites }: AppDeps): Router {
  const router = Router({ strict: true });
  router.use(["/healthz", "/readyz"], onlyMethods("GET", "HEAD"));
  router.get("/healthz", (_request, response) => {
    response.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  router.get("/readyz", (_request, response) => {
    const unavailable = unavailableSites();
    response
      .status(unavailable.length === 0 ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json(
        unavailable.length === 0 ? { status: "ready" } : { status: "unavailable", unavailable },
      );
  });
  return router;
}

/** Images and videos are compressed already; a range of them must stay a range of the file. */
function isJson(_request: express.Request, response: express.Response): boolean {
  return String(response.getHeader("Content-Type")).startsWith("application/json");
}
