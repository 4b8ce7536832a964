import { Router } from "express";
import { onlyMethods } from "../platform/http/send-problem.ts";
import { manageRoutes } from "../server/routes.ts";
import type { HqServices } from "../server/services.ts";
import { type ManageDeps, manageRouter } from "./manage-router.ts";
import type { Route } from "./route.ts";

/** `/api/manage`: every route, and the document that describes them. */
export function manageApi(services: HqServices, deps: ManageDeps): Router {
  const routes = manageRoutes(services);
  let document: Promise<Buffer> | undefined;
  return Router({ caseSensitive: true, strict: true })
    .all("/openapi.json", onlyMethods("GET", "HEAD"))
    .get("/openapi.json", async (_request, response) => {
      document ??= describe(routes, services);
      response
        .set("Cache-Control", "no-cache")
        .type("application/json")
        .send(await document);
    })
    .use(manageRouter(routes, deps));
}

/** Made when it is first asked for: it describes every schema, and few ask. */
async function describe(
  routes: readonly Route[],
  services: Pick<HqServices, "baseUrl">,
): Promise<Buffer> {
  const { openApiDocument } = await import("./openapi.ts");
  return Buffer.from(JSON.stringify(openApiDocument(routes, services)));
}
