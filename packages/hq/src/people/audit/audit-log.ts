import { createHash } from "node:crypto";
import type { AuditedAct } from "../../api/manage-router.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { findSiteById } from "../workspaces/sites.ts";
import { findWorkspaceByName } from "../workspaces/workspaces.ts";

/** What was done, by whom, to what, and whether it was allowed. */
export interface AuditRecord {
  /** 1, 2, … without a gap. */
  readonly seq: number;
  readonly at: string;
  /** `<what>.<done>`. */
  readonly event: string;
  /** `allowed`, or the code of the error that refused it. */
  readonly outcome: string;
  readonly userId: string | null;
  /** `session:<id>` or `token:<id>`. */
  readonly credential: string | null;
  readonly address: string;
  readonly workspaceId: string | null;
  readonly siteId: string | null;
  /** The parts of the request's path by name. */
  readonly target: Readonly<Record<string, string>>;
  /** SHA-256 over the record before and this one, lower-case hex. */
  readonly hash: string;
}

/**
 * Appends a record. Each holds the hash of the one before it, so that no record can be changed or taken
 * out unseen (AUT-23).
 */
export async function appendAudit(
  database: ControlDatabase,
  act: AuditedAct,
  { now }: { readonly now: () => Date },
): Promise<void> {
  const { actor, params } = act;
  const place = await placeOf(database, params);
  await transact(database, async (transaction) => {
    // Writing the head first makes every other writer wait for this one.
    const head = await transaction
      .updateTable("audit_head")
      .set((eb) => ({ seq: eb("seq", "+", 1) }))
      .where("id", "=", 1)
      .returning(["seq", "hash"])
      .executeTakeFirstOrThrow();
    const record = {
      seq: head.seq,
      at: now().toISOString(),
      event: act.event,
      outcome: act.refused ?? "allowed",
      user_id: actor?.userId ?? null,
      credential: actor === undefined ? null : `${actor.credential.kind}:${actor.credential.id}`,
      address: act.address,
      ...place,
      target: JSON.stringify(params),
    };
    const hash = hashRecord(head.hash, record);
    await transaction
      .insertInto("audit_log")
      .values({ ...record, hash })
      .execute();
    await transaction.updateTable("audit_head").set({ hash }).where("id", "=", 1).execute();
  });
}

async function placeOf(
  database: ControlDatabase,
  { site, ws }: Readonly<Record<string, string>>,
): Promise<{ readonly site_id: string | null; readonly workspace_id: string | null }> {
  const found = site === undefined ? undefined : await findSiteById(database, site);
  const workspace = ws === undefined ? undefined : await findWorkspaceByName(database, ws);
  return {
    site_id: found?.id ?? null,
    workspace_id: found?.workspaceId ?? workspace?.id ?? null,
  };
}

type HashedRow = Omit<AuditRow, "hash">;

interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly event: string;
  readonly outcome: string;
  readonly user_id: string | null;
  readonly credential: string | null;
  readonly address: string;
  readonly workspace_id: string | null;
  readonly site_id: string | null;
  readonly target: string;
  readonly hash: string;
}

function hashRecord(before: string, row: HashedRow): string {
  const { seq, at, event, outcome, user_id, credential, address } = row;
  const { workspace_id, site_id, target } = row;
  const fields = [before, seq, at, event, outcome, user_id, credential, address];
  return createHash("sha256")
    .update(JSON.stringify([...fields, workspace_id, site_id, target]))
    .digest("hex");
}

export interface ListAudit {
  readonly siteId?: string;
  readonly workspaceId?: string;
  /** Only records before this one. */
  readonly before?: number;
  readonly limit: number;
}

/** Records, the newest first. */
export async function listAudit(
  database: ControlDatabase,
  { siteId, workspaceId, before, limit }: ListAudit,
): Promise<readonly AuditRecord[]> {
  let query = database.selectFrom("audit_log").selectAll().orderBy("seq", "desc").limit(limit);
  if (siteId !== undefined) query = query.where("site_id", "=", siteId);
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  if (before !== undefined) query = query.where("seq", "<", before);
  return (await query.execute()).map(recordOf);
}

function recordOf(row: AuditRow): AuditRecord {
  return {
    seq: row.seq,
    at: row.at,
    event: row.event,
    outcome: row.outcome,
    userId: row.user_id,
    credential: row.credential,
    address: row.address,
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    target: JSON.parse(row.target),
    hash: row.hash,
  };
}

const PAGE = 1000;

/** Whether the chain is whole: the number of records, and the first that is not as it was written. */
export async function verifyAudit(
  database: ControlDatabase,
): Promise<{ readonly records: number; readonly brokenAt?: number }> {
  let seq = 0;
  let hash = "";
  for (;;) {
    const rows = await database
      .selectFrom("audit_log")
      .selectAll()
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      seq += 1;
      if (row.seq !== seq || hashRecord(hash, row) !== row.hash) {
        return { records: seq - 1, brokenAt: seq };
      }
      hash = row.hash;
    }
    if (rows.length < PAGE) break;
  }
  const head = await database.selectFrom("audit_head").selectAll().executeTakeFirst();
  if (head?.seq !== seq || head.hash !== hash) return { records: seq, brokenAt: seq + 1 };
  return { records: seq };
}
