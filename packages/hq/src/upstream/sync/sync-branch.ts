import { CmsError, isCmsError } from "@loam/cms-core";
import { lostRef } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import { unapprovedFiles } from "../../content/changes/unvouched-files.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type {
  BranchReport,
  Decision,
  UpstreamProblem,
  UpstreamQuestion,
} from "../connection/report.ts";
import { type Ended, type MirroredBranch, reportBranch } from "./mirrored-branch.ts";
import { type BranchFacts, type BranchPlan, planBranch } from "./plan-branch.ts";
import { remoteRef, type SyncContext } from "./sync-context.ts";
import { mergeAsDecided, mergeIntoMain, type MainMergeResult } from "./sync-main.ts";
import { branchName, keepMove, moveRefs } from "./tracking.ts";

/** Result of syncing a branch. */
export interface SyncedBranch {
  readonly report: BranchReport;
  /** Whether anything moved on either side. */
  readonly moved: boolean;
  /** Whether the upstream branch moved in the meantime, so that another round is needed. */
  readonly again: boolean;
  /** The decision that was applied and can be deleted. */
  readonly done?: Decision;
}

const MAX_STEPS = 5;

/** Syncs a branch step by step until both sides have the same commit or a user must decide. */
export async function syncBranch(
  context: SyncContext,
  branch: MirroredBranch,
): Promise<SyncedBranch> {
  let { there } = branch;
  let moved = false;
  let done: Decision | undefined;
  let here: string | undefined;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    context.signal.throwIfAborted();
    const facts = await readFacts(context, { ...branch, there });
    ({ here } = facts);
    const decided = step === 0 ? decisionFor(context, branch, facts) : undefined;
    const plan = planBranch(facts);
    const result = await runStep(context, branch, { facts, plan, decided });
    done ??= decided;
    moved ||= result.moved === true;
    if (result.kind === "on") {
      ({ there } = result);
      continue;
    }
    const report = await reportBranch(context, { ...branch, here, there }, result);
    return { report, moved, again: result.kind === "again", ...(done && { done }) };
  }
  const report = await reportBranch(context, { ...branch, here, there }, { kind: "waiting" });
  return { report, moved, again: true, ...(done && { done }) };
}

async function readFacts(
  context: SyncContext,
  { ref, kind, there }: MirroredBranch,
): Promise<BranchFacts> {
  const { store, tracking } = context;
  const { repository } = store;
  const here = await repository.resolveRef(ref);
  const was = await tracking.agreed(ref);
  const has = async (tip: string | undefined, commit: string | undefined): Promise<boolean> => {
    if (tip === undefined || commit === undefined) return false;
    return tip === commit || repository.areAncestors([commit], tip);
  };
  const isKnown = here !== undefined && there !== undefined && here !== there;
  const hereHasThere = await has(here, there);
  const thereHasHere = await has(there, here);
  const isRelated =
    hereHasThere ||
    thereHasHere ||
    (isKnown && (await repository.mergeBase(here, there)) !== undefined);
  return {
    kind,
    here,
    there,
    was,
    hereHasThere,
    thereHasHere,
    hereHasWas: was === undefined || (await has(here, was)),
    thereHasWas: was === undefined || there === undefined || (await has(there, was)),
    related: isRelated,
    taken: kind === "change" && isTaken(context, { ref, there, was }),
  };
}

/**
 * Names below `change/` belong to HQ. An upstream branch with any other name might be someone else's and must not be
 * moved.
 */
function isTaken(
  context: SyncContext,
  { ref, there, was }: Pick<BranchFacts, "there" | "was"> & { readonly ref: string },
): boolean {
  if (remoteRef(context, ref) === remoteRef(context, MAIN)) return true;
  return was === undefined && there !== undefined && !ref.startsWith("refs/heads/change/");
}

