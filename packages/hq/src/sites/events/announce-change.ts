import type { Logger } from "pino";
import type { ReportedAct } from "../../api/manage-deps.ts";
import { listSitesOf } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import type { SiteEvents } from "./site-events.ts";

interface ChangeDeps {
  readonly hq: Pick<Hq, "database">;
  readonly events: SiteEvents;
  readonly log: Logger;
}

/** Notifies followers of the request's site, or of every site in its workspace. */
export function announceChange(
  { hq: { database }, events, log }: ChangeDeps,
  { tells, actor, params: { site, ws } }: ReportedAct,
): void {
  if (site !== undefined) events.announce(site, tells, actor);
  else if (ws !== undefined) tellAll(ws).catch(logFailure);

  async function tellAll(workspace: string): Promise<void> {
    const { id } = await findWorkspace(database, workspace);
    for (const { id: siteId } of await listSitesOf(database, id))
      events.announce(siteId, tells, actor);
  }
  // The request itself has succeeded. Followers see the change on their next read.
  function logFailure(error: unknown): void {
    log.warn({ err: error }, "the sites of a workspace could not be notified of a change");
  }
}
