import { CmsError } from "@loam/cms-core";
import type { CheckedPush, SiteStore } from "@loam/cms-core/store";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import { issueLine } from "../issue-line.ts";
import type { Proposals } from "./push-branches.ts";
import { refusalOf, type RefRules } from "./ref-rules.ts";

/** A push to `main` is a save: it takes the rights of each file, and leaves a site that the editor could have left. */
export function takeMain(
  { sites, proposals }: { readonly sites: SiteRegistry; readonly proposals: Proposals },
  store: SiteStore,
  context: SiteContext,
): RefRules {
  const { site } = context;
  let incomplete: readonly string[] = [];
  return {
    async check({ from, to }, incoming) {
      if (from === null) throw new CmsError("stale", "main is not where it was.");
      const checked = await store.checkPush({ incoming, from, to });
      incomplete = checked.incomplete;
      return [...rightLines(context, checked), ...checked.issues.map((issue) => issueLine(issue))];
    },
    async landed({ from, to }) {
      try {
        await sites.followContent(site.id);
        const pushed = { site, store, by: context.actor.userId, to };
        const merged = from === null ? [] : await proposals.mainPushed({ ...pushed, from });
        if (incomplete.length === 0) return merged;
        const { commit } = await store.completePushed({
          actor: siteActor(undefined),
          paths: incomplete,
          ...(from !== null && { since: from }),
        });
        const files = incomplete.length === 1 ? "1 entry" : `${incomplete.length} entries`;
        return [...merged, `HQ completed ${files} in ${commit.slice(0, 12)}. Run: git pull`];
      } finally {
        await sites.follow(site.id);
      }
    },
  };
}

/** Each kind of file that somebody may not change, by the first path of it. */
function rightLines(context: SiteContext, { touched }: CheckedPush): readonly string[] {
  return [...touched].flatMap(([kind, path]) => {
    const refusal = refusalOf(context, fileAction(kind));
    return refusal === undefined ? [] : [`${path}: forbidden: ${refusal.message}`];
  });
}
