import { createHash, timingSafeEqual } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { type Request, Router } from "express";
import { isForwarded, isLoopback } from "../../platform/http/client-address.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsRouteOptions {
  readonly metrics: Metrics;
  /** Absent: only requests from this machine without a proxy are allowed. */
  readonly token: string | undefined;
}

/** `GET /metrics`: metrics for Prometheus. Returns 404 to everyone else. */
export function metricsRoute({ metrics, token }: MetricsRouteOptions): Router {
  const router = Router({ strict: true });
  router.use("/metrics", onlyMethods("GET", "HEAD"));
  router.get("/metrics", async (request, response) => {
    if (!(token === undefined ? isFromHere(request) : carries(request, token))) {
      throw new CmsError("not_found", "Not found.");
    }
    const { mediaType, text } = await metrics.print();
    response.set({ "Content-Type": mediaType, "Cache-Control": "no-store" }).send(text);
  });
  return router;
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

function isFromHere(request: Request): boolean {
  const { socket, headers } = request;
  return (
    isLoopback(socket.remoteAddress) &&
    LOOPBACK_HOST.test(headers.host ?? "") &&
    !isForwarded(request)
  );
}

function carries({ headers }: Request, token: string): boolean {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
