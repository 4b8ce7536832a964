import { CmsError, countOf, sizeOf } from "@loam/cms-core";
import type { HqConfig } from "../../platform/config/config.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { type PlanName } from "../../platform/db/tables/workspaces.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";

export interface Usage {
  readonly sites: { readonly used: number; readonly limit: number | null };
  readonly mediaBytes: { readonly used: number; readonly limit: number | null };
}

/** Without billing there are no plans, and so no limits. */
type Billing = Pick<HqConfig, "billing">;

/** What a workspace has used of its plan. After a transfer it may be more than the limit. */
export async function readUsage(
  database: ControlDatabase,
  workspace: { readonly id: string; readonly plan: PlanName },
  billing: Billing,
): Promise<Usage> {
  const row = await database
    .selectFrom("sites")
    .select(({ fn }) => [fn.countAll().as("sites"), fn.sum("media_bytes").as("bytes")])
    .where("workspace_id", "=", workspace.id)
    .executeTakeFirst();
  return usageOf(workspace, row, billing);
}

/** The same of several workspaces, by their ids. */
export async function readAllUsage(
  database: ControlDatabase,
  workspaces: readonly { readonly id: string; readonly plan: PlanName }[],
  billing: Billing,
): Promise<ReadonlyMap<string, Usage>> {
  const rows = await database
    .selectFrom("sites")
    .select("workspace_id")
    .select(({ fn }) => [fn.countAll().as("sites"), fn.sum("media_bytes").as("bytes")])
    .groupBy("workspace_id")
    .execute();
  const byWorkspace = new Map(rows.map((row) => [row.workspace_id, row]));
  return new Map(workspaces.map((one) => [one.id, usageOf(one, byWorkspace.get(one.id), billing)]));
}

/** Counts come as text or numbers, as the database has them. */
interface Counted {
  readonly sites: unknown;
  readonly bytes: unknown;
}

function usageOf(
  { plan: name }: { readonly plan: PlanName },
  row: Counted | undefined,
  { billing }: Billing,
): Usage {
  const plan = billing === "none" ? undefined : PLANS[name];
  return {
    sites: { used: Number(row?.sites ?? 0), limit: plan?.sites ?? null },
    mediaBytes: { used: Number(row?.bytes ?? 0), limit: plan?.mediaBytes ?? null },
  };
}

/** @throws CmsError `quota_exceeded` when the workspace has as many sites as its plan allows */
export async function refuseFullWorkspace(
  database: ControlDatabase,
  workspace: { readonly id: string; readonly plan: PlanName },
  billing: Billing,
): Promise<void> {
  const { sites } = await readUsage(database, workspace, billing);
  if (sites.limit === null || sites.used < sites.limit) return;
  throw new CmsError(
    "quota_exceeded",
    `The plan ${workspace.plan} allows ${countOf(sites.limit, "site")}, and all are in use.`,
  );
}

/**
 * Makes everyone else who wants to take of what a workspace has wait for the end of a transaction.
 *
 * @returns its plan
 */
export async function holdWorkspace(transaction: ControlDatabase, id: string): Promise<PlanName> {
  const { plan } = await transaction
    .updateTable("workspaces")
    .set((eb) => ({ name: eb.ref("name") }))
    .where("id", "=", id)
    .returning("plan")
    .executeTakeFirstOrThrow();
  return plan;
}

/** Room for one upload, kept until it is counted, or came to nothing. */
export interface MediaReservation {
  release(): Promise<void>;
}

/** An upload that has not ended by then was cut off by a crash. */
const RESERVED_MS = 60 * 60 * 1000;

/**
 * Takes room for an upload, so that two at once never exceed the quota together (MED-11).
 *
 * @throws CmsError `quota_exceeded`
 */
export async function reserveMedia(
  database: ControlDatabase,
  { workspaceId, bytes }: { readonly workspaceId: string; readonly bytes: number },
  { now, config }: { readonly now: () => Date; readonly config: Billing },
): Promise<MediaReservation> {
  const id = randomText(20);
  const at = now();
  await transact(database, async (transaction) => {
    const plan = await holdWorkspace(transaction, workspaceId);
    await transaction
      .deleteFrom("media_reservations")
      .where("expires_at", "<=", at.toISOString())
      .execute();
    const reserved = await transaction
      .selectFrom("media_reservations")
      .select(({ fn }) => fn.sum("bytes").as("bytes"))
      .where("workspace_id", "=", workspaceId)
      .executeTakeFirst();
    const { mediaBytes } = await readUsage(transaction, { id: workspaceId, plan }, config);
    const left = (mediaBytes.limit ?? Infinity) - mediaBytes.used - Number(reserved?.bytes ?? 0);
    if (bytes > left) throw overQuota(plan, bytes, left);
    const expires = new Date(at.getTime() + RESERVED_MS).toISOString();
    await transaction
      .insertInto("media_reservations")
      .values({ id, workspace_id: workspaceId, bytes, expires_at: expires })
      .execute();
  });
  return {
    async release() {
      await database.deleteFrom("media_reservations").where("id", "=", id).execute();
    },
  };
}

/**
 * Refuses an upload before it is sent, where nothing more fits in. Whether it fits is known when it is whole.
 *
 * @throws CmsError `quota_exceeded`
 */
export async function refuseFullStorage(
  database: ControlDatabase,
  workspaceId: string,
  billing: Billing,
): Promise<void> {
  const { mediaBytes } = await readUsageOf(database, workspaceId, billing);
  if (mediaBytes.limit === null || mediaBytes.used < mediaBytes.limit) return;
  throw new CmsError(
    "quota_exceeded",
    "Media storage is full. Published files stay available. To add files, delete media or ask for a larger plan.",
    { details: { left: 0 } },
  );
}

/** What the workspace of a site has used of its plan. */
export async function readUsageOf(
  database: ControlDatabase,
  workspaceId: string,
  billing: Billing,
): Promise<Usage> {
  const { plan } = await database
    .selectFrom("workspaces")
    .select("plan")
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return readUsage(database, { id: workspaceId, plan }, billing);
}

/** Notes how many bytes the media of a site have, as its index counts them. */
export async function noteMediaBytes(
  database: ControlDatabase,
  siteId: string,
  bytes: number,
): Promise<void> {
  await database
    .updateTable("sites")
    .set({ media_bytes: bytes })
    .where("id", "=", siteId)
    .execute();
}

function overQuota(plan: PlanName, bytes: number, left: number): CmsError {
  return new CmsError(
    "quota_exceeded",
    `The file has ${sizeOf(bytes)}, but the plan ${plan} has only ${sizeOf(Math.max(0, left))} left. Delete media or ask for a larger plan.`,
    { details: { bytes, left: Math.max(0, left) } },
  );
}

interface Plan {
  /** Absent where there is no limit. */
  readonly sites?: number;
  readonly mediaBytes: number;
}

const GB = 1_000_000_000;

/** What each plan allows a workspace (spec, "Quotas per workspace"). */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { sites: 2, mediaBytes: GB },
  starter: { sites: 5, mediaBytes: 10 * GB },
  team: { sites: 20, mediaBytes: 50 * GB },
  business: { sites: 100, mediaBytes: 200 * GB },
  enterprise: { mediaBytes: 1000 * GB },
};
