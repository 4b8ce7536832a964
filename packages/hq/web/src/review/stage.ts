import type { ListedChange } from "../api/changes/changes.ts";

/** Where a proposal stands. */
export type Stage = "draft" | "review" | "ready" | "merged" | "closed";

/** Those of open proposals, in the order in which they go through them. */
export const OPEN_STAGES = ["draft", "review", "ready"] as const;

type Staged = Pick<ListedChange, "state" | "draft" | "createdBy" | "pushedBy" | "reviews">;

/** Ready is what somebody else said yes to as it stands, and nobody wants changed. */
export function stageOf(change: Staged): Stage {
  if (change.state !== "open") return change.state;
  if (change.draft) return "draft";
  const verdicts = new Set(countingReviews(change).map(({ verdict }) => verdict));
  return verdicts.has("approved") && !verdicts.has("changes_requested") ? "ready" : "review";
}

type Review = ListedChange["reviews"][number];

/** Verdicts of what stands there now, by people who may give one. */
export function countingReviews({
  reviews,
  createdBy,
  pushedBy,
}: Pick<Staged, "reviews" | "createdBy" | "pushedBy">): readonly Review[] {
  return reviews.filter(
    ({ current, userId }) => current && userId !== createdBy && userId !== pushedBy,
  );
}

/** Where a person who is asked, or has said something, stands with a proposal. */
export type Standing = "asked" | "approved" | "changes_requested" | "outdated";

export interface Reviewer {
  readonly userId: string;
  readonly standing: Standing;
}

/** Those who are asked, and then those who gave a verdict without being asked. */
export function reviewersOf({
  reviewers,
  reviews,
}: Pick<ListedChange, "reviewers" | "reviews">): readonly Reviewer[] {
  const given = new Map(reviews.map((review) => [review.userId, review]));
  const all = [...new Set([...reviewers, ...given.keys()])];
  return all.map((userId) => {
    const review = given.get(userId);
    if (review === undefined) return { userId, standing: "asked" };
    return { userId, standing: review.current ? review.verdict : "outdated" };
  });
}

/** Whether a proposal waits for somebody's look: they are asked, and have not said anything of what stands there now. */
export function waitsForMe(
  change: Pick<ListedChange, "state" | "draft" | "reviewers" | "reviews">,
  me: string,
): boolean {
  if (change.state !== "open" || change.draft) return false;
  const mine = reviewersOf(change).find(({ userId }) => userId === me);
  return mine?.standing === "asked" || mine?.standing === "outdated";
}
