import { isIP } from "node:net";
import { CmsError } from "@loam/cms-core";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Logger } from "pino";
import type { CallRoute } from "../../api/manage-router.ts";
import type { Actor } from "../../api/permissions/permissions.ts";
import { toProblem } from "../../platform/http/send-problem.ts";
import type { ServeMcp } from "./mcp-server.ts";

export interface McpDeps {
  readonly baseUrl: string;
  readonly log: Logger;
  readonly call: CallRoute;
  /** @throws CmsError `not_signed_in` for an invalid token */
  readonly authenticate: (request: Request) => Promise<Actor | undefined>;
}

/**
 * Lets agents find and read content and skills, and write drafts, with the Model Context Protocol and a personal access
 * token. Their permissions are limited by the token's scopes and its owner's roles.
 */
export function mcpRoute(deps: McpDeps): Router {
  let serve: Promise<ServeMcp> | undefined;
  const handle: RequestHandler = async (request, response) => {
    try {
      requireOwnOrigin(request, deps.baseUrl);
      await requireToken(request, deps);
      // Loading takes 250 ms, and most servers never use it.
      serve ??= import("./mcp-server.ts").then(({ createMcp }) => createMcp(deps));
      await (
        await serve
      )(request, response);
    } catch (error) {
      if (response.headersSent) throw error;
      refuse(response, error);
      if (response.statusCode >= 500) deps.log.error({ err: error }, "an agent's request failed");
    }
  };
  return Router({ strict: true }).all("/", handle);
}

/** Requires a token. Agents have no session, and pages must not use the session of their reader. */
async function requireToken(request: Request, { authenticate }: McpDeps): Promise<void> {
  if (request.headers.authorization === undefined) {
    throw new CmsError("not_signed_in", "Send a personal access token as Authorization: Bearer.");
  }
  await authenticate(request);
}

/**
 * Rejects requests from pages of another origin, including pages that use another host name for this machine (DNS
 * rebinding).
 *
 * @throws CmsError `forbidden`
 */
function requireOwnOrigin({ headers }: Request, baseUrl: string): void {
  const own = new URL(baseUrl);
  const host = URL.parse(`http://${headers.host ?? ""}`)?.hostname ?? "";
  const isOwnHost =
    host === own.hostname || host === "localhost" || isIP(host.replaceAll(/[[\]]/g, "")) !== 0;
  const isOwnOrigin = headers.origin === undefined || headers.origin === own.origin;
  if (isOwnHost && isOwnOrigin) return;
  throw new CmsError("forbidden", `Cross-origin request: only ${own.origin} is allowed.`);
}

function refuse(response: Response, error: unknown): void {
  const { status, body } = toProblem(error);
  if (status === 401) response.set("WWW-Authenticate", 'Bearer realm="Loam"');
  response
    .status(status)
    .set("Cache-Control", "no-store")
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(body)));
}
