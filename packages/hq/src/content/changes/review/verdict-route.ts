import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { ActorContext } from "../../../api/policy.ts";
import type { Route } from "../../../api/route.ts";
import { branchHead } from "../change-branch.ts";
import { changeParams } from "../change-paths.ts";
import type { ChangePlace, ReviewDeps } from "../change-place.ts";
import { changeRoute } from "../change-route.ts";
import { isOwn } from "../changes.ts";
import { mailReview } from "./review-mail.ts";
import { putReview, verdictAnswer } from "./reviews.ts";

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
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): Route {
  const { database, now } = deps;
  return changeRoute(place, deps, {
    method: "post",
    below: "/approve",
    id: "approveChange",
    summary: "Approve the current state of the branch, or request changes",
    requires: "approve",
    tells: "change.reviewed",
    input: {
      params: changeParams,
      body: newReview,
    },
    audit: { event: "change.reviewed" },
    answer: givenReview,
    onlyOpen: true,
    handle: async ({ actor, body }, opened) => {
      const { change } = opened;
      if (body.verdict === "approved" && isOwn(change, actor.userId)) {
        throw new CmsError(
          "forbidden",
          "You cannot approve your own change request, or one whose last change is yours.",
        );
      }
      const head = await branchHead(opened.place.repository, change);
      if (head !== body.head) {
        const message = "The branch has moved since you reviewed it. Review it again.";
        throw new CmsError("stale", message, { details: { base: body.head, current: head } });
      }
      const review = { ...body, userId: actor.userId, createdAt: now().toISOString() };
      await putReview(database, change, review);
      await mailReview(deps, { ...opened, by: actor }, body.verdict);
      return { body };
    },
  });
}
