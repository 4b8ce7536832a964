import { z } from "zod";
import type { Change } from "./changes.ts";
import type { ListedChange } from "./list-changes.ts";
import { type Review, verdictAnswer } from "./review/reviews.ts";

const HEADS = "refs/heads/";

export const changeState: z.ZodType<Change["state"], Change["state"]> = z
  .enum(["open", "merged", "closed"])
  .meta({ id: "ChangeRequestState" });

const plainChange = z.object({
  number: z.int(),
  title: z.string(),
  description: z.string(),
  branch: z.string().meta({ description: "Name in Git: `change/3-new-words`." }),
  state: changeState,
  draft: z.boolean().meta({ description: "Whether it is a draft. Drafts cannot be merged." }),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pushedBy: z.string().nullable().meta({
    description: "The last person who changed its content, and therefore cannot approve it.",
  }),
  reviewers: z.array(z.string()).meta({ description: "IDs of the requested reviewers." }),
  mergedCommit: z.string().nullable(),
  endedBy: z.string().nullable().meta({ description: "User who merged or closed it." }),
  endedAt: z.string().nullable(),
});

/** A change request. */
export const changeAnswer: z.ZodType<ChangeAnswer, ChangeAnswer> = plainChange.meta({
  id: "ChangeRequest",
});

export interface ChangeAnswer {
  number: number;
  title: string;
  description: string;
  branch: string;
  state: Change["state"];
  draft: boolean;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
  pushedBy: string | null;
  reviewers: string[];
  mergedCommit: string | null;
  endedBy: string | null;
  endedAt: string | null;
}

export function showChange(change: Change): ChangeAnswer {
  const { branch, reviewers, end } = change;
  return {
    number: change.number,
    title: change.title,
    description: change.description,
    state: change.state,
    draft: change.draft,
    createdBy: change.createdBy,
    createdAt: change.createdAt,
    updatedAt: change.updatedAt,
    pushedBy: change.pushedBy,
    branch: branch.slice(HEADS.length),
    reviewers: [...reviewers],
    mergedCommit: end?.mergedCommit ?? null,
    endedBy: end?.by ?? null,
    endedAt: end?.at ?? null,
  };
}

const reviewAnswer = z
  .object({
    userId: z.string(),
    verdict: verdictAnswer,
    head: z.string(),
    current: z.boolean().meta({ description: "Whether nothing was pushed since the approval." }),
    createdAt: z.string(),
  })
  .meta({ id: "Review" });

interface ShownReview extends Review {
  readonly current: boolean;
}

/** A change request as seen by the current user. */
export interface ListedAnswer extends ChangeAnswer {
  head: string | null;
  reviews: ShownReview[];
  comments: number;
  openThreads: number;
  unreadComments: number;
  unread: boolean;
}

export const listedAnswer: z.ZodType<ListedAnswer, ListedAnswer> = plainChange
  .extend({
    head: z.string().nullable().meta({
      description:
        "Commit of the branch, or its last commit if the change request is closed; null if the branch was deleted.",
    }),
    reviews: z.array(reviewAnswer),
    comments: z.int(),
    openThreads: z.int().meta({ description: "Number of unresolved threads." }),
    unreadComments: z
      .int()
      .meta({ description: "Number of comments by others since you marked it as viewed." }),
    unread: z
      .boolean()
      .meta({ description: "Whether others did anything in it since you marked it as viewed." }),
  })
  .meta({ id: "ChangeRequestSummary" });

export function showListed(change: ListedChange): ListedAnswer {
  const { head, reviews, comments, openThreads, unreadComments, unread } = change;
  return {
    ...showChange(change),
    head: head ?? null,
    reviews: reviews.map((review) => {
      const { userId, verdict, createdAt } = review;
      return { userId, verdict, head: review.head, current: review.head === head, createdAt };
    }),
    comments,
    openThreads,
    unreadComments,
    unread,
  };
}

/** Returns the ids of all users referenced by a change request. */
export function referencedUserIds({
  createdBy,
  reviewers,
  end,
  reviews,
}: ListedChange): (string | null)[] {
  return [createdBy, end?.by ?? null, ...reviewers, ...reviews.map(({ userId }) => userId)];
}

interface BranchHead {
  readonly head: string;
}

/** The commit of a branch after it was changed. */
export const branchHeadAnswer: z.ZodType<BranchHead, BranchHead> = z
  .object({ head: z.string() })
  .meta({ id: "BranchHead" });

type MergeSide = "main" | "branch";

/** Which side of a conflict to take. */
export const mergeSide: z.ZodType<MergeSide, MergeSide> = z
  .enum(["main", "branch"])
  .meta({ id: "MergeSide" });
