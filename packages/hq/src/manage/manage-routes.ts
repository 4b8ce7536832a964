import type { HqServices } from "../services.ts";
import { workspaceRoutes } from "../workspaces/workspace-routes.ts";
import type { Route } from "./route.ts";

/** Every route of the management API (contracts, section 5). */
export function manageRoutes(services: HqServices): readonly Route[] {
  return [...workspaceRoutes(services)];
}
