import { expect, test } from "vitest";
import { reviewersOf, stageOf, waitsForMe } from "./stage.ts";

const review = (userId: string, verdict: "approved" | "changes_requested", current = true) => {
  return { userId, verdict, current, head: "c1", createdAt: "2026-11-01T00:00:00.000Z" };
};

type Change = Parameters<typeof stageOf>[0] & Parameters<typeof reviewersOf>[0];

const change: Change = {
  state: "open",
  draft: false,
  createdBy: "ann",
  pushedBy: "ann",
  reviewers: ["mara", "daniel"],
  reviews: [],
};

test("derives the stages from draft to merged or closed", () => {
  expect(stageOf({ ...change, draft: true })).toBe("draft");
  expect(stageOf(change)).toBe("review");
  expect(stageOf({ ...change, reviews: [review("mara", "approved")] })).toBe("ready");
  expect(stageOf({ ...change, state: "merged" })).toBe("merged");
  expect(stageOf({ ...change, state: "closed", draft: true })).toBe("closed");
});

test("counts current approvals by others unless changes are requested", () => {
  const yes = review("mara", "approved");
  expect(stageOf({ ...change, reviews: [review("mara", "approved", false)] })).toBe("review");
  expect(stageOf({ ...change, reviews: [review("ann", "approved")] })).toBe("review");
  expect(stageOf({ ...change, pushedBy: "mara", reviews: [yes] })).toBe("review");
  const no = review("daniel", "changes_requested");
  expect(stageOf({ ...change, reviews: [yes, no] })).toBe("review");
});

test("lists requested reviewers followed by other verdicts", () => {
  const reviews = [review("daniel", "approved", false), review("yuki", "changes_requested")];
  expect(reviewersOf({ ...change, reviews })).toEqual([
    { userId: "mara", standing: "asked" },
    { userId: "daniel", standing: "outdated" },
    { userId: "yuki", standing: "changes_requested" },
  ]);
});

test("waits for requested reviewers until they review the current version", () => {
  const asked = { ...change, reviews: [] };
  const said = { ...asked, reviews: [review("mara", "changes_requested")] };
  const moved = { ...asked, reviews: [review("mara", "approved", false)] };
  expect([asked, said, moved].map((one) => waitsForMe(one, "mara"))).toEqual([true, false, true]);
  expect(waitsForMe(asked, "yuki")).toBe(false);
  expect(waitsForMe({ ...asked, draft: true }, "mara")).toBe(false);
});
