import { CmsError } from "@loam/cms-core";
import type { AuditedAct } from "../../api/manage-deps.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { findSiteById } from "../workspaces/sites.ts";
import { findWorkspaceByName } from "../workspaces/workspaces.ts";

/** An act as it is written down. */
export interface NewAuditRecord extends AuditedAct {
  /** `allowed`, or the code of the error that refused it. */
  readonly outcome: string;
  /** How many such acts the record stands for. */
  readonly times: number;
}

/** Stands where a record of a request has the address that it came from. */
const BY_COMMAND = "command";

/** A record as the database holds it. */
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

/** By what the chain is signed, and when. */
export interface ChainDeps {
  readonly sealer: Pick<Sealer, "sign" | "isSigned">;
  readonly now: () => Date;
}

/**
 * Appends records in one transaction. Each is signed together with the hash of the one before it, by a key that is
 * not in the database: who can write to the database alone can change or take out none unseen (AUT-23).
 */
export async function appendRecords(
  database: ControlDatabase,
  records: readonly NewAuditRecord[],
  { sealer, now }: ChainDeps,
): Promise<void> {
  const placed: Placed[] = [];
  for (const record of records) {
    placed.push({ record, place: await placeOf(database, record.params) });
  }
  await transact(database, async (transaction) => {
    // Writing the head first makes every other writer wait for this one.
    const head = await transaction
      .updateTable("audit_head")
      .set((eb) => ({ seq: eb("seq", "+", records.length) }))
      .where("id", "=", 1)
      .returning(["seq", "hash", "signature"])
      .executeTakeFirstOrThrow();
    const before = { ...head, seq: head.seq - records.length };
    if (isUnsigned(before)) await moveCheckpoint(transaction, before, { sealer, now });
    // What follows an end that somebody set back is never signed as if nothing were wrong.
    let hash = isUnsigned(before) || isHead(before, sealer) ? before.hash : BROKEN;
    let { seq } = before;
    for (const { record, place } of placed) {
      seq += 1;
      const row = { seq, at: now().toISOString(), ...contentOf(record), ...place };
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

interface Placed {
  readonly record: NewAuditRecord;
  readonly place: Pick<AuditRow, "site_id" | "workspace_id">;
}

const RECORD = "audit record";
const HEAD = "audit head";
const CHECKPOINT = "audit checkpoint";
const BROKEN = "broken";
const RENEWED = "renewed";

/** What a caller sends must not make the log grow at their will. */
const MAX_TARGET_CHARACTERS = 200;

function contentOf({ event, outcome, times, actor, address, params }: NewAuditRecord) {
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

async function placeOf(
  database: ControlDatabase,
  { site, ws }: Readonly<Record<string, string>>,
): Promise<Placed["place"]> {
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
  const what = [before, seq, at, event, outcome, times, user_id, credential, address];
  return JSON.stringify([...what, workspace_id, site_id, target]);
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
 * Whether the log is still one of those that no key signed: migration 032 says so. It begins anew with the next record,
 * and `verifyAudit` tells how many records are not verified.
 */
function isUnsigned({ seq, signature }: Mark): boolean {
  return seq > 0 && signature === "unsigned";
}

/** Whether the log is whole. */
export interface AuditCheck {
  /** The records that are as they were written, before the first that is not. */
  readonly records: number;
  /** The last record that is verified no more, since it was pruned or the log was renewed; 0 where none was. */
  readonly prunedTo: number;
  /** How many records from before the log was renewed, or was signed, are still there. */
  readonly unverified?: number;
  readonly brokenAt?: number;
}

/** @throws CmsError `audit_broken`, which says what to do */
export function refuseBroken({ brokenAt }: AuditCheck): void {
  if (brokenAt === undefined) return;
  throw new CmsError(
    "audit_broken",
    `The audit log is damaged at record ${brokenAt}, or was signed with a different key than the current one. If the key is wrong, restore the right one. If it is lost, or you have checked what was changed, run hq audit renew to start the signatures again.`,
  );
}

const PAGE = 1000;

/** Checks every record from the checkpoint to the end of the chain, as of one moment. */
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
  const whole = head?.seq === seq && head.hash === hash && isHead(head, sealer);
  if (!whole) return { records, prunedTo, brokenAt: seq + 1 };
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
 * Lets nothing be sealed or signed with a key that is not the one of this database, as when another secret.key was put
 * back: what people set up before could not be opened, and the log would be broken for good.
 *
 * @throws CmsError `data_dir_unusable` where neither the end of the log nor its last record is signed with any key here
 */
export async function requireAuditKey(
  database: ControlDatabase,
  sealer: ChainDeps["sealer"],
): Promise<void> {
  const isKnown = await transact(database, async (transaction) => {
    const head = await transaction.selectFrom("audit_head").selectAll().executeTakeFirst();
    if (head === undefined || isUnsigned(head) || isHead(head, sealer)) return true;
    // An end that somebody set back does not keep HQ from running: only a key that signed nothing does.
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
 * Takes out the records that are older than a time, and signs with which one it ended, so that those that stay can
 * be verified without them. The pruning is itself a record.
 *
 * @throws CmsError `audit_broken` when a record is not as it was written: pruning would hide it
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
    const kept = await transaction
      .selectFrom("audit_log")
      .select((eb) => eb.fn.min("seq").as("seq"))
      .where("at", ">=", before.toISOString())
      .executeTakeFirst();
    const upTo = kept?.seq == null ? prunedTo + records : kept.seq - 1;
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
 * Has a log that cannot be verified begin anew after its last record: those that are there stay to be read, and are
 * verified no more. That it was renewed is itself a record.
 *
 * @throws CmsError `conflict` where the log is whole
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
    // Whatever was done to the log, no number is given twice.
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

/** What a command did, as `appendRecords` takes it. */
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
