import { createServer } from "node:http";
import { CmsError } from "@loam/cms-core";
import express, { type Express } from "express";
import { requireKnownHost, requireToken } from "./guard.ts";
import type { InterfaceParts, Routes } from "./interface-parts.ts";
import { memoryRoutes } from "./memory-routes.ts";
import { problemHandler, refuseOthers } from "./problem.ts";
import { runRoutes } from "./run-routes.ts";
import { settingRoutes } from "./setting-routes.ts";

/** A secret of 48 KiB in JSON with every character escaped. */
const MAX_BODY = "300kb";

/** Creates the local interface, `{worker_url}` (contracts, section 8). */
function createInterface(parts: InterfaceParts): Express {
  const { config, secrets, wake, log } = parts;
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", false);
  app.use((_request, response, next) => {
    response.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
    next();
  });
  app.use(requireKnownHost(config));
  addRoutes(app, {
    "/healthz": { get: (_request, response) => void response.json({ status: "ok" }) },
    // Needs no token: it returns nothing, and callers needn't know anything.
    "/api/knock": {
      post: (_request, response) => {
        wake();
        response.status(204).end();
      },
    },
  });
  app.use("/api", requireToken(secrets.state));
  app.use(express.json({ limit: MAX_BODY, inflate: false, type: () => true }));
  addRoutes(app, { ...settingRoutes(parts), ...memoryRoutes(parts), ...runRoutes(parts) });
  app.use(() => {
    throw new CmsError("not_found", "This URL does not exist.");
  });
  app.use(problemHandler(log));
  return app;
}

function addRoutes(app: Express, routes: Routes): void {
  for (const [path, handlers] of Object.entries(routes)) {
    const route = app.route(path);
    if (handlers.get !== undefined) route.get(handlers.get);
    if (handlers.put !== undefined) route.put(handlers.put);
    if (handlers.post !== undefined) route.post(handlers.post);
    if (handlers.patch !== undefined) route.patch(handlers.patch);
    if (handlers.delete !== undefined) route.delete(handlers.delete);
    route.all(refuseOthers(Object.keys(handlers).map((method) => method.toUpperCase())));
  }
}

interface RunningInterface {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on the configured host and port. @throws CmsError `port_in_use` */
export async function startInterface(parts: InterfaceParts): Promise<RunningInterface> {
  const { host, port } = parts.config;
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    createInterface(parts),
  );
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once("error", reject);
  server.listen(port, host, () => resolve(undefined));
  try {
    await promise;
  } catch (cause) {
    throw new CmsError(
      "port_in_use",
      `The local interface cannot listen on ${host}, port ${port}. Set host and port in settings.json.`,
      { cause },
    );
  }
  const address = server.address();
  const actualPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`,
    async close() {
      server.close();
      // Log readers would otherwise stay as long as their runs.
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}
