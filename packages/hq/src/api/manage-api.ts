import { Router } from "express";
import { guardNames } from "../platform/http/guard-names.ts";
import { onlyMethods } from "../platform/http/send-problem.ts";
import type { ManageDeps } from "./manage-deps.ts";
import { manageRouter } from "./manage-router.ts";
import type { Route } from "./route.ts";

/** `/api/manage`: the routes and their OpenAPI document. */
export function manageApi(routes: readonly Route[], deps: ManageDeps): Router {
  let document: Promise<Buffer> | undefined;
  return Router({ caseSensitive: true, strict: true })
    .use(guardNames(["/openapi.json", ...routes.map(({ path }) => path)]))
    .all("/openapi.json", onlyMethods("GET", "HEAD"))
    .get("/openapi.json", async (_request, response) => {
      document ??= describe(routes, deps);
      response
        .set("Cache-Control", "no-cache")
        .type("application/json")
        .send(await document);
    })
    .use(manageRouter(routes, deps));
}

/** Generated on first use: it describes every schema, and few clients request it. */
async function describe(
  routes: readonly Route[],
  { baseUrl }: Pick<ManageDeps, "baseUrl">,
): Promise<Buffer> {
  const { openApiDocument } = await import("./openapi.ts");
  return Buffer.from(JSON.stringify(openApiDocument(routes, { baseUrl })));
}
