import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

/** The request of a forge for a change request, as it was seen last. */
export type RequestRow = Selectable<ControlTables["upstream_requests"]>;

/** The requests of a site, as they are answered, the newest first. */
export async function listRequests(
  database: ControlDatabase,
  siteId: string,
): Promise<
  readonly { change: number; request: number; url: string; state: RequestRow["state"] }[]
> {
  const rows = await database
    .selectFrom("upstream_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("number", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ number: change, request, url, state }) => ({ change, request, url, state }));
}

const MOST_SHOWN = 200;
