import { z } from "zod";
import type { ActorContext } from "../../../api/policy.ts";
import { nothing, type Route } from "../../../api/route.ts";
import { changeParams } from "../change-paths.ts";
import type { ChangePlace, ReviewDeps } from "../change-place.ts";
import { changeRoute } from "../change-route.ts";
import { markSeen, markViewed } from "./reading-marks.ts";

const seenMark = z
  .strictObject({
    until: z.iso
      .datetime()
      .exactOptional()
      .meta({ description: "`asOf` of the response that was shown. Default: now." }),
  })
  .meta({ id: "SeenMark" });

const viewedMark = z
  .strictObject({ path: z.string().max(1000), viewed: z.boolean().default(true) })
  .meta({ id: "ViewedMark" });

/** What each user has seen of change requests. Only visible to that user. */
export function markRoutes<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: ReviewDeps,
): readonly Route[] {
  const { database, now } = deps;
  return [
    changeRoute(place, deps, {
      method: "put",
      below: "/seen",
      id: "markChangeSeen",
      summary: "Mark a change request as viewed. Only later activity is unread",
      requires: "read",
      input: {
        params: changeParams,
        body: seenMark.optional(),
      },
      answer: nothing,
      handle: async ({ actor, body }, { change }) => {
        const at = now();
        const until = new Date(body?.until ?? at);
        const seenAt = (until < at ? until : at).toISOString();
        await markSeen(database, { ...change, userId: actor.userId }, seenAt);
        return { body: undefined };
      },
    }),
    changeRoute(place, deps, {
      method: "put",
      below: "/viewed",
      id: "markChangeViewed",
      summary: "Mark a change in a change request as viewed, until it changes again",
      requires: "read",
      input: {
        params: changeParams,
        body: viewedMark,
      },
      answer: nothing,
      handle: async ({ actor, body: { path, viewed } }, { place: { repository }, change }) => {
        const head = change.end?.head ?? (await repository.resolveRef(change.branch));
        const found = head && (await repository.findFiles(head, [path]));
        const blob = viewed ? ((found && found.get(path)) ?? "") : undefined;
        await markViewed(database, { ...change, userId: actor.userId }, { path, blob });
        return { body: undefined };
      },
    }),
  ];
}
