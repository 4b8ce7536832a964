import type { Logger } from "pino";
import type { ToldAct } from "../../api/manage-deps.ts";
import { listSitesOf } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import type { SiteEvents } from "./site-events.ts";

interface Telling {
  readonly hq: Pick<Hq, "database">;
  readonly events: SiteEvents;
  readonly log: Logger;
}

/** Notifies followers of the request's site, or of every site in its workspace. */
export function tellChange(
  { hq: { database }, events, log }: Telling,
  { tells, actor, params: { site, ws } }: ToldAct,
): void {
  if (site !== undefined) events.tell(site, tells, actor);
  else if (ws !== undefined) tellAll(ws).catch(unheard);

  async function tellAll(workspace: string): Promise<void> {
    const { id } = await findWorkspace(database, workspace);
    for (const { id: siteId } of await listSitesOf(database, id)) events.tell(siteId, tells, actor);
  }
  // The request itself has succeeded. Followers see the change on their next read.
  function unheard(error: unknown): void {
    log.warn({ err: error }, "the sites of a workspace could not be notified of a change");
  }
}
