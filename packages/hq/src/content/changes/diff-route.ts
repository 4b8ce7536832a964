import { diffFolders } from "@loam/cms-core/git";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { tipOf } from "./change-branch.ts";
import { CHANGE, changeParams } from "./change-paths.ts";
import { findChange } from "./changes.ts";

/** What a change request changes as git prints it, for those who read that. */
export function diffRoute({ hq, sites }: Pick<SiteServices, "hq" | "sites">): Route {
  return defineRoute({
    method: "get",
    path: `${CHANGE}/diff`,
    id: "diffChange",
    summary: "What a change request changes, line by line",
    policy: onSite("site.read"),
    input: { params: changeParams },
    answer: z.object({
      from: z.string().meta({ description: "Where the branch left `main`." }),
      to: z.string(),
      diff: z.string().meta({ description: "As `git diff` prints it; at most a megabyte." }),
    }),
    handle: async ({ site, params: { n } }) => {
      const change = await findChange(hq.database, site.id, n);
      const { repository, head: main } = (await sites.content(site.id)).store;
      const to = change.end?.head ?? (await tipOf(repository, change));
      const from = change.end?.base ?? (await repository.mergeBase(to, main())) ?? to;
      return { body: { from, to, diff: await diffFolders(repository.gitDir, from, to) } };
    },
  });
}
