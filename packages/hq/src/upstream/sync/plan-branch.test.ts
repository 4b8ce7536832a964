import { assert, constantFrom, option, property, subarray } from "fast-check";
import { expect, test } from "vitest";
import { type BranchFacts, type BranchKind, type BranchPlan, planBranch } from "./plan-branch.ts";

function has(one: string | undefined, other: string | undefined): boolean {
  if (other === undefined) return true;
  return one !== undefined && other.split("").every((part) => one.includes(part));
}

/** Builds facts from commits written as their history: `abc` is based on `ab`. */
function factsOf(
  kind: BranchKind,
  commits: Partial<Record<"here" | "there" | "was", string>>,
): BranchFacts {
  const { here, there, was } = commits;
  const related = (here ?? "").split("").some((part) => there?.includes(part) === true);
  return {
    kind,
    here,
    there,
    was,
    hereHasThere: there !== undefined && has(here, there),
    thereHasHere: here !== undefined && has(there, here),
    hereHasWas: has(here, was),
    thereHasWas: has(there, was),
    related,
    taken: false,
  };
}

test.for<[BranchKind, Parameters<typeof factsOf>[1], object]>([
  ["main", { here: "a" }, { kind: "push" }],
  ["main", { here: "ab", there: "ab", was: "a" }, { kind: "agreed" }],
  ["main", { here: "ab", there: "a", was: "a" }, { kind: "push" }],
  ["main", { here: "a", there: "ab", was: "a" }, { kind: "take", how: "forward" }],
  ["main", { here: "ab", there: "ac", was: "a" }, { kind: "take", how: "merge" }],
  ["main", { here: "ab", there: "ac" }, { kind: "take", how: "merge" }],
  ["main", { here: "a", there: "x" }, { question: { kind: "unrelated", was: null } }],
  ["main", { here: "ab", there: "a", was: "ab" }, { question: { kind: "rewritten", was: "ab" } }],
  ["main", { here: "ab", there: "ax", was: "ab" }, { question: { kind: "rewritten" } }],
  ["main", { here: "ax", there: "ab", was: "ab" }, { question: { kind: "rewritten" } }],
  ["main", { here: "ab", was: "ab" }, { question: { kind: "deleted", choices: ["ours"] } }],
  ["published", { there: "x" }, { kind: "nothing" }],
  ["published", { here: "ab", there: "a", was: "a" }, { kind: "push" }],
  ["published", { here: "ab", was: "ab" }, { kind: "push" }],
  ["published", { here: "ab", there: "ac" }, { question: { kind: "moved", choices: ["ours"] } }],
  ["change", { here: "ab", there: "abc", was: "ab" }, { kind: "take", how: "forward" }],
  ["change", { here: "abc", there: "abd", was: "ab" }, { kind: "take", how: "merge" }],
  ["change", { here: "ab", there: "ax", was: "ab" }, { kind: "take", how: "replace" }],
  ["change", { here: "ax", there: "ab", was: "ab" }, { kind: "push" }],
  ["change", { here: "abc", there: "ax", was: "ab" }, { question: { kind: "rewritten" } }],
  ["change", { here: "ab", was: "ab" }, { question: { kind: "deleted" } }],
])("plans %s for %o", ([kind, commits, plan]) => {
  expect(planBranch(factsOf(kind, commits))).toMatchObject(plan);
});

test("leaves an unrelated upstream branch with the same name alone", () => {
  const facts = factsOf("change", { here: "ab", there: "a" });
  expect(planBranch({ ...facts, taken: true })).toEqual({ kind: "taken" });
  // Otherwise the next commit on it would overwrite the upstream branch.
  expect(planBranch({ ...facts, there: "ab", taken: true })).toEqual({ kind: "nothing" });
});

test("overwrites only commits that the other side has, unless it is unchanged", () => {
  const commit = option(subarray("abcdef".split(""), { minLength: 1 }), { nil: undefined });
  const kind = constantFrom<BranchKind>("main", "published", "change");
  assert(
    property(kind, commit, commit, commit, (of, ...parts) => {
      const [here, there, was] = parts.map((one) => one?.join(""));
      const facts = factsOf(of, {
        ...(here !== undefined && { here }),
        ...(there !== undefined && { there }),
        ...(was !== undefined && { was }),
      });
      expect([of, facts, planBranch(facts)]).toSatisfy(keepsBoth);
    }),
  );
});

function keepsBoth([kind, facts, plan]: [BranchKind, BranchFacts, BranchPlan]): boolean {
  const { here, there, was } = facts;
  if (plan.kind === "take") {
    if (plan.how === "replace") return kind === "change" && here === was;
    return kind !== "published" && (plan.how === "merge" || facts.thereHasHere);
  }
  if (plan.kind !== "push") return true;
  return there === undefined || facts.hereHasThere || (kind === "change" && there === was);
}
