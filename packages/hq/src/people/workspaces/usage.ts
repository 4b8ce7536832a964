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

/** Without billing there are no plans and no limits. */
type Billing = Pick<HqConfig, "billing">;

/** Returns the usage of a workspace. After a transfer it can exceed the limit. */
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
  return toUsage(workspace, row, billing);
}

/** Returns the usage of several workspaces, by id. */
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
  return new Map(workspaces.map((one) => [one.id, toUsage(one, byWorkspace.get(one.id), billing)]));
}

/** Counts are text or numbers, depending on the database. */
interface Counted {
  readonly sites: unknown;
  readonly bytes: unknown;
}

function toUsage(
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

/** @throws CmsError `quota_exceeded` if the workspace has the maximum number of sites */
export async function requireSiteQuota(
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
 * Locks the quota of a workspace until the transaction ends.
 *
 * @returns its plan
 */
export async function lockWorkspace(transaction: ControlDatabase, id: string): Promise<PlanName> {
  const { plan } = await transaction
    .updateTable("workspaces")
    .set((eb) => ({ name: eb.ref("name") }))
    .where("id", "=", id)
    .returning("plan")
    .executeTakeFirstOrThrow();
  return plan;
}

/** Space reserved for one upload, until it is counted or has failed. */
export interface MediaReservation {
  release(): Promise<void>;
}

/** Uploads that take longer were interrupted by a crash. */
const RESERVED_MS = 60 * 60 * 1000;

/**
 * Reserves space for an upload, so that concurrent uploads never exceed the quota together (MED-11).
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
    const plan = await lockWorkspace(transaction, workspaceId);
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
 * Rejects an upload before it is sent if the quota is already used up. Whether the file fits is known only when it is
 * complete.
 *
 * @throws CmsError `quota_exceeded`
 */
export async function requireMediaQuota(
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

/** Returns the usage of a site's workspace. */
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

/** Records the total size of a site's media, as counted by its index. */
export async function storeMediaBytes(
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
  /** Absent: unlimited. */
  readonly sites?: number;
  readonly mediaBytes: number;
}

const GB = 1_000_000_000;

/** The limits of each plan (spec, "Quotas per workspace"). */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { sites: 2, mediaBytes: GB },
  starter: { sites: 5, mediaBytes: 10 * GB },
  team: { sites: 20, mediaBytes: 50 * GB },
  business: { sites: 100, mediaBytes: 200 * GB },
  enterprise: { mediaBytes: 1000 * GB },
};
