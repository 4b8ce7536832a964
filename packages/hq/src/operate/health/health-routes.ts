import { Router } from "express";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import type { Readiness } from "./readiness.ts";

export interface HealthDeps {
  readonly readiness: () => Promise<Readiness>;
  /** Sites that cannot be served now; empty when all is well. */
  readonly unavailableSites: () => readonly string[];
}

/** `/healthz`: the process answers. `/readyz`: so does everything that it stands on. */
export function healthRoutes({ readiness, unavailableSites }: HealthDeps): Router {
  const router = Router({ strict: true });
  router.use(["/healthz", "/readyz"], onlyMethods("GET", "HEAD"));
  router.get("/healthz", (_request, response) => {
    response.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    const { failing } = await readiness();
    const unavailable = unavailableSites();
    const ready = failing.length === 0 && unavailable.length === 0;
    response
      .status(ready ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json({
        status: ready ? "ready" : "unavailable",
        ...(failing.length > 0 && { failing }),
        ...(unavailable.length > 0 && { unavailable }),
      });
  });
  return router;
}
