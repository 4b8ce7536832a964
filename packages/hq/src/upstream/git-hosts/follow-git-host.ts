import { createHash } from "node:crypto";
import { isCmsError } from "@loam/cms-core";
import { createMask } from "@loam/cms-core/mask";
import { type Change, findChange, listOpenChanges } from "../../content/changes/changes.ts";
import { closeChange } from "../../content/changes/end-change.ts";
import { type ReadChange, readChange } from "../../content/changes/read-change.ts";
import { unapprovedFiles } from "../../content/changes/unvouched-files.ts";
import type { UpstreamProblem } from "../connection/report.ts";
import { sealPurpose } from "../connection/seal-upstream.ts";
import { findUpstream } from "../connection/upstreams.ts";
import { recordUpstreamMerge } from "../sync/end-changes.ts";
import type { SyncContext } from "../sync/sync-context.ts";
import type { FollowGitHost } from "../sync/sync-upstream.ts";
import { branchName } from "../sync/tracking.ts";
import { gitHostFetch } from "./git-host-fetch.ts";
import type { GitHost, HostRequest } from "./git-host.ts";
import { openGitHost } from "./open-git-host.ts";
import { AWAITS_APPROVAL, reportChange } from "./report-change.ts";
import {
  findRequest,
  keepRequest,
  openRequests,
  type Reported,
  parseReported,
  type RequestRow,
  updateRequest,
} from "./requests.ts";

/**
 * Keeps a pull or merge request on the Git host for each change request whose branch is upstream: opens it, reports the
 * changes and whether they can be merged, and follows merges and closures in both directions.
 *
 * @returns the error of the Git host's API, or null
 */
export const followGitHost: FollowGitHost = async (context) => {
  const { row, sealer, egress, log, signal } = context;
  let mask = createMask([]);
  try {
    const token = tokenOf(row, (sealed, part) =>
      sealer.open(sealed, sealPurpose(row.site_id, part)),
    );
    mask = createMask(token === undefined ? [] : [token]);
    const forge = openGitHost(row, { token, fetch: gitHostFetch(egress, mask) });
    if (forge === undefined) return null;
    await followOpen(context, forge);
    await endOnHost(context, forge);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (isCmsError(error) && REPORTED_CODES.has(error.code)) return toProblem(error);
    const { name, stack = String(error) } =
      error instanceof Error ? error : new Error(String(error));
    const err = { type: name, stack: mask.maskText(stack) };
    log.error({ err, siteId: row.site_id }, "a Git host cannot be synced");
    return {
      code: "forge_failed",
      message: "The Git host sent a response that HQ does not understand.",
    };
  }
};

const REPORTED_CODES: ReadonlySet<string> = new Set([
  "forge_failed",
  "target_refused",
  "secret_unreadable",
]);

function toProblem({ message }: { readonly message: string }): UpstreamProblem {
  return { code: "forge_failed", message };
}

function tokenOf(
  { forge_token: own, login, login_kind: kind }: SyncContext["row"],
  open: (sealed: string, part: "forge" | "login") => string,
): string | undefined {
  if (own !== null) return open(own, "forge");
  return kind === "token" && login !== null ? open(login, "login") : undefined;
}

async function followOpen(context: SyncContext, forge: GitHost): Promise<void> {
  const { hq, row, tracking, store, signal } = context;
  // This sync might have just opened it.
  const proposal = (await findUpstream(hq.database, row.site_id))?.proposal;
  for (const change of await listOpenChanges(hq.database, row.site_id)) {
    signal.throwIfAborted();
    if (change.number === proposal || change.draft) continue;
    const head = await tracking.agreed(change.branch);
    if (head === undefined) continue;
    const tip = await store.repository.resolveRef(change.branch);
    if (head === tip) await followChange(context, forge, { change, head });
    else if (tip !== undefined) await reportHeld(context, forge, { change, head, tip });
  }
}

/** For a held change request, newer commits are not upstream. The check of the upstream commit reports that. */
async function reportHeld(
  { hq, row, store, baseUrl }: SyncContext,
  forge: GitHost,
  { change, head, tip }: Followed & { readonly tip: string },
): Promise<void> {
  const known = await findRequest(hq.database, row.site_id, change.number);
  if (known?.state !== "open") return;
  const before = parseReported(known);
  const state = "pending";
  if (before?.head === head && before.state === state) return;
  const parts = { database: hq.database, store };
  const unapproved = await unapprovedFiles(parts, change, { head: tip, known: head });
  if (unapproved.length === 0) return;
  const url = changeUrl({ baseUrl, row }, change);
  await forge.report({ commit: head, state, description: AWAITS_APPROVAL, url });
  const at = hq.now().toISOString();
  const reported = { main: store.head(), text: "", ...before, head, state, at };
  await updateRequest(hq.database, known, { reported: JSON.stringify(reported) });
}

interface Followed {
  readonly change: Change;
  readonly head: string;
}

