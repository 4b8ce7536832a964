import { isCmsError } from "@loam/cms-core";
import { nameBranch } from "../../content/changes/change-branch.ts";
import {
  type Change,
  findChange,
  findChangeOf,
  insertChange,
  updateChange,
} from "../../content/changes/changes.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import { recordSync } from "../connection/upstreams.ts";
import { upstreamHost, type SyncContext } from "./sync-context.ts";
import { moveRefs } from "./tracking.ts";

/**
 * Stores upstream commits that cannot be merged into `main` automatically in a change request, where users can review
 * them, resolve conflicts, and merge them.
 *
 * @returns the change request; closed if a user rejected it
 */
export async function openUpstreamChange(context: SyncContext, tip: string): Promise<Change> {
  const known = await findUpstreamChange(context, tip);
  if (known?.state === "closed") return known;
  if (known !== undefined) return updateChangeBranch(context, known, tip);
  return createUpstreamChange(context, tip);
}

/** Returns the open change request of this upstream, or the closed one that already contains this commit. */
async function findUpstreamChange(
  { hq, row, store }: SyncContext,
  tip: string,
): Promise<Change | undefined> {
  if (row.proposal === null) return undefined;
  const change = await findChange(hq.database, row.site_id, row.proposal);
  if (change.state === "open") return change;
  const head = change.end?.head;
  const wasClosed = change.state === "closed" && head !== undefined;
  return wasClosed && (await store.repository.areAncestors([tip], head)) ? change : undefined;
}

async function updateChangeBranch(
  context: SyncContext,
  change: Change,
  tip: string,
): Promise<Change> {
  const { hq, store, events, row } = context;
  const { repository } = store;
  const head = await repository.resolveRef(change.branch);
  if (head !== undefined && (await repository.areAncestors([tip], head))) return change;
  const isPlain = head === undefined || (await repository.areAncestors([head], tip));
  try {
    if (isPlain) {
      await moveRefs(repository, [{ ref: change.branch, from: head ?? null, to: tip }]);
    } else {
      const branch = { ref: change.branch, tip: head, other: tip };
      await store.updateBranch(
        branch,
        commitNote(context, `Merge ${row.branch} into the change request`),
      );
    }
  } catch (error) {
    // Users have changed it in the meantime. Keep their work; they see both sides and decide.
    if (!isCmsError(error) || !["conflict", "stale"].includes(error.code)) throw error;
    return change;
  }
  const at = { updated_at: hq.now().toISOString(), updated_by: null };
  const updated = await updateChange(hq.database, change, at);
  events.announce(row.site_id, "change.updated");
  return updated;
}

function commitNote({ row }: SyncContext, message: string) {
  return {
    actor: siteActor(undefined),
    message,
    trailers: { "Loam-Upstream": new URL(row.url).host },
  };
}

async function createUpstreamChange(context: SyncContext, tip: string): Promise<Change> {
  const { hq, store, events, row } = context;
  const { repository } = store;
  const unrecorded = await findUnrecordedChange(context, tip);
  const change = unrecorded ?? (await makeProposal(context, tip));
  await recordSync(hq.database, row, { proposal: change.number });
  if (unrecorded === undefined) events.announce(row.site_id, "change.opened");
  return change;

  async function makeProposal(of: SyncContext, to: string): Promise<Change> {
    const [last] = await repository.commitsBetween({ from: store.head(), to, limit: 1 });
    const title = `From ${upstreamHost(of)}: ${last?.subject ?? row.branch}`.slice(0, 200).trim();
    const owner = { siteId: row.site_id };
    const names = await nameBranch(hq.database, repository, { owner, title });
    await moveRefs(repository, [{ ref: names.branch, from: null, to }]);
    const description = `Changes on ${row.branch} of ${row.url} that could not be merged automatically.`;
    const newChange = { ...names, owner, title, description, by: row.set_by };
    return insertChange(hq.database, newChange, hq);
  }
}

/** Returns a change request that was created but not recorded before a crash. */
async function findUnrecordedChange(
  { hq, store, row }: SyncContext,
  tip: string,
): Promise<Change | undefined> {
  for (const [ref, at] of await store.repository.listRefs()) {
    if (at !== tip || !ref.startsWith("refs/heads/change/")) continue;
    const change = await findChangeOf(hq.database, row.site_id, ref);
    if (change !== undefined) return change;
  }
  return undefined;
}
