import { CmsError } from "@loam/cms-core";
import type { AuditedAct } from "../../api/manage-deps.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { findSiteById } from "../workspaces/sites.ts";
import { findWorkspaceByName } from "../workspaces/workspaces.ts";

/** An act to record. */
export interface NewAuditRecord extends AuditedAct {
  /** `allowed`, or the code of the error that rejected it. */
  readonly outcome: string;
  /** How many such acts the record represents. */
  readonly times: number;
}

/** Used in place of the IP address for acts of a command. */
const BY_COMMAND = "command";

/** A record as stored in the database. */
export interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly event: string;
  readonly outcome: string;
  readonly times: number;
  readonly user_id: string | null;
  readonly credential: string | null;
  readonly address: string;
  readonly workspace_id: string | null;
  readonly site_id: string | null;
  readonly target: string;
  readonly hash: string;
}

/** The sealer that signs the chain, and the clock. */
export interface ChainDeps {
  readonly sealer: Pick<Sealer, "sign" | "isSigned">;
  readonly now: () => Date;
}

/**
 * Appends records in one transaction. Each is signed together with the hash of the previous record, with a key that is
 * not in the database. Someone with write access only to the database cannot change or remove records unnoticed
 * (AUT-23).
 */
export async function appendRecords(
  database: ControlDatabase,
  records: readonly NewAuditRecord[],
  { sealer, now }: ChainDeps,
): Promise<void> {
  const placed: LocatedRecord[] = [];
  for (const record of records) {
    placed.push({ record, place: await locateRecord(database, record.params) });
  }
  await transact(database, async (transaction) => {
    // Updating the head first makes all other writers wait.
    const head = await transaction
      .updateTable("audit_head")
      .set((eb) => ({ seq: eb("seq", "+", records.length) }))
      .where("id", "=", 1)
      .returning(["seq", "hash", "signature"])
      .executeTakeFirstOrThrow();
    const before = { ...head, seq: head.seq - records.length };
    if (isUnsigned(before)) await moveCheckpoint(transaction, before, { sealer, now });
    // Records after a tampered head are never signed as if the chain were intact.
    let hash = isUnsigned(before) || isHead(before, sealer) ? before.hash : BROKEN;
    let { seq } = before;
    for (const { record, place } of placed) {
      seq += 1;
      const row = { seq, at: now().toISOString(), ...recordColumns(record), ...place };
      hash = sealer.sign(chainText(hash, row), RECORD);
      await transaction
        .insertInto("audit_log")
        .values({ ...row, hash })
        .execute();
    }
    const signature = sealer.sign(markText(seq, hash), HEAD);
    await transaction
      .updateTable("audit_head")
      .set({ hash, signature })
      .where("id", "=", 1)
      .execute();
  });
}

interface LocatedRecord {
  readonly record: NewAuditRecord;
  readonly place: Pick<AuditRow, "site_id" | "workspace_id">;
}

const RECORD = "audit record";
const HEAD = "audit head";
const CHECKPOINT = "audit checkpoint";
const BROKEN = "broken";
const RENEWED = "renewed";

/** Limits how much a client can make the log grow. */
const MAX_TARGET_CHARACTERS = 200;

function recordColumns({ event, outcome, times, actor, address, params }: NewAuditRecord) {
  const cut = Object.entries(params).map(([name, value]) => [
    name,
    value.slice(0, MAX_TARGET_CHARACTERS),
  ]);
  const credential = actor?.credential;
  return {
    event,
    outcome,
    times,
    user_id: actor?.userId ?? null,
    credential: credential === undefined ? null : `${credential.kind}:${credential.id}`,
    address,
    target: JSON.stringify(Object.fromEntries(cut)),
  };
}

async function locateRecord(
  database: ControlDatabase,
  { site, ws }: Readonly<Record<string, string>>,
): Promise<LocatedRecord["place"]> {
  const found = site === undefined ? undefined : await findSiteById(database, site);
  const workspace = ws === undefined ? undefined : await findWorkspaceByName(database, ws);
  return {
    site_id: found?.id ?? null,
    workspace_id: found?.workspaceId ?? workspace?.id ?? null,
  };
}

function chainText(before: string, row: Omit<AuditRow, "hash">): string {
  const { seq, at, event, outcome, times, user_id, credential, address } = row;
  const { workspace_id, site_id, target } = row;
  const fields = [before, seq, at, event, outcome, times, user_id, credential, address];
  return JSON.stringify([...fields, workspace_id, site_id, target]);
}

interface Mark {
  readonly seq: number;
  readonly hash: string;
  readonly signature: string;
}

