import { diffFolders } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import { z } from "zod";
import type { ActorContext } from "../../api/policy.ts";
import type { Route } from "../../api/route.ts";
import { branchHead } from "./change-branch.ts";
import { changeParams } from "./change-paths.ts";
import type { ChangePlace, ReviewDeps } from "./change-place.ts";
import { changeRoute } from "./change-route.ts";

const diffAnswer = z
  .object({
    from: z.string().meta({ description: "Commit on `main` where the branch starts." }),
    to: z.string(),
    diff: z.string().meta({ description: "Output of `git diff`, up to one megabyte." }),
  })
  .meta({ id: "ChangeRequestDiff" });

/** The changes of a change request as a Git diff. */
export function diffRoute<Context extends ActorContext>(
  place: ChangePlace<Context>,
  deps: Pick<ReviewDeps, "database">,
): Route {
  return changeRoute(place, deps, {
    method: "get",
    below: "/diff",
    id: "diffChange",
    summary: "Get the diff of a change request",
    requires: "read",
    input: { params: changeParams },
    answer: diffAnswer,
    handle: async (_asked, { place: { repository }, change }) => {
      const to = change.end?.head ?? (await branchHead(repository, change));
      const main = await repository.resolveRef(MAIN);
      const from = change.end?.base ?? (main && (await repository.mergeBase(to, main))) ?? to;
      return { body: { from, to, diff: await diffFolders(repository.gitDir, from, to) } };
    },
  });
}
