import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { ActorContext } from "../../../api/policy.ts";
import { defineRoute, type Route } from "../../../api/route.ts";
import { verdictAnswer } from "../change-answer.ts";
import { branchHead } from "../change-branch.ts";
import { changeParams } from "../change-paths.ts";
import type { ChangePlace, ReviewDeps } from "../change-place.ts";
import { findOpenChange, isOwn, repositoryOf } from "../changes.ts";
import { mailReview } from "./review-mail.ts";
import { putReview } from "./reviews.ts";

const newReview = z
  .strictObject({
    verdict: verdictAnswer.default("approved"),
    head: z.string().meta({ description: "The reviewed commit." }),
  })
  .meta({ id: "NewReview" });

const givenReview = z
  .object({ verdict: verdictAnswer, head: z.string() })
  .meta({ id: "GivenReview" });

/** Approves a change request or requests changes. */
export function verdictRoute<Context extends ActorContext>(
  { path, noun, policies, isSite, open }: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return defineRoute({
    method: "post",
    path: `${path}/{n}/approve`,
    id: `approve${noun}`,
    summary: "Approve the current state of the branch, or request changes",
    policy: policies.approve,
    ...(isSite && { tells: "change.reviewed" as const }),
    input: {
      params: changeParams,
      body: newReview,
    },
    audit: { event: "change.reviewed" },
    answer: givenReview,
    handle: async (input) => {
      const { actor, body } = input;
      const place = await open(input);
      const change = await findOpenChange(database, repositoryOf(place.owner), input.params.n);
      if (body.verdict === "approved" && isOwn(change, actor.userId)) {
        throw new CmsError(
          "forbidden",
          "You cannot approve your own change request, or one whose last change is yours.",
        );
      }
      const head = await branchHead(place.repository, change);
      if (head !== body.head) {
        const message = "The branch has moved since you reviewed it. Review it again.";
        throw new CmsError("stale", message, { details: { base: body.head, current: head } });
      }
      const review = { ...body, userId: actor.userId, createdAt: now().toISOString() };
      await putReview(database, change, review);
      await mailReview(deps, { place, change, by: actor }, body.verdict);
      return { body };
    },
  });
}
