import { mkdirSync } from "node:fs";
import { CmsError, isCmsError } from "@loam/cms-core";
import { openRemote, type Remote, type RemoteLogin } from "@loam/cms-core/git";
import { listOpenChanges } from "../../content/changes/changes.ts";
import { egressProblem } from "../../platform/egress/egress.ts";
import { needsAttention, type UpstreamProblem, type UpstreamReport } from "../connection/report.ts";
import { sealPurpose } from "../connection/seal-upstream.ts";
import {
  parseDecisions,
  dropDecisions,
  recordSync,
  parseReport,
  requireUpstream,
  type UpstreamRow,
} from "../connection/upstreams.ts";
import type { SyncContext, SyncDeps, SyncedSite } from "./sync-context.ts";
import { syncBranches } from "./sync-site.ts";
import { branchName, openTracking } from "./tracking.ts";

/** Enough for slow Git hosts. An aborted sync continues where it stopped. */
const DEADLINE_MS = 30 * 60_000;

/** Updates the Git host after the branches are synced. @returns the error of its API */
export type FollowGitHost = (context: SyncContext) => Promise<UpstreamProblem | null>;

export interface SyncParts extends SyncDeps {
  readonly followForge: FollowGitHost;
  /** Aborts the sync. */
  readonly signal: AbortSignal;
}

/**
 * Syncs a site with its upstream as far as possible and records what prevents it. The caller must hold the lease.
 *
 * @throws CmsError `not_found` without an upstream, `aborted`, and internal errors
 */
export async function syncUpstream(parts: SyncParts, synced: SyncedSite): Promise<UpstreamReport> {
  const { hq, log } = parts;
  const row = await requireUpstream(hq.database, synced.site.id);
  const tried = hq.now().toISOString();
  let report: UpstreamReport;
  let moved = false;
  try {
    const result = await syncAll(parts, synced, row);
    ({ report, moved } = result);
  } catch (error) {
    parts.signal.throwIfAborted();
    const problem = toProblem(error);
    if (problem === undefined) log.error({ err: error, siteId: row.site_id }, "a sync failed");
    report = {
      problem: problem ?? FAULT,
      forgeProblem: null,
      branches: parseReport(row)?.branches ?? [],
    };
  }
  await recordReport(parts, row, { report, tried, moved });
  return report;
}

const FAULT: UpstreamProblem = {
  code: "internal",
  message: "The sync failed. The reason is in the server log. HQ tries again.",
};

async function syncAll(
  parts: SyncParts,
  synced: SyncedSite,
  row: UpstreamRow,
): Promise<{ readonly report: UpstreamReport; readonly moved: boolean }> {
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(DEADLINE_MS)]);
  using remote = await connect(parts, synced, { row, signal });
  const context: SyncContext = {
    ...parts,
    ...synced,
    row,
    remote,
    signal,
    tracking: openTracking(synced.store.repository, row),
    decisions: parseDecisions(row),
    mainBefore: synced.store.head(),
  };
  try {
    const { branches, moved, done } = await syncBranches(context);
    await dropDecisions(parts.hq.database, row.site_id, [...done, ...outdated(context, branches)]);
    const forgeProblem = await parts.followForge(context);
    const left = await withoutEnded(context, branches);
    return { report: { problem: null, forgeProblem, branches: left }, moved };
  } finally {
    await keepHostKeys(parts, row, remote);
  }
}

/** Removes the reports of branches whose change requests ended on the Git host. */
async function withoutEnded(
  { hq, row }: SyncContext,
  branches: UpstreamReport["branches"],
): Promise<UpstreamReport["branches"]> {
  const open = await listOpenChanges(hq.database, row.site_id);
  const names = new Set(open.map(({ branch }) => branchName(branch)));
  return branches.filter(
    ({ name, change }) => change === null || names.has(name) || name === "main",
  );
}

/** Returns decisions about upstream commits that are no longer current. */
function outdated(
  { decisions }: SyncContext,
  branches: UpstreamReport["branches"],
): SyncContext["decisions"] {
  return decisions.filter(
    ({ branch, there }) => !branches.some((one) => one.name === branch && one.there === there),
  );
}

interface Connecting {
  readonly row: UpstreamRow;
  readonly signal: AbortSignal;
}

