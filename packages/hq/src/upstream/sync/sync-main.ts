import { type CmsError, isCmsError } from "@loam/cms-core";
import type { MergeBranch } from "@loam/cms-core/site";
import { siteActor } from "../../sites/registry/site-content.ts";
import { refusedBy, type Take, type UpstreamProblem } from "../connection/report.ts";
import { openUpstreamChange } from "./open-upstream-change.ts";
import { upstreamHost, type SyncContext } from "./sync-context.ts";

/** Result of taking commits into `main`. */
export type MainMergeResult =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly problem: UpstreamProblem }
  | { readonly kind: "proposed"; readonly problem: UpstreamProblem; readonly change: number };

/**
 * Merges an upstream commit into `main`, entry by entry and by the rules of a push. If that fails, the commit becomes a
 * change request and `main` is unchanged.
 */
export async function mergeIntoMain(
  context: SyncContext,
  tip: string,
  how: Pick<MergeBranch, "forward" | "unrelated">,
): Promise<MainMergeResult> {
  const { store, site, row } = context;
  if (site.reviewRequired && row.reviewed_there === 0) {
    const message = "The site requires review.";
    return propose(context, tip, { code: "review_required", message });
  }
  try {
    const { from, checked } = await store.mergeBranch(tip, {
      ...commitNote(context),
      ...how,
      allow: async ({ conflicts, issues, isMerged }) => {
        // If it cannot be recorded, it isn't merged.
        if (conflicts.length + issues.length === 0 && !isMerged) await record(context, tip);
      },
    });
    await settle(context, { from, incomplete: checked.incomplete });
    return { kind: "taken" };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === undefined) throw error;
    // A change request requires a common history with `main`.
    return how.unrelated === true ? { kind: "refused", problem } : propose(context, tip, problem);
  }
}

/** Applies a user's decision about a diverging or unrelated history to `main`. */
export async function mergeAsDecided(
  context: SyncContext,
  tip: string,
  {
    take,
    was,
    kind,
  }: { readonly take: Take; readonly was: string | undefined; readonly kind: string },
): Promise<MainMergeResult> {
  if (take === "both" && (was === undefined || kind === "unrelated")) {
    return mergeIntoMain(context, tip, { unrelated: true });
  }
  try {
    await record(context, tip);
    const { from, checked } = await context.store.replaceMain({
      ...commitNote(context),
      to: tip,
      ...(take === "both" && was !== undefined && { since: was }),
    });
    await settle(context, { from, incomplete: checked.incomplete });
    return { kind: "taken" };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === undefined) throw error;
    return { kind: "refused", problem };
  }
}

function commitNote(context: SyncContext): Pick<MergeBranch, "actor" | "message" | "trailers"> {
  const { row } = context;
  return {
    actor: siteActor(undefined),
    message: `Merge ${row.branch} of ${upstreamHost(context)}`,
    trailers: { "Loam-Action": "merge-upstream" },
  };
}

async function record({ audit, row }: SyncContext, commit: string): Promise<void> {
  const params = { site: row.site_id, commit, upstream: row.url };
  await audit.append({ event: "upstream.pulled", actor: undefined, params, address: "" });
}

/** Updates everything that depends on `main`. */
async function settle(
  { store, follow }: SyncContext,
  { from, incomplete }: { readonly from: string; readonly incomplete: readonly string[] },
): Promise<void> {
  await follow();
  if (incomplete.length > 0) {
    await store.completePushed({ paths: incomplete, since: from });
  }
  await follow({ all: true });
}

async function propose(
  context: SyncContext,
  tip: string,
  problem: UpstreamProblem,
): Promise<MainMergeResult> {
  const change = await openUpstreamChange(context, tip);
  if (change.state === "closed") {
    const message = `${problem.message} It was in change request ${change.number}, which was closed. Reopen the change request, or fix the problem upstream.`;
    return { kind: "refused", problem: { ...problem, message } };
  }
  const message = `${problem.message} The changes are in change request ${change.number}.`;
  return { kind: "proposed", change: change.number, problem: { ...problem, message } };
}

const EXPECTED = new Set(["conflict", "invalid", "invalid_site"]);

/** Returns why it cannot be merged, for users, or undefined for other errors. */
function toProblem(error: unknown): UpstreamProblem | undefined {
  if (!isCmsError(error) || !EXPECTED.has(error.code)) return undefined;
  if (error.code === "conflict") {
    return { code: "conflict", message: `${error.message}${conflictingFiles(error)}` };
  }
  return refusedBy(
    error.issues,
    `The upstream content breaks the rules of the site. ${error.message}`,
  );
}

/** Returns the files in conflict. */
function conflictingFiles({ details }: CmsError): string {
  const { conflicts } = details;
  if (!Array.isArray(conflicts)) return "";
  const files = new Set(conflicts.map((one: unknown) => String(Object(one)["file"])));
  const some = [...files].slice(0, 3).join(", ");
  return files.size > 3 ? ` (${some} and ${files.size - 3} more)` : ` (${some})`;
}
