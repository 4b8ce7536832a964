import type { FetchLimits, RefMove } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { listOpenChanges } from "../../content/changes/changes.ts";
import {
  type BranchReport,
  type Decision,
  refusedBy,
  type UpstreamProblem,
} from "../connection/report.ts";
import { deleteMergedBranches, recordMergedChanges } from "./end-changes.ts";
import { type MirroredBranch, reportWaiting } from "./mirrored-branch.ts";
import type { BranchKind } from "./plan-branch.ts";
import { syncBranch } from "./sync-branch.ts";
import { remoteRef, type SyncContext } from "./sync-context.ts";

/** Limits for new data in one sync. A repository of text with more isn't a site. */
const LIMITS: FetchLimits = { maxBytes: 1024 * 1024 * 1024, maxObjects: 2_000_000 };
/** Maximum number of restarts because someone pushed to the upstream in the meantime. */
const MAX_ROUNDS = 4;

export interface SyncedBranches {
  readonly branches: BranchReport[];
  /** Whether anything moved on either side. */
  readonly moved: boolean;
  /** The decisions that were applied. */
  readonly done: readonly Decision[];
}

/**
 * Syncs all shared branches of a site and its upstream.
 *
 * @throws CmsError `upstream_unreachable`, `upstream_denied`, `upstream_host_changed`, `upstream_failed`, `too_large`
 */
export async function syncBranches(context: SyncContext): Promise<SyncedBranches> {
  let moved = false;
  const done: Decision[] = [];
  await context.tracking.forgetOthers();
  for (let round = 1; ; round += 1) {
    const result = await syncOnce(context);
    moved ||= result.moved;
    done.push(...result.done);
    if (!result.again || round === MAX_ROUNDS) return { ...result, moved, done };
  }
}

async function syncOnce(
  context: SyncContext,
): Promise<SyncedBranches & { readonly again: boolean }> {
  await context.store.refresh();
  const { branches, refused } = await fetchRemoteBranches(context);
  const reports: BranchReport[] = [];
  const done: Decision[] = [];
  let [moved, again, isBlocked] = [false, false, false];
  for (const branch of branches) {
    const problem = refused.get(branch.ref);
    if (problem !== undefined || (branch.kind === "change" && isBlocked)) {
      reports.push(await reportWaiting(context, branch, problem));
      continue;
    }
    const synced = await syncBranch(context, branch);
    reports.push(synced.report);
    moved ||= synced.moved;
    again ||= synced.again;
    if (synced.done !== undefined) done.push(synced.done);
    // Branches of change requests would push a history that might be discarded.
    if (branch.kind === "main") isBlocked = synced.report.state === "question";
  }
  if (!isBlocked) moved = (await deleteMergedBranches(context)) || moved;
  const ended = await recordMergedChanges(context, branches);
  const left = reports.filter(({ name }) => !ended.has(name));
  return { branches: left, moved: moved || ended.size > 0, again, done };
}

interface RemoteBranches {
  readonly branches: readonly MirroredBranch[];
  /** Upstream branches with content that HQ's repositories don't allow, by ref. */
  readonly refused: ReadonlyMap<string, UpstreamProblem>;
}

/** Reads the upstream refs and fetches new commits. */
async function fetchRemoteBranches(context: SyncContext): Promise<RemoteBranches> {
  const { hq, row, remote } = context;
  const changes = await listOpenChanges(hq.database, row.site_id);
  const mirrored = [
    { ref: MAIN, kind: "main" as BranchKind },
    { ref: PUBLISHED_REF, kind: "published" as BranchKind },
    ...changes
      .filter(({ number }) => number !== row.proposal)
      .map((change) => ({ ref: change.branch, kind: "change" as BranchKind, change })),
  ];
  const { refs } = await remote.list(mirrored.map(({ ref }) => remoteRef(context, ref)));
  const known: MirroredBranch[] = [];
  for (const branch of mirrored) {
    known.push({ ...branch, there: refs.get(remoteRef(context, branch.ref)) });
  }
  return fetchUnknown(context, known);
}

async function fetchUnknown(
  context: SyncContext,
  branches: readonly MirroredBranch[],
): Promise<RemoteBranches> {
  const { repository } = context.store;
  const refused = new Map<string, UpstreamProblem>();
  const fetched = new Map<string, string>();
  const unknown: MirroredBranch[] = [];
  for (const branch of branches) {
    const { there } = branch;
    const isHere = there === undefined || (await repository.areAncestors([there], there));
    if (!isHere) unknown.push(branch);
  }
  // Retry without rejected branches, so that the others are fetched.
  for (;;) {
    const wanted = unknown.filter(({ ref }) => !refused.has(ref));
    if (wanted.length === 0) break;
    const found = await fetchBranches(context, wanted);
    if (found.refused.size === 0) {
      for (const [ref, tip] of found.tips) fetched.set(ref, tip);
      break;
    }
    for (const [ref, problem] of found.refused) refused.set(ref, problem);
  }
  const found: MirroredBranch[] = [];
  for (const branch of branches) {
    found.push({ ...branch, there: fetched.get(branch.ref) ?? branch.there });
  }
  return { branches: found, refused };
}

interface Fetched {
  readonly tips: ReadonlyMap<string, string>;
  readonly refused: ReadonlyMap<string, UpstreamProblem>;
}

/** Fetches branches into quarantine. They enter the repository only if all of them are allowed. */
async function fetchBranches(
  context: SyncContext,
  wanted: readonly MirroredBranch[],
): Promise<Fetched> {
  const { remote, store, tracking, signal } = context;
  const names = wanted.map(({ ref }) => remoteRef(context, ref));
  await using found = await remote.fetch(names, LIMITS);
  const tips = new Map<string, string>();
  const refused = new Map<string, UpstreamProblem>();
  const moves: RefMove[] = [];
  for (const { ref, kind } of wanted) {
    const tip = found.refs.get(remoteRef(context, ref));
    if (tip === undefined) continue;
    signal.throwIfAborted();
    const incoming = found.incoming.repository;
    const from = (await tracking.agreed(ref)) ?? (await incoming.mergeBase(store.head(), tip));
    const issues =
      kind === "published"
        ? []
        : await store.checkTree({ incoming, to: tip, ...(from !== undefined && { from }) });
    if (issues.length > 0) {
      const message =
        "The upstream contains files that no branch of the site can have. Nothing was changed.";
      refused.set(ref, refusedBy(issues, message));
    } else {
      tips.set(ref, tip);
      moves.push(...(await tracking.seen(ref, tip)));
    }
  }
  if (refused.size === 0) await found.incoming.land(moves);
  return { tips, refused };
}
