import type { Insertable, Selectable, Updateable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

/** The request of a forge for a change request, as it was seen last. */
export type RequestRow = Selectable<ControlTables["upstream_requests"]>;

/** A request as it is answered. */
interface ListedRequest {
  readonly change: number;
  readonly request: number;
  readonly url: string;
  readonly state: RequestRow["state"];
}

const MOST_SHOWN = 200;

/** The requests of a site, the newest first. */
export async function listRequests(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly ListedRequest[]> {
  const rows = await database
    .selectFrom("upstream_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("number", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ number: change, request, url, state }) => ({ change, request, url, state }));
}

/** Those that were open when they were seen last. */
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

/** Keeps a request for a change request, in place of one that was. */
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

/** What was reported of a request last. */
export interface Reported {
  readonly head: string;
  /** Where `main` stood. */
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

export function reportedOf(row: Pick<RequestRow, "reported">): Reported | undefined {
  return row.reported === null ? undefined : reported.parse(JSON.parse(row.reported));
}
