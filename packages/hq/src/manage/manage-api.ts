import { Router } from "express";
import type { HqServices } from "../services.ts";
import { type ManageDeps, manageRouter } from "./manage-router.ts";
import { manageRoutes } from "./manage-routes.ts";
import { openApiDocument } from "./openapi.ts";

/** `/api/manage`: every route, and the document that describes them. */
export function manageApi(services: HqServices, deps: ManageDeps): Router {
  const routes = manageRoutes(services);
  const document = Buffer.from(JSON.stringify(openApiDocument(routes, services)));
  return Router({ caseSensitive: true, strict: true })
    .get("/openapi.json", (_request, response) => {
      response.set("Cache-Control", "no-cache").type("application/json").send(document);
    })
    .use(manageRouter(routes, deps));
}