/** Returns a user's decision if it is about the current upstream commit. */
function decisionFor(
  { decisions }: SyncContext,
  { ref }: MirroredBranch,
  { there }: BranchFacts,
): Decision | undefined {
  const name = branchName(ref);
  return decisions.find((one) => one.branch === name && one.there === (there ?? null));
}

/** How a step ended. `on` continues with the new state. */
type Step =
  | { readonly kind: "on"; readonly there: string | undefined; readonly moved: true }
  | Ended;

interface StepContext {
  readonly facts: BranchFacts;
  readonly plan: BranchPlan;
  readonly decided: Decision | undefined;
}

async function runStep(
  context: SyncContext,
  branch: MirroredBranch,
  { facts, plan, decided }: StepContext,
): Promise<Step> {
  switch (plan.kind) {
    case "nothing":
      return { kind: "nothing" };
    case "agreed":
      if (facts.here !== undefined) await context.tracking.agree(branch.ref, facts.here);
      return { kind: "agreed" };
    case "taken":
      return { kind: "rejected", problem: takenName(branch) };
    case "push":
      return push(context, branch, facts);
    case "take":
      return branch.kind === "main"
        ? takeMain(context, facts, plan.how === "forward")
        : mergeChange(context, branch, { facts, how: plan.how, decided });
    case "ask": {
      const { question } = plan;
      const isChosen = decided !== undefined && question.choices.includes(decided.take);
      return isChosen
        ? applyDecision(context, branch, { facts, question, decided })
        : { kind: "question", question };
    }
  }
}

function takenName({ ref }: MirroredBranch): UpstreamProblem {
  const name = branchName(ref);
  const message = `The upstream has a branch ${name} that HQ did not create, so HQ does not change it. To propose it, use another branch name: git push origin ${name}:refs/for/main`;
  return { code: "upstream_rejected", message };
}

async function push(
  context: SyncContext,
  { ref, kind, change }: MirroredBranch,
  { here, there }: BranchFacts,
): Promise<Step> {
  const { remote, tracking, store } = context;
  if (here === undefined) return { kind: "nothing" };
  // A change request without commits cannot have a pull request, and there is nothing to review.
  const isEmpty = kind === "change" && (await store.repository.areAncestors([here], store.head()));
  if (isEmpty && there === undefined) return { kind: "nothing" };
  // Git hosts run the CI scripts of any branch that they receive.
  const parts = { database: context.hq.database, store };
  const unapproved = change && (await unapprovedFiles(parts, change, { head: here, known: there }));
  if (unapproved !== undefined && unapproved.length > 0)
    return { kind: "held", problem: waitsFor(unapproved) };
  const outcome = await remote.push({
    ref: remoteRef(context, ref),
    from: there ?? null,
    to: here,
  });
  if (outcome.kind === "moved_meanwhile") return { kind: "again" };
  if (outcome.kind === "refused") {
    const subject =
      change === undefined ? branchName(ref) : `the branch of change request ${change.number}`;
    const reason = outcome.reason.replace(/\.$/, "");
    const message = `The upstream rejected ${subject}: ${reason}. Allow the credential to push it, or merge it upstream.`;
    return { kind: "rejected", problem: { code: "upstream_rejected", message } };
  }
  await tracking.agree(ref, here);
  // Someone might have saved in the meantime; that is left to the next sync.
  return { kind: "agreed", moved: true };
}

function waitsFor(paths: readonly string[]): UpstreamProblem {
  const message = `It changes ${paths.join(", ")}, which its author cannot merge. HQ pushes it after someone who can has approved it.`;
  return { code: "review_required", message };
}

async function takeMain(
  context: SyncContext,
  { there }: BranchFacts,
  forward: boolean,
): Promise<Step> {
  if (there === undefined) return { kind: "nothing" };
  return afterTaking(context, there, await mergeIntoMain(context, there, { forward }));
}

async function afterTaking(
  context: SyncContext,
  there: string,
  taken: MainMergeResult,
): Promise<Step> {
  if (taken.kind !== "taken") return taken;
  await context.tracking.agree("refs/heads/main", there);
  return { kind: "on", there, moved: true };
}

