import { createHash } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { makeToken, parseToken } from "../../platform/secrets/secret-token.ts";
import { newHubId } from "../hub-id.ts";
import { workerFacts, type WorkerFacts } from "./worker-facts.ts";

/** `pending` until registered; `online` while its lease lasts. */
type WorkerState = "pending" | "online" | "offline" | "revoked";

/** A machine that runs skills. */
export interface Worker {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly state: WorkerState;
  readonly createdAt: string;
  readonly registeredAt?: string;
  /** For a pending worker: when its token expires. */
  readonly expiresAt?: string;
  readonly lastSeenAt?: string;
  readonly revokedAt?: string;
  readonly agent?: string;
  readonly version?: string;
  /** X25519, base64url. Secrets are sealed to this key. */
  readonly publicKey?: string;
  /** Fingerprint of that key, to compare with the one shown by the worker. */
  readonly fingerprint?: string;
  /** Its last report about itself. */
  readonly facts?: WorkerFacts;
}

/** Longest expected time between a worker's polls. Its lease lasts three times as long. */
export const POLL_INTERVAL_SECONDS = 15;
export const LEASE_MS: number = 3 * POLL_INTERVAL_SECONDS * 1000;

const REGISTRATION_MS = 15 * 60_000;
const MAX_WORKERS = 1000;

type WorkerRow = Selectable<ControlTables["workers"]>;

interface Clock {
  readonly now: () => Date;
}

/** When a worker was last seen, if this process knows better than the database: now, while it is polling here. */
export interface Sightings extends Clock {
  lastSeen(workerId: string): number | undefined;
}

/**
 * Creates a pending worker and its single-use registration token.
 *
 * @throws CmsError `quota_exceeded`
 */
export async function inviteWorker(
  database: ControlDatabase,
  {
    workspaceId,
    name,
    by,
  }: { readonly workspaceId: string; readonly name: string; readonly by: string },
  { now }: Clock,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: string }> {
  const token = makeToken("reg");
  const id = newHubId("worker");
  const expiresAt = new Date(now().getTime() + REGISTRATION_MS).toISOString();
  await transact(database, async (transaction) => {
    // Expired pending workers don't count toward the quota.
    await transaction
      .deleteFrom("workers")
      .where("workspace_id", "=", workspaceId)
      .where("registration_expires_at", "<=", now().toISOString())
      .execute();
    const { count } = await transaction
      .selectFrom("workers")
      .select((eb) => eb.fn.countAll<number | bigint>().as("count"))
      .where("workspace_id", "=", workspaceId)
      .where("revoked_at", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_WORKERS) {
      throw new CmsError("quota_exceeded", `A workspace can have up to ${MAX_WORKERS} workers.`);
    }
    await transaction
      .insertInto("workers")
      .values({
        id,
        workspace_id: workspaceId,
        name,
        created_by: by,
        created_at: now().toISOString(),
        registration_hash: token.hash,
        registration_expires_at: expiresAt,
      })
      .execute();
  });
  return { id, token: token.text, expiresAt };
}

export interface Registration {
  readonly token: string;
  readonly publicKey: string;
  readonly agent: string;
  readonly version: string;
}

export interface Registered {
  readonly id: string;
  /** Shown only once. */
  readonly key: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  readonly fingerprint: string;
}

/**
 * Registers a worker with a token, which is used up, and returns its key.
 *
 * @throws CmsError `registration_refused`
 */
export async function registerWorker(
  database: ControlDatabase,
  { token, publicKey, agent, version }: Registration,
  { now }: Clock,
): Promise<Registered> {
  const given = parseToken("reg", token);
  if (given === undefined) throw refused();
  const key = makeToken("wrk");
  const at = now().toISOString();
  return transact(database, async (transaction) => {
    const row = await transaction
      .updateTable("workers")
      .set({
        registration_hash: null,
        registration_expires_at: null,
        key_hash: key.hash,
        public_key: publicKey,
        agent,
        version,
        registered_at: at,
      })
      .where("registration_hash", "=", given.hash)
      .where("registration_expires_at", ">", at)
      .where("revoked_at", "is", null)
      .returning(["id", "workspace_id"])
      .executeTakeFirst();
    if (row === undefined) throw refused();
    const workspace = await transaction
      .selectFrom("workspaces")
      .select(["id", "name", "slug"])
      .where("id", "=", row.workspace_id)
      .executeTakeFirstOrThrow();
    return { id: row.id, key: key.text, workspace, fingerprint: fingerprintOf(publicKey) };
  });
}

