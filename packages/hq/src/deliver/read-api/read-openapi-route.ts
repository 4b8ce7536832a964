import { Router } from "express";
import { crossOriginRead } from "../../platform/http/security-headers.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import { readOpenApi } from "./read-openapi.ts";

/** The OpenAPI document of the read API. It names no site, so it's for everyone and for pages of every origin. */
export function readOpenApiRoute(baseUrl: string): Router {
  const json = JSON.stringify(readOpenApi(baseUrl));
  return Router()
    .use(crossOriginRead({ allow: [], expose: [] }))
    .use(onlyMethods("GET", "HEAD"))
    .get("/", (_request, response) => {
      response.set("Cache-Control", "no-cache").type("application/json").send(json);
    });
}
