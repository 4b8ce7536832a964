import { CmsError } from "@loam/cms-core";
import type { Insertable, Selectable, Updateable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { type Decision, decisionInput, upstreamReport, type UpstreamReport } from "./report.ts";

/** The row of a site's upstream repository. */
export type UpstreamRow = Selectable<ControlTables["upstreams"]>;

export async function findUpstream(
  database: ControlDatabase,
  siteId: string,
): Promise<UpstreamRow | undefined> {
  return database
    .selectFrom("upstreams")
    .selectAll()
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** @throws CmsError `not_found` */
export async function requireUpstream(
  database: ControlDatabase,
  siteId: string,
): Promise<UpstreamRow> {
  const row = await findUpstream(database, siteId);
  if (row !== undefined) return row;
  throw new CmsError("not_found", "This site has no upstream.");
}

/** Lists all sites with an upstream and when their next sync is due, earliest first. */
export async function listUpstreams(
  database: ControlDatabase,
): Promise<readonly Pick<UpstreamRow, "site_id" | "due_at">[]> {
  return database.selectFrom("upstreams").select(["site_id", "due_at"]).orderBy("due_at").execute();
}

/** Sets the upstream of a site, replacing an existing one. */
export async function putUpstream(
  database: ControlDatabase,
  row: Insertable<ControlTables["upstreams"]>,
): Promise<UpstreamRow> {
  const { site_id: _, ...settings } = row;
  return database
    .insertInto("upstreams")
    .values(row)
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet(settings))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws CmsError `not_found` */
export async function deleteUpstream(database: ControlDatabase, siteId: string): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("upstreams")
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await requireUpstream(database, siteId);
}

/** Makes a sync due now, and again after a sync in progress. */
export async function requestSync(
  database: ControlDatabase,
  siteId: string,
  at: Date,
): Promise<void> {
  await database
    .updateTable("upstreams")
    .set({ due_at: at.toISOString() })
    .where("site_id", "=", siteId)
    .execute();
}

/**
 * Records the result of a sync, unless another upstream was set in the meantime. The next sync is at `due_at`, or
 * earlier if someone requested one.
 *
 * @returns whether it was recorded
 */
export async function recordSync(
  database: ControlDatabase,
  row: Pick<UpstreamRow, "site_id" | "version" | "due_at">,
  { due_at: due = row.due_at, ...change }: Updateable<ControlTables["upstreams"]>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("upstreams")
    .set((expression) => ({
      ...change,
      due_at: expression
        .case()
        .when("due_at", "=", row.due_at)
        .then(due)
        .else(expression.ref("due_at"))
        .end(),
    }))
    .where("site_id", "=", row.site_id)
    .where("version", "=", row.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the result of the last sync. Undefined before the first. */
export function parseReport({ report }: Pick<UpstreamRow, "report">): UpstreamReport | undefined {
  return report === null ? undefined : upstreamReport.parse(JSON.parse(report));
}

export function parseDecisions({ decisions }: Pick<UpstreamRow, "decisions">): readonly Decision[] {
  return z.array(decisionInput).parse(JSON.parse(decisions));
}

/** Stores a decision until a sync applies it, replacing an earlier one for the branch. */
export async function addDecision(
  database: ControlDatabase,
  siteId: string,
  { decided, now }: { readonly decided: Decision; readonly now: Date },
): Promise<void> {
  await transact(database, async (transaction) => {
    const row = await requireUpstream(transaction, siteId);
    const others = parseDecisions(row).filter(({ branch }) => branch !== decided.branch);
    const decisions = JSON.stringify([...others, decided]);
    await transaction
      .updateTable("upstreams")
      .set({ decisions, due_at: now.toISOString() })
      .where("site_id", "=", siteId)
      .execute();
  });
}

/** Deletes decisions that were applied or are outdated. */
export async function dropDecisions(
  database: ControlDatabase,
  siteId: string,
  done: readonly Decision[],
): Promise<void> {
  if (done.length === 0) return;
  const keys = new Set(done.map((decision) => JSON.stringify(decision)));
  await transact(database, async (transaction) => {
    const row = await findUpstream(transaction, siteId);
    if (row === undefined) return;
    const left = parseDecisions(row).filter((decision) => !keys.has(JSON.stringify(decision)));
    await transaction
      .updateTable("upstreams")
      .set({ decisions: JSON.stringify(left) })
      .where("site_id", "=", siteId)
      .execute();
  });
}
