import { CmsError } from "@loam/cms-core";
import { type CheckedMerge, type CheckedPush, MAIN, type SiteStore } from "@loam/cms-core/site";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import { PROPOSED, refusedBy, type Unplaced } from "../git-place.ts";
import { issueLine } from "../issue-line.ts";
import { nothingNew, type Proposals } from "./push-branches.ts";
import { refusalOf, type RefRules } from "./ref-rules.ts";

/**
 * A push to `main` is a save: it takes the rights of each file, and leaves a site that the editor could have left. Where
 * somebody saved meanwhile, HQ merges both.
 */
export function takeMain(
  { sites, proposals }: { readonly sites: SiteRegistry; readonly proposals: Proposals },
  store: SiteStore,
  context: SiteContext,
): RefRules {
  const { site, actor } = context;
  let incomplete: readonly string[] = [];
  let hints: readonly string[] = [];
  /** The commit that HQ made of it. */
  let merged: string | undefined;
  return {
    async place({ ref, from, to }, { incoming, add }) {
      merged = undefined;
      const head = store.head();
      if (ref === MAIN && from === head) return { ref, from, to };
      // One that was moved back is nothing to build on.
      if (ref === MAIN && !(from !== null && (await incoming.areAncestors([from], head)))) {
        throw new CmsError("stale", "main is not where it was.");
      }
      const placed = await mergeInto(store, context, { ref, to, incoming, add });
      if ("refusal" in placed) return placed;
      if (placed.to !== to) merged = placed.to;
      return placed;
    },
    async check({ from, to }, incoming) {
      if (from === null) throw new CmsError("stale", "main is not where it was.");
      const checked = await store.checkPush({ incoming, from, to });
      incomplete = checked.incomplete;
      hints = checked.hints.map((issue) => issueLine(issue));
      return [...rightLines(context, checked), ...checked.issues.map((issue) => issueLine(issue))];
    },
    noting: async () => Promise.resolve(),
    async landed({ from, to }) {
      try {
        await sites.followContent(site.id);
        const lines = [...(merged === undefined ? [] : [mergedLine(merged)]), ...hints];
        const pushed = { site, store, by: actor.userId, to };
        if (from !== null) lines.push(...(await proposals.mainPushed({ ...pushed, from })));
        if (incomplete.length === 0) return lines;
        const { commit } = await store.completePushed({
          paths: incomplete,
          ...(from !== null && { since: from }),
        });
        const files = incomplete.length === 1 ? "1 entry" : `${incomplete.length} entries`;
        return [...lines, `HQ completed ${files} in ${commit.slice(0, 12)}. Run: git pull`];
      } finally {
        await sites.follow(site.id);
      }
    },
  };
}

interface Overtaken extends Pick<Parameters<RefRules["place"]>[1], "incoming" | "add"> {
  readonly ref: string;
  readonly to: string;
}

/** Merges a push with where `main` stands by now. */
async function mergeInto(
  store: SiteStore,
  { actor }: SiteContext,
  { ref, to, incoming, add }: Overtaken,
): ReturnType<RefRules["place"]> {
  const head = store.head();
  // What a merge reads is bounded, too.
  const issues = await store.checkTree({ incoming, from: head, to });
  if (issues.length > 0) return refusedBy(issues.map((issue) => issueLine(issue)));
  const [last] = await incoming.commitsBetween({ from: head, to, limit: 1 });
  if (last === undefined && ref !== MAIN) return nothingNew(ref);
  const note = {
    actor: siteActor(actor),
    message: `Merge push: ${last?.subject ?? to}`,
    trailers: { "Loam-Action": "merge-push" },
  };
  const placed = await store.mergePushed({ incoming, add, to }, note);
  if ("conflicts" in placed) return conflicting(placed.conflicts);
  return { ref: MAIN, from: head, to: placed.commit };
}

function mergedLine(commit: string): string {
  return `main moved meanwhile; HQ merged both in ${commit.slice(0, 12)}. Run: git pull`;
}

const MOST_SHOWN = 20;

function conflicting(conflicts: CheckedMerge["conflicts"]): Unplaced {
  const lines = conflicts.map(({ file, path }) => {
    return `${file}: conflict: main changed ${path || "it"}, too, and differently.`;
  });
  const what = `Run: git pull, decide what is to stand, and push again. Or have it decided with others: git push origin HEAD:${PROPOSED}`;
  return { lines: [...lines.slice(0, MOST_SHOWN), what], refusal: "conflict with main" };
}

/** Each kind of file that somebody may not change, by the first path of it. */
function rightLines(context: SiteContext, { touched }: CheckedPush): readonly string[] {
  return [...touched].flatMap(([kind, path]) => {
    const refusal = refusalOf(context, fileAction(kind));
    return refusal === undefined ? [] : [`${path}: forbidden: ${refusal.message}`];
  });
}
