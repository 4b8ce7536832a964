import type { Insertable, Selectable, Updateable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

/** The last known state of the pull or merge request for a change request. */
export type RequestRow = Selectable<ControlTables["upstream_requests"]>;

/** A pull or merge request in responses. */
interface ListedRequest {
  readonly change: number;
  readonly request: number;
  readonly url: string;
  readonly state: RequestRow["state"];
}

const MAX_SHOWN = 200;

/** Lists the requests of a site, newest first. */
export async function listRequests(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly ListedRequest[]> {
  const rows = await database
    .selectFrom("upstream_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("number", "desc")
    .limit(MAX_SHOWN)
    .execute();
  return rows.map(({ number: change, request, url, state }) => ({ change, request, url, state }));
}

/** Returns requests that were open when last checked. */
export async function openRequests(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly RequestRow[]> {
  return database
    .selectFrom("upstream_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("state", "=", "open")
    .execute();
}

export async function findRequest(
  database: ControlDatabase,
  siteId: string,
  number: number,
): Promise<RequestRow | undefined> {
  return database
    .selectFrom("upstream_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("number", "=", number)
    .executeTakeFirst();
}

/** Stores the request for a change request, replacing an earlier one. */
export async function keepRequest(
  database: ControlDatabase,
  row: Insertable<ControlTables["upstream_requests"]>,
): Promise<RequestRow> {
  return database
    .insertInto("upstream_requests")
    .values(row)
    .onConflict((conflict) => conflict.columns(["site_id", "number"]).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateRequest(
  database: ControlDatabase,
  { site_id, number }: Pick<RequestRow, "site_id" | "number">,
  change: Updateable<ControlTables["upstream_requests"]>,
): Promise<void> {
  await database
    .updateTable("upstream_requests")
    .set(change)
    .where("site_id", "=", site_id)
    .where("number", "=", number)
    .execute();
}

/** The last report about a request. */
export interface Reported {
  readonly head: string;
  /** Head of `main` at that time. */
  readonly main: string;
  readonly state: string;
  /** SHA-256 of the comment. */
  readonly text: string;
  readonly at: string;
}

const reported = z.object({
  head: z.string(),
  main: z.string(),
  state: z.string(),
  text: z.string(),
  at: z.string(),
});

export function parseReported(row: Pick<RequestRow, "reported">): Reported | undefined {
  return row.reported === null ? undefined : reported.parse(JSON.parse(row.reported));
}