type TakeMode = "forward" | "merge" | "replace";

interface TakeContext {
  readonly facts: BranchFacts;
  readonly how: TakeMode;
}

/**
 * Takes upstream pushes to the branch of a change request. If both sides changed the same parts, a user must decide.
 */
async function mergeChange(
  context: SyncContext,
  branch: MirroredBranch,
  { decided, ...taking }: TakeContext & { readonly decided: Decision | undefined },
): Promise<Step> {
  try {
    return await takeChange(context, branch, taking);
  } catch (error) {
    if (!isCmsError(error)) throw error;
    if (error.code === "stale") return { kind: "again" };
    if (error.code !== "conflict") throw error;
    const { facts } = taking;
    const question: UpstreamQuestion = {
      kind: "conflict",
      was: facts.was ?? null,
      choices: ["ours", "theirs"],
    };
    if (decided !== undefined) return applyDecision(context, branch, { facts, question, decided });
    const message = `${error.message} Merge the two sides with Git and push the result, or choose one.`;
    return { kind: "question", question, problem: { code: "conflict", message } };
  }
}

async function takeChange(
  context: SyncContext,
  branch: MirroredBranch,
  { facts, how }: TakeContext,
): Promise<Step> {
  const { here, there } = facts;
  if (here === undefined || there === undefined) return { kind: "nothing" };
  const { store, tracking } = context;
  if (how === "merge") {
    const other = { ref: branch.ref, tip: here, other: there };
    const message = `Merge upstream changes of ${branchName(branch.ref)}`;
    const trailers = { "Loam-Action": "merge-upstream" };
    await store.updateBranch(other, { actor: siteActor(undefined), message, trailers });
  } else {
    await replaceBranch(context, branch.ref, { from: here, to: there, keep: how === "replace" });
  }
  await tracking.agree(branch.ref, there);
  await announceUpdate(context, branch);
  return { kind: "on", there, moved: true };
}

async function replaceBranch(
  { store }: SyncContext,
  ref: string,
  { from, to, keep }: { readonly from: string; readonly to: string; readonly keep: boolean },
): Promise<void> {
  const { repository } = store;
  const lostMoves = keep ? await keepMove(repository, lostRef(ref, from), from) : [];
  await moveRefs(repository, [{ ref, from, to }, ...lostMoves]);
}

async function announceUpdate(
  { hq, events, row }: SyncContext,
  { change }: MirroredBranch,
): Promise<void> {
  if (change === undefined) return;
  await hq.database
    .updateTable("changes")
    .set({ updated_at: hq.now().toISOString(), updated_by: null })
    .where("repository", "=", row.site_id)
    .where("number", "=", change.number)
    .where("state", "=", "open")
    .execute();
  events.announce(row.site_id, "change.updated");
}

interface DecisionContext {
  readonly facts: BranchFacts;
  readonly question: UpstreamQuestion;
  readonly decided: Decision;
}

/** Applies a user's decision. The discarded side is kept with a ref. */
async function applyDecision(
  context: SyncContext,
  branch: MirroredBranch,
  { facts, question, decided }: DecisionContext,
): Promise<Step> {
  const { store } = context;
  const { here, there, was } = facts;
  if (decided.take === "ours") {
    if (there !== undefined) {
      const lost = lostRef(`upstream/${branchName(branch.ref)}`, there);
      await moveRefs(store.repository, await keepMove(store.repository, lost, there));
    }
    return push(context, branch, facts);
  }
  if (here === undefined || there === undefined) return { kind: "question", question };
  if (branch.kind === "change") {
    return takeChange(context, branch, { facts, how: "replace" });
  }
  if (branch.kind === "published") {
    throw new CmsError(
      "invalid",
      "Only HQ writes this branch, so nothing is taken from the upstream.",
    );
  }
  const how = { take: decided.take, was, kind: question.kind };
  return afterTaking(context, there, await mergeAsDecided(context, there, how));
}