function markText(seq: number, hash: string): string {
  return JSON.stringify([seq, hash]);
}

function isHead({ seq, hash, signature }: Mark, { isSigned }: ChainDeps["sealer"]): boolean {
  if (seq === 0) return hash === "";
  return isSigned(markText(seq, hash), signature, HEAD);
}

/**
 * Whether the log was created before records were signed (migration 032). It restarts with the next record, and
 * `verifyAudit` reports how many records are not verified.
 */
function isUnsigned({ seq, signature }: Mark): boolean {
  return seq > 0 && signature === "unsigned";
}

/** Result of verifying the log. */
export interface AuditCheck {
  /** Number of intact records before the first broken one. */
  readonly records: number;
  /** The last record that is no longer verified, because of pruning or a renewal. 0 if there is none. */
  readonly prunedTo: number;
  /** Number of stored records from before the log was renewed or signed. */
  readonly unverified?: number;
  readonly brokenAt?: number;
}

/** @throws CmsError `audit_broken`, which explains what to do */
export function refuseBroken({ brokenAt }: AuditCheck): void {
  if (brokenAt === undefined) return;
  throw new CmsError(
    "audit_broken",
    `The audit log is damaged at record ${brokenAt}, or was signed with a different key than the current one. If the key is wrong, restore the right one. If it is lost, or you have checked what was changed, run hq audit renew to start the signatures again.`,
  );
}

const PAGE = 1000;

/** Verifies all records from the checkpoint to the head of the chain, in one snapshot. */
export async function verifyAudit(
  database: ControlDatabase,
  { sealer }: Pick<ChainDeps, "sealer">,
): Promise<AuditCheck> {
  return transact(database, async (transaction) => {
    const head = await transaction.selectFrom("audit_head").selectAll().executeTakeFirst();
    if (head !== undefined && isUnsigned(head)) {
      return { records: 0, prunedTo: head.seq, ...(await unverifiedOf(transaction, head.seq)) };
    }
    return verifySigned(transaction, sealer, head);
  });
}

async function verifySigned(
  transaction: ControlDatabase,
  sealer: ChainDeps["sealer"],
  head: Mark | undefined,
): Promise<AuditCheck> {
  const start = await readCheckpoint(transaction);
  const { seq: prunedTo } = start;
  const signed = sealer.isSigned(markText(prunedTo, start.hash), start.signature, CHECKPOINT);
  if (prunedTo > 0 && !signed) return { records: 0, prunedTo, brokenAt: prunedTo };
  let { seq, hash } = start;
  for (;;) {
    const rows = await transaction
      .selectFrom("audit_log")
      .selectAll()
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      seq += 1;
      if (row.seq !== seq || !sealer.isSigned(chainText(hash, row), row.hash, RECORD)) {
        return { records: seq - 1 - prunedTo, prunedTo, brokenAt: seq };
      }
      hash = row.hash;
    }
    if (rows.length < PAGE) break;
  }
  const records = seq - prunedTo;
  const isIntact = head?.seq === seq && head.hash === hash && isHead(head, sealer);
  if (!isIntact) return { records, prunedTo, brokenAt: seq + 1 };
  return { records, prunedTo, ...(await unverifiedOf(transaction, prunedTo)) };
}

async function unverifiedOf(
  database: ControlDatabase,
  prunedTo: number,
): Promise<Pick<AuditCheck, "unverified">> {
  const unverified = await countUpTo(database, prunedTo);
  return unverified > 0 ? { unverified } : {};
}

