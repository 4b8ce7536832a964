import type { Logger } from "pino";
import type { AuditedAct, RefusedAct } from "../../api/manage-deps.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { addressKey } from "../../platform/limits/rate-limit.ts";
import {
  appendRecords,
  type AuditRow,
  type ChainDeps,
  type NewAuditRecord,
} from "./audit-chain.ts";

/** An act, who did it, its target, and whether it was allowed. */
export interface AuditRecord {
  /** 1, 2, … without gaps. */
  readonly seq: number;
  readonly at: string;
  /** `<object>.<action>`. */
  readonly event: string;
  /** `allowed`, or the code of the error that rejected it. */
  readonly outcome: string;
  /** How many such acts it represents: denied acts are counted per minute. */
  readonly times: number;
  readonly userId: string | null;
  /** Null without a user, or if the user was deleted. */
  readonly userName: string | null;
  /** `session:<id>` or `token:<id>`. */
  readonly credential: string | null;
  readonly address: string;
  readonly workspaceId: string | null;
  readonly siteId: string | null;
  /** The path parameters by name and the recorded parts of the body, truncated if long. */
  readonly target: Readonly<Record<string, string>>;
  /** HMAC-SHA256 of the previous record's hash and this record, base64url. */
  readonly hash: string;
}

/** The audit log of a running server. */
export interface AuditLog {
  /** Resolves when the act is on disk. */
  append(act: AuditedAct): Promise<void>;
  /** Counts a denied act. A client that is denied repeatedly must not slow down others. */
  countRefusal(act: RefusedAct): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  /** Writes what was counted for the last time. */
  close(): Promise<void>;
}

const FLUSH_MS = 60_000;

/** Opens the log. Denied acts are written each minute, with one counted record per kind. */
export function openAuditLog(
  database: ControlDatabase,
  { log, ...deps }: ChainDeps & { readonly log: Logger },
): AuditLog {
  const refusals = new Map<string, NewAuditRecord>();

  function count(key: string, record: NewAuditRecord): void {
    const times = (refusals.get(key)?.times ?? 0) + record.times;
    refusals.set(key, { ...record, times });
  }

  async function flush(): Promise<void> {
    const counted = [...refusals];
    refusals.clear();
    if (counted.length === 0) return;
    const records = counted.map(([, record]) => record);
    try {
      await appendRecords(database, records, deps);
    } catch (error) {
      for (const [key, record] of counted) count(key, record);
      throw error;
    }
  }

  const flushOrTell = (): Promise<void> =>
    flush().catch((error: unknown) =>
      log.error({ err: error }, "Denied requests could not be recorded."),
    );
  const timer = setInterval(() => void flushOrTell(), FLUSH_MS).unref();

  return {
    append: (act) => appendRecords(database, [{ ...act, outcome: "allowed", times: 1 }], deps),
    countRefusal(act) {
      const kind = refusalKey(act);
      const full = refusals.size >= MAX_KINDS && !refusals.has(kind);
      const counted = full ? OTHERS : act;
      const params = counted.actor === undefined ? {} : counted.params;
      const key = full ? refusalKey(OTHERS) : kind;
      count(key, { ...counted, params, outcome: counted.refused, times: 1 });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flushOrTell();
    },
  };
}

/** Maximum kinds of denied acts that are counted separately within a minute. */
const MAX_KINDS = 500;

/** Represents all further kinds. */
const OTHERS: RefusedAct = {
  event: "others.refused",
  actor: undefined,
  params: {},
  refused: "refused",
  address: "",
};

/** Anonymous requests are grouped by IP address only, because clients choose every part of the path. */
function refusalKey({ event, actor, params, address, refused }: RefusedAct): string {
  const by =
    actor === undefined ? [addressKey(address)] : [actor.userId, actor.credential?.id, params];
  return JSON.stringify([event, refused, ...by]);
}

/** Filters records. Omitted fields match all. */
interface AuditFilter {
  /** `<object>.<action>`, or `<object>` for all its actions. Only lowercase letters and hyphens. */
  readonly event?: string | undefined;
  readonly userId?: string | undefined;
  readonly outcome?: "allowed" | "refused" | undefined;
  /** Inclusive start time, ISO 8601 UTC. */
  readonly from?: string | undefined;
  /** Exclusive end time. */
  readonly until?: string | undefined;
}

export interface ListAudit extends AuditFilter {
  readonly siteId?: string;
  readonly workspaceId?: string;
  /** Only records before this sequence number. */
  readonly before?: number;
  readonly limit: number;
}

/** Lists records, newest first. */
export async function listAudit(
  database: ControlDatabase,
  { siteId, workspaceId, before, limit, event, userId, outcome, from, until }: ListAudit,
): Promise<readonly AuditRecord[]> {
  let query = database
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.user_id")
    .selectAll("audit_log")
    .select("users.name as user_name")
    .orderBy("seq", "desc")
    .limit(limit);
  if (siteId !== undefined) query = query.where("site_id", "=", siteId);
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  if (before !== undefined) query = query.where("seq", "<", before);
  if (event !== undefined) {
    const isWhole = event.includes(".");
    query = isWhole ? query.where("event", "=", event) : query.where("event", "like", `${event}.%`);
  }
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  if (outcome !== undefined) {
    query = query.where("outcome", outcome === "allowed" ? "=" : "!=", "allowed");
  }
  if (from !== undefined) query = query.where("at", ">=", from);
  if (until !== undefined) query = query.where("at", "<", until);
  return (await query.execute()).map(toRecord);
}

/** Counts the records older than a time. */
export async function countAuditBefore(database: ControlDatabase, before: Date): Promise<number> {
  const { count } = await database
    .selectFrom("audit_log")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("at", "<", before.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

function toRecord(row: AuditRow & { readonly user_name: string | null }): AuditRecord {
  return {
    seq: row.seq,
    at: row.at,
    event: row.event,
    outcome: row.outcome,
    times: row.times,
    userId: row.user_id,
    userName: row.user_name,
    credential: row.credential,
    address: row.address,
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    target: JSON.parse(row.target),
    hash: row.hash,
  };
}