function refused(): CmsError {
  return new CmsError(
    "registration_refused",
    "This registration token is unknown, was already used, or is older than 15 minutes. Create a new one in HQ.",
  );
}

/** The first 16 hex digits of the SHA-256, in groups of four. */
function fingerprintOf(publicKey: string): string {
  const digits = createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");
  return (digits.slice(0, 16).match(/.{4}/g) ?? []).join(" ");
}

/** Lists the workers of a workspace, by name. */
export async function listWorkers(
  database: ControlDatabase,
  workspaceId: string,
  sightings: Sightings,
): Promise<readonly Worker[]> {
  const rows = await database
    .selectFrom("workers")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map((row) => toWorker(row, sightings));
}

/** @throws CmsError `not_found` */
export async function findWorker(
  database: ControlDatabase,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  sightings: Sightings,
): Promise<Worker> {
  const row = await database
    .selectFrom("workers")
    .selectAll()
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  if (row === undefined) throw new CmsError("not_found", `Worker not found: ${id}.`);
  return toWorker(row, sightings);
}

/**
 * Returns a worker that can receive commands, now or later.
 *
 * @throws CmsError `not_found`, or `conflict` if it was revoked or has not registered
 */
export async function requireWorker(
  database: ControlDatabase,
  place: { readonly workspaceId: string; readonly id: string },
  sightings: Sightings,
): Promise<Worker> {
  const worker = await findWorker(database, place, sightings);
  if (worker.state === "revoked") {
    throw new CmsError("conflict", `The worker ${worker.name} was revoked.`);
  }
  if (worker.state === "pending") {
    throw new CmsError("conflict", `The worker ${worker.name} is not registered yet.`);
  }
  return worker;
}

export async function renameWorker(
  database: ControlDatabase,
  id: string,
  name: string,
): Promise<void> {
  await database.updateTable("workers").set({ name }).where("id", "=", id).execute();
}

/** Revokes a worker immediately and removes its queued commands. A worker that never registered is deleted. */
export async function revokeWorker(
  transaction: ControlDatabase,
  id: string,
  { now }: Clock,
): Promise<void> {
  const pending = await transaction
    .deleteFrom("workers")
    .where("id", "=", id)
    .where("registered_at", "is", null)
    .returning("id")
    .execute();
  if (pending.length > 0) return;
  await transaction.deleteFrom("worker_commands").where("worker_id", "=", id).execute();
  await transaction
    .updateTable("workers")
    .set({ revoked_at: now().toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

function toWorker(row: WorkerRow, sightings: Sightings): Worker {
  const nowMs = sightings.now().getTime();
  const stored = row.seen_at === null ? 0 : Date.parse(row.seen_at);
  const seen = [stored, sightings.lastSeen(row.id) ?? 0];
  const seenMs = Math.max(...seen.filter((ms) => ms - nowMs < LEASE_MS), 0);
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    state: workerState(row, nowMs - seenMs),
    createdAt: row.created_at,
    ...(row.registered_at !== null && { registeredAt: row.registered_at }),
    ...(row.registration_expires_at !== null && { expiresAt: row.registration_expires_at }),
    ...(seenMs > 0 && { lastSeenAt: new Date(seenMs).toISOString() }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
    ...(row.agent !== null && { agent: row.agent }),
    ...(row.version !== null && { version: row.version }),
    ...(row.public_key !== null && {
      publicKey: row.public_key,
      fingerprint: fingerprintOf(row.public_key),
    }),
    ...(row.facts !== null && { facts: workerFacts.parse(JSON.parse(row.facts)) }),
  };
}

function workerState(
  { revoked_at, registered_at }: Pick<WorkerRow, "revoked_at" | "registered_at">,
  unseenMs: number,
): WorkerState {
  if (revoked_at !== null) return "revoked";
  if (registered_at === null) return "pending";
  return isWithinLease(unseenMs) ? "online" : "offline";
}

/** A time in the future was recorded before the clock was set back, so it isn't evidence of recent contact. */
export function isWithinLease(unseenMs: number): boolean {
  return Math.abs(unseenMs) < LEASE_MS;
}