/** @throws CmsError `upstream_unreachable`, `target_refused`, `secret_unreadable` */
async function connect(
  { egress, sealer, scratch }: SyncParts,
  { store }: SyncedSite,
  { row, signal }: Connecting,
): Promise<Remote> {
  const login = loginOf(row, (sealed) => sealer.open(sealed, sealPurpose(row.site_id, "login")));
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    const address = await egress.pin(row.url);
    return openRemote(store.repository, address, {
      scratch,
      signal,
      ...(login !== undefined && { login }),
      ...(row.known_hosts !== null && { knownHosts: row.known_hosts }),
    });
  } catch (error) {
    if (isCmsError(error)) throw error;
    throw new CmsError("upstream_unreachable", egressProblem(error), { cause: error });
  }
}

function loginOf(
  { login_kind: kind, login, username }: UpstreamRow,
  open: (sealed: string) => string,
): RemoteLogin | undefined {
  if (login === null || kind === "none") return undefined;
  if (kind === "ssh") return { kind: "key", privateKey: open(login) };
  return { kind: "password", username: username ?? "loam", password: open(login) };
}

/** Stores the first key presented by a host, which is expected from then on. */
async function keepHostKeys({ hq }: SyncParts, row: UpstreamRow, remote: Remote): Promise<void> {
  const known = remote.knownHosts();
  if (row.known_hosts !== null || known === undefined || known.trim() === "") return;
  await recordSync(hq.database, row, { known_hosts: known });
}

/** Returns what prevents the sync, or undefined for an internal error. */
function toProblem(error: unknown): UpstreamProblem | undefined {
  if (error instanceof Error && error.name === "TimeoutError") {
    return { code: "upstream_unreachable", message: "The sync took too long and was stopped." };
  }
  if (!isCmsError(error)) return undefined;
  const { code, message } = error;
  const isTheirs = code.startsWith("upstream_") || REPORTED_CODES.has(code);
  return isTheirs ? { code, message } : undefined;
}

const REPORTED_CODES: ReadonlySet<string> = new Set([
  "too_large",
  "target_refused",
  "secret_unreadable",
  "git_missing",
  "insufficient_storage",
  "storage_failed",
]);

interface Synced {
  readonly report: UpstreamReport;
  readonly tried: string;
  readonly moved: boolean;
}

async function recordReport(
  { hq, events }: SyncParts,
  row: UpstreamRow,
  { report, tried, moved }: Synced,
): Promise<void> {
  const before = parseReport(row);
  const failures = report.problem === null ? 0 : row.failures + 1;
  const noted = await recordSync(hq.database, row, {
    report: JSON.stringify(report),
    tried_at: tried,
    failures,
    due_at: new Date(hq.now().getTime() + waitMs(hq.config, failures)).toISOString(),
    ...(report.problem === null && { synced_at: hq.now().toISOString() }),
  });
  if (!noted) return;
  const event = changeEvent(before, report, moved);
  if (event !== undefined) events.announce(row.site_id, event);
}

/** Returns the event for followers: each change of state is reported once. */
function changeEvent(
  before: UpstreamReport | undefined,
  report: UpstreamReport,
  moved: boolean,
): "upstream.failed" | "upstream.rewritten" | "upstream.synced" | undefined {
  if (report.problem !== null) {
    return before?.problem?.code === report.problem.code ? undefined : "upstream.failed";
  }
  const asked = questions(report);
  if (asked !== "" && asked !== questions(before)) return "upstream.rewritten";
  const isNews =
    before === undefined ||
    before.problem !== null ||
    needsAttention(before) !== needsAttention(report) ||
    JSON.stringify(before.forgeProblem) !== JSON.stringify(report.forgeProblem);
  return moved || isNews ? "upstream.synced" : undefined;
}

function questions(of: UpstreamReport | undefined): string {
  return (of?.branches ?? [])
    .flatMap(({ name, there, question }) => (question === null ? [] : `${name}@${there}`))
    .join();
}

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 60 * 60_000;
const JITTER = 0.1;

/** Returns the time until the next sync: the interval, or longer and longer after consecutive failures. */
function waitMs({ upstreamIntervalSeconds }: SyncDeps["hq"]["config"], failures: number): number {
  const ms =
    failures === 0
      ? upstreamIntervalSeconds * 1000
      : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
  return ms * (1 + JITTER * Math.random());
}