async function countUpTo(database: ControlDatabase, seq: number): Promise<number> {
  const { count } = await database
    .selectFrom("audit_log")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("seq", "<=", seq)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Prevents sealing and signing with a key that doesn't belong to this database, for example after a wrong secret.key
 * was restored. Existing secrets could not be decrypted, and the log would be permanently broken.
 *
 * @throws CmsError `data_dir_unusable` if neither the head of the log nor its last record is signed with a known key
 */
export async function requireAuditKey(
  database: ControlDatabase,
  sealer: ChainDeps["sealer"],
): Promise<void> {
  const isKnown = await transact(database, async (transaction) => {
    const head = await transaction.selectFrom("audit_head").selectAll().executeTakeFirst();
    if (head === undefined || isUnsigned(head) || isHead(head, sealer)) return true;
    // A tampered head doesn't stop HQ. Only a key that has signed nothing does.
    const start = await readCheckpoint(transaction);
    const [last, before = start] = await transaction
      .selectFrom("audit_log")
      .selectAll()
      .where("seq", ">", start.seq)
      .orderBy("seq", "desc")
      .limit(2)
      .execute();
    return last !== undefined && sealer.isSigned(chainText(before.hash, last), last.hash, RECORD);
  });
  if (isKnown) return;
  throw new CmsError(
    "data_dir_unusable",
    "The audit log was signed with a different key than the current one, which also cannot decrypt any other secret. Restore the right key: secret.key in the data folder, or LOAM_SECRET_KEY. If it is lost, run hq audit renew to start again with the current key. Then set up two-factor authentication, webhook secrets, and upstream credentials again.",
  );
}

async function readCheckpoint(database: ControlDatabase): Promise<Mark> {
  const found = await database.selectFrom("audit_checkpoint").selectAll().executeTakeFirst();
  return found ?? { seq: 0, hash: "", signature: "" };
}

/**
 * Removes records older than a time and signs the last removed one, so that the remaining records can be verified. The
 * pruning is recorded too.
 *
 * @throws CmsError `audit_broken` if a record was modified: pruning would hide it
 */
export async function pruneAudit(
  database: ControlDatabase,
  before: Date,
  deps: ChainDeps,
): Promise<{ readonly pruned: number; readonly prunedTo: number }> {
  return transact(database, async (transaction) => {
    const check = await verifyAudit(transaction, deps);
    refuseBroken(check);
    const { records, prunedTo } = check;
    const lastPruned = await transaction
      .selectFrom("audit_log")
      .select((eb) => eb.fn.min("seq").as("seq"))
      .where("at", ">=", before.toISOString())
      .executeTakeFirst();
    const upTo = lastPruned?.seq == null ? prunedTo + records : lastPruned.seq - 1;
    const pruned = await countUpTo(transaction, upTo);
    if (pruned === 0) return { pruned, prunedTo };
    if (upTo > prunedTo) await moveCheckpoint(transaction, await recordAt(transaction, upTo), deps);
    await transaction.deleteFrom("audit_log").where("seq", "<=", upTo).execute();
    const params = { before: before.toISOString(), record: String(upTo) };
    await appendRecords(transaction, [byCommand("audit.pruned", params)], deps);
    return { pruned, prunedTo: Math.max(upTo, prunedTo) };
  });
}

/**
 * Restarts a log that cannot be verified after its last record. Existing records remain readable but are no longer
 * verified. The renewal is recorded.
 *
 * @throws CmsError `conflict` if the log is intact
 */
export async function renewAudit(
  database: ControlDatabase,
  deps: ChainDeps,
): Promise<{ readonly renewedAfter: number }> {
  return transact(database, async (transaction) => {
    const { brokenAt } = await verifyAudit(transaction, deps);
    if (brokenAt === undefined) {
      throw new CmsError("conflict", "The audit log has no errors, so there is nothing to renew.");
    }
    const head = await transaction.selectFrom("audit_head").select("seq").executeTakeFirst();
    const last = await transaction
      .selectFrom("audit_log")
      .select((eb) => eb.fn.max("seq").as("seq"))
      .executeTakeFirst();
    // Sequence numbers are never reused, whatever was done to the log.
    const mark = { seq: Math.max(head?.seq ?? 0, last?.seq ?? 0), hash: RENEWED };
    await moveCheckpoint(transaction, mark, deps);
    const signature = deps.sealer.sign(markText(mark.seq, mark.hash), HEAD);
    await transaction.deleteFrom("audit_head").execute();
    await transaction
      .insertInto("audit_head")
      .values({ id: 1, ...mark, signature })
      .execute();
    const params = { broken: String(brokenAt), record: String(mark.seq) };
    await appendRecords(transaction, [byCommand("audit.renewed", params)], deps);
    return { renewedAfter: mark.seq };
  });
}

/** Converts an act of a command for `appendRecords`. */
export function byCommand(event: string, params: Readonly<Record<string, string>>): NewAuditRecord {
  return { event, actor: undefined, params, address: BY_COMMAND, outcome: "allowed", times: 1 };
}

async function recordAt(
  transaction: ControlDatabase,
  seq: number,
): Promise<Omit<Mark, "signature">> {
  return transaction
    .selectFrom("audit_log")
    .select(["seq", "hash"])
    .where("seq", "=", seq)
    .executeTakeFirstOrThrow();
}

async function moveCheckpoint(
  transaction: ControlDatabase,
  { seq, hash }: Omit<Mark, "signature">,
  { sealer, now }: ChainDeps,
): Promise<void> {
  const signature = sealer.sign(markText(seq, hash), CHECKPOINT);
  await transaction.deleteFrom("audit_checkpoint").execute();
  await transaction
    .insertInto("audit_checkpoint")
    .values({ id: 1, seq, hash, pruned_at: now().toISOString(), signature })
    .execute();
}
