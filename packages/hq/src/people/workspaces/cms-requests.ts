import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { updateWorkspace, type Workspace } from "./workspaces.ts";

/** A workspace's request and its outcome (spec, "What the service does"). */
export interface CmsRequest {
  readonly requestedAt: string;
  readonly requestedBy: Asker | null;
  /** The requester's own description of the purpose. */
  readonly note: string;
  readonly declinedAt?: string;
  /** Reason for declining. */
  readonly answer?: string;
}

interface Asker {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface OneWorkspace {
  readonly workspaceId: string;
}

/** Returns pending and declined requests by workspace, of one workspace or all. */
export async function readCmsRequests(
  database: ControlDatabase,
  of: OneWorkspace | "all",
): Promise<ReadonlyMap<string, CmsRequest>> {
  const all = database
    .selectFrom("cms_requests")
    .leftJoin("users", "users.id", "cms_requests.requested_by")
    .select([
      "cms_requests.workspace_id",
      "requested_at",
      "note",
      "declined_at",
      "answer",
      "users.id as user_id",
      "users.name",
      "users.email",
    ]);
  const rows = await (
    of === "all" ? all : all.where("cms_requests.workspace_id", "=", of.workspaceId)
  ).execute();
  return new Map(
    rows.map(({ workspace_id, requested_at, note, declined_at, answer, user_id, name, email }) => {
      const isKnown = user_id !== null && name !== null && email !== null;
      const request: CmsRequest = {
        requestedAt: requested_at,
        requestedBy: isKnown ? { id: user_id, name, email } : null,
        note,
        ...(declined_at !== null && { declinedAt: declined_at, answer }),
      };
      return [workspace_id, request];
    }),
  );
}

/**
 * Requests the CMS. Replaces a pending or declined request.
 *
 * @throws CmsError `conflict` if the CMS is already on
 */
export async function requestCms(
  database: ControlDatabase,
  asked: OneWorkspace & { readonly by: string; readonly note: string },
  { now }: { readonly now: () => Date },
): Promise<CmsRequest> {
  const { workspaceId, by, note } = asked;
  const row = {
    requested_by: by,
    requested_at: now().toISOString(),
    note,
    declined_at: null,
    answer: "",
  };
  await transact(database, async (transaction) => {
    // Locks the row against turning the CMS on concurrently, so that no request remains for a workspace that has the
    // CMS.
    const { cms_enabled } = await transaction
      .updateTable("workspaces")
      .set((eb) => ({ name: eb.ref("name") }))
      .where("id", "=", workspaceId)
      .returning("cms_enabled")
      .executeTakeFirstOrThrow();
    if (cms_enabled === 1)
      throw new CmsError("conflict", "The CMS is already enabled for this workspace.");
    await transaction
      .insertInto("cms_requests")
      .values({ workspace_id: workspaceId, ...row })
      .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(row))
      .execute();
  });
  return requireRequest(database, { workspaceId });
}

/** Withdraws the request. Does nothing without one. */
export async function withdrawCmsRequest(
  database: ControlDatabase,
  { workspaceId }: OneWorkspace,
): Promise<void> {
  await database.deleteFrom("cms_requests").where("workspace_id", "=", workspaceId).execute();
}

/**
 * Declines a request. It stays, with the reason, until the workspace requests again.
 *
 * @throws CmsError `not_found` if nothing is requested
 */
export async function declineCmsRequest(
  database: ControlDatabase,
  { workspaceId, answer }: OneWorkspace & { readonly answer: string },
  { now }: { readonly now: () => Date },
): Promise<CmsRequest> {
  const { numUpdatedRows } = await database
    .updateTable("cms_requests")
    .set({ declined_at: now().toISOString(), answer })
    .where("workspace_id", "=", workspaceId)
    .where("declined_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noRequest();
  return requireRequest(database, { workspaceId });
}

/**
 * Turns the CMS on or off, which resolves a pending request.
 *
 * @returns the resolved request, if any
 */
export async function switchCms(
  database: ControlDatabase,
  { workspaceId, enabled }: OneWorkspace & { readonly enabled: boolean },
): Promise<{ readonly workspace: Workspace; readonly answered: CmsRequest | undefined }> {
  return transact(database, async (transaction) => {
    const change = { cms_enabled: enabled ? 1 : 0 };
    const workspace = await updateWorkspace(transaction, workspaceId, change);
    if (!enabled) return { workspace, answered: undefined };
    const requests = await readCmsRequests(transaction, { workspaceId });
    await withdrawCmsRequest(transaction, { workspaceId });
    return { workspace, answered: requests.get(workspaceId) };
  });
}

async function requireRequest(database: ControlDatabase, of: OneWorkspace): Promise<CmsRequest> {
  const request = (await readCmsRequests(database, of)).get(of.workspaceId);
  if (request === undefined) throw noRequest();
  return request;
}

function noRequest(): CmsError {
  return new CmsError("not_found", "The workspace has no pending CMS request.");
}
