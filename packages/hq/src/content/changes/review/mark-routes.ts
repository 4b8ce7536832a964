import { z } from "zod";
import type { ActorContext } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { changeParams } from "../change-paths.ts";
import type { ChangePlace, ReviewDeps } from "../change-place.ts";
import { findChange, repositoryOf } from "../changes.ts";
import { markSeen, markViewed } from "./reading-marks.ts";

const seen = z
  .strictObject({
    until: z.iso
      .datetime()
      .exactOptional()
      .meta({ description: "`asOf` of the response that was shown. Default: now." }),
  })
  .meta({ id: "SeenMark" });

const viewed = z
  .strictObject({ path: z.string().max(1000), viewed: z.boolean().default(true) })
  .meta({ id: "ViewedMark" });

/** What each user has seen of change requests. Only visible to that user. */
export function markRoutes<Context extends ActorContext>(
  { path, noun, policies, open }: ChangePlace<Context>,
  { database, now }: ReviewDeps,
): readonly Route[] {
  return [
    defineRoute({
      method: "put",
      path: `${path}/{n}/seen`,
      id: `mark${noun}Seen`,
      summary: "Mark a change request as viewed. Only later activity is unread",
      policy: policies.read,
      input: {
        params: changeParams,
        body: seen.optional(),
      },
      answer: nothing,
      handle: async (input) => {
        const { owner } = await open(input);
        const change = await findChange(database, repositoryOf(owner), input.params.n);
        const at = now();
        const until = new Date(input.body?.until ?? at);
        const seenAt = (until < at ? until : at).toISOString();
        await markSeen(database, { ...change, userId: input.actor.userId }, seenAt);
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "put",
      path: `${path}/{n}/viewed`,
      id: `mark${noun}Viewed`,
      summary: "Mark a change in a change request as viewed, until it changes again",
      policy: policies.read,
      input: {
        params: changeParams,
        body: viewed,
      },
      answer: nothing,
      handle: async (input) => {
        const { owner, repository } = await open(input);
        const change = await findChange(database, repositoryOf(owner), input.params.n);
        const head = change.end?.head ?? (await repository.resolveRef(change.branch));
        const found = head && (await repository.findFiles(head, [input.body.path]));
        const blob = input.body.viewed ? ((found && found.get(input.body.path)) ?? "") : undefined;
        const { path: at } = input.body;
        await markViewed(database, { ...change, userId: input.actor.userId }, { path: at, blob });
        return { body: undefined };
      },
    }),
  ];
}
