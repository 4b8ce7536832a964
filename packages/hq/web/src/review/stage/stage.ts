import type { ListedChange } from "../../api/changes/changes.ts";

/** The stage of a change request. */
export type Stage = "draft" | "review" | "ready" | "merged" | "closed";

/** The stages of open change requests, in order. */
export const OPEN_STAGES = ["draft", "review", "ready"] as const;

type Staged = Pick<ListedChange, "state" | "draft" | "createdBy" | "pushedBy" | "reviews">;

/** Ready means that the current version is approved and no changes are requested. */
export function stageOf(change: Staged): Stage {
  if (change.state !== "open") return change.state;
  if (change.draft) return "draft";
  const verdicts = new Set(countingReviews(change).map(({ verdict }) => verdict));
  return verdicts.has("approved") && !verdicts.has("changes_requested") ? "ready" : "review";
}

type Review = ListedChange["reviews"][number];

/** Returns the verdicts on the current version by users allowed to give them. */
export function countingReviews({
  reviews,
  createdBy,
  pushedBy,
}: Pick<Staged, "reviews" | "createdBy" | "pushedBy">): readonly Review[] {
  return reviews.filter(
    ({ current, userId }) => current && userId !== createdBy && userId !== pushedBy,
  );
}

/** State of a person's review. */
export type ReviewStatus = "asked" | "approved" | "changes_requested" | "outdated";

export interface Reviewer {
  readonly userId: string;
  readonly standing: ReviewStatus;
}

/** Returns the requested reviewers, followed by others who gave a verdict. */
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

/** Returns whether the user was asked for a review and has not reviewed the current version. */
export function waitsForMe(
  change: Pick<ListedChange, "state" | "draft" | "reviewers" | "reviews">,
  me: string,
): boolean {
  if (change.state !== "open" || change.draft) return false;
  const mine = reviewersOf(change).find(({ userId }) => userId === me);
  return mine?.standing === "asked" || mine?.standing === "outdated";
}
