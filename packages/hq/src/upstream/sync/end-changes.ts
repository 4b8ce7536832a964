import { MAIN } from "@loam/cms-core/site";
import { type Change, findChange, findChangeOf } from "../../content/changes/changes.ts";
import { recordMerged } from "../../content/changes/end-change.ts";
import { findUpstream } from "../connection/upstreams.ts";
import type { MirroredBranch } from "./mirrored-branch.ts";
import { remoteRef, type SyncContext } from "./sync-context.ts";
import { branchName } from "./tracking.ts";

/**
 * Deletes upstream branches of change requests that were merged in HQ, unless someone has pushed to them since.
 * Branches of closed change requests stay, as in HQ.
 *
 * @returns whether a branch was deleted
 */
export async function deleteMergedBranches(context: SyncContext): Promise<boolean> {
  const { hq, row, remote, store, tracking } = context;
  let moved = false;
  for (const ref of await tracking.branches()) {
    if (ref === MAIN || !ref.startsWith("refs/heads/") || branchName(ref) === "published") continue;
    if ((await findChangeOf(hq.database, row.site_id, ref)) !== undefined) continue;
    const agreed = await tracking.agreed(ref);
    const isMerged =
      agreed !== undefined &&
      (await store.repository.resolveRef(ref)) === undefined &&
      (await store.repository.areAncestors([agreed], store.head()));
    if (isMerged) {
      const outcome = await remote.push({ ref: remoteRef(context, ref), from: agreed, to: null });
      moved ||= outcome.kind === "moved";
    }
    await tracking.forget(ref);
  }
  return moved;
}

/**
 * Marks change requests as merged if the upstream brought their branches into `main`.
 *
 * @returns the names of their branches
 */
export async function recordMergedChanges(
  context: SyncContext,
  branches: readonly MirroredBranch[],
): Promise<ReadonlySet<string>> {
  const { store, tracking } = context;
  const ended = new Set<string>();
  await recordProposalMerge(context);
  for (const { ref, change } of branches) {
    if (change === undefined) continue;
    const here = await store.repository.resolveRef(ref);
    const agreed = await tracking.agreed(ref);
    // A branch that was never pushed has no commits of its own; it is in `main` without having been merged.
    if (here === undefined || here !== agreed) continue;
    if (!(await store.repository.areAncestors([here], store.head()))) continue;
    await recordUpstreamMerge(context, change, { head: here, commit: store.head() });
    ended.add(branchName(ref));
  }
  return ended;
}

/**
 * Marks the change request for upstream commits as merged if `main` contains it, after being fixed upstream or merged
 * manually.
 */
async function recordProposalMerge(context: SyncContext): Promise<void> {
  const { hq, row, store } = context;
  const { proposal } = (await findUpstream(hq.database, row.site_id)) ?? row;
  if (proposal === null) return;
  const change = await findChange(hq.database, row.site_id, proposal);
  if (change.state !== "open") return;
  const head = await store.repository.resolveRef(change.branch);
  if (head === undefined || !(await store.repository.areAncestors([head], store.head()))) return;
  await recordUpstreamMerge(context, change, { head, commit: store.head() });
}

/** Records that a change request was merged upstream and that `main` contains it. */
export async function recordUpstreamMerge(
  { hq, store, events, row, mainBefore }: SyncContext,
  change: Change,
  { head, commit }: { readonly head: string; readonly commit: string },
): Promise<void> {
  const base = (await store.repository.mergeBase(head, mainBefore)) ?? mainBefore;
  const parts = { ...hq, repository: store.repository, by: null };
  await recordMerged(parts, change, { head, base, commit });
  events.announce(row.site_id, "change.merged");
}