async function followChange(
  context: SyncContext,
  forge: GitHost,
  followed: Followed,
): Promise<void> {
  const { hq, row } = context;
  const known = await findRequest(hq.database, row.site_id, followed.change.number);
  if (known?.state !== "open") {
    // It was closed on the Git host and the change request was reopened, so a new request is needed.
    const request = await openRequest(context, forge, followed.change);
    const created = { request: request.number, url: request.url, state: "open" as const };
    const key = { site_id: row.site_id, number: followed.change.number };
    const kept = { ...key, ...created, comment: null, reported: null };
    return report(context, forge, { ...followed, kept: await keepRequest(hq.database, kept) });
  }
  const request = await forge.read(known.request);
  if (request?.state === "open") {
    return report(context, forge, { ...followed, kept: known });
  }
  await endInHq(context, { ...followed, kept: known, request });
}

async function openRequest(
  { row, baseUrl }: SyncContext,
  forge: GitHost,
  change: Change,
): Promise<HostRequest> {
  const { title, description } = change;
  const asked = { branch: branchName(change.branch), into: row.branch };
  // A crash might have happened after opening it and before storing it.
  const found = await forge.find(asked);
  if (found !== undefined) return found;
  const address = changeUrl({ baseUrl, row }, change);
  const body = `${description}\n\nProposed in [Loam](${address}).`.trim();
  return forge.open({ ...asked, title, body });
}

function changeUrl(
  { baseUrl, row }: Pick<SyncContext, "baseUrl" | "row">,
  { number }: Pick<Change, "number">,
): string {
  return `${baseUrl}/sites/${row.site_id}/review/${number}`;
}

interface Reporting extends Followed {
  readonly kept: RequestRow;
}

/** Reports the changes and whether they can be merged, in a single comment that is updated. */
async function report(
  context: SyncContext,
  forge: GitHost,
  { change, head, kept }: Reporting,
): Promise<void> {
  const { hq, store, site } = context;
  const before = parseReported(kept);
  const main = store.head();
  if (before !== undefined && !isOutdated(context, before, { head, main })) return;
  const read = await readChange({ database: hq.database, store, ...site }, change);
  const address = changeUrl(context, change);
  const { state, summary, text } = reportChange(read, address, await needsApproval(context, read));
  if (before?.head !== head || before.state !== state) {
    await forge.report({ commit: head, state, description: summary, url: address });
  }
  const hash = createHash("sha256").update(text).digest("hex");
  let { comment } = kept;
  if (before?.text !== hash) {
    const isEdited = comment !== null && (await forge.editComment(kept.request, comment, text));
    if (!isEdited) comment = await forge.comment(kept.request, text);
  }
  const at = hq.now().toISOString();
  const reported = JSON.stringify({ head, main, state, text: hash, at });
  await updateRequest(hq.database, kept, { comment, reported });
}

/** Whether approval in HQ is required first. */
async function needsApproval(
  { hq, store, row }: SyncContext,
  { change, head, merge }: ReadChange,
): Promise<boolean> {
  const needsReview = merge?.blockedBy.includes("approval_missing") === true;
  if (needsReview && row.reviewed_there === 0) return true;
  return (await unapprovedFiles({ database: hq.database, store }, change, { head })).length > 0;
}

/** Changes on `main` can affect the merge. Checking is slow, so it doesn't follow every save. */
function isOutdated(
  { hq }: SyncContext,
  before: Reported,
  now: { readonly head: string; readonly main: string },
): boolean {
  // It might have been approved in the meantime.
  if (before.head !== now.head || before.state === "pending") return true;
  const ageMs = hq.now().getTime() - Date.parse(before.at);
  return before.main !== now.main && ageMs >= hq.config.upstreamIntervalSeconds * 1000;
}

interface EndedOnHost extends Reporting {
  readonly request: HostRequest | undefined;
}

/** Applies a merge or closure on the Git host to HQ. Merges wait until HQ's `main` contains them. */
async function endInHq(
  context: SyncContext,
  { change, head, kept, request }: EndedOnHost,
): Promise<void> {
  const { hq, store, events, row } = context;
  const state = request?.state === "merged" ? "merged" : "closed";
  if (state === "merged") {
    const commit = request?.mergedCommit ?? head;
    const main = store.head();
    // It was just merged, or the merge cannot be taken into `main`: try again later.
    if (!(await store.repository.areAncestors([commit], main))) return;
    await recordUpstreamMerge(context, change, { head, commit: main });
  } else {
    await closeChange({ ...hq, repository: store.repository, by: null }, change);
    events.announce(row.site_id, "change.closed");
  }
  await updateRequest(hq.database, kept, { state });
}

/** Applies merges and closures in HQ to the Git host. */
async function endOnHost(context: SyncContext, forge: GitHost): Promise<void> {
  const { hq, row } = context;
  for (const kept of await openRequests(hq.database, row.site_id)) {
    const change = await findChange(hq.database, row.site_id, kept.number);
    if (change.state === "open") continue;
    const request = await forge.read(kept.request);
    if (request?.state === "open") {
      const text =
        change.state === "merged"
          ? `Merged in Loam, as ${change.end?.mergedCommit ?? ""}.`
          : "Closed in Loam.";
      await forge.comment(kept.request, text);
      await forge.close(kept.request);
    }
    const isMerged = request?.state === "merged" || change.state === "merged";
    await updateRequest(hq.database, kept, { state: isMerged ? "merged" : "closed" });
  }
}
