import { CmsError, countOf } from "@loam/cms-core";
import type { ContentIndex } from "@loam/cms-core/find";
import { type CheckedMerge, type CheckedPush, MAIN, type SiteStore } from "@loam/cms-core/site";
import type { SiteContext } from "../../people/workspaces/policies.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import { PROPOSE_REF, refusedBy, type Unplaced } from "../git-place.ts";
import { issueLine } from "../issue-line.ts";
import { nothingNew, type PushedBranchHandler } from "./push-branches.ts";
import { refusalOf, type RefRules } from "./ref-rules.ts";

/**
 * Rules for `main`: a push is a save. It needs permission for each changed file and must leave the site in a state that
 * the dashboard could have produced. Concurrent saves are merged by HQ.
 */
export function mainRules(
  {
    sites,
    pushedBranches,
  }: { readonly sites: SiteRegistry; readonly pushedBranches: PushedBranchHandler },
  store: SiteStore,
  context: SiteContext,
): RefRules {
  const { site, actor } = context;
  let incomplete: readonly string[] = [];
  let hints: readonly string[] = [];
  let removed: CheckedPush["removed"] = [];
  /** The merge commit by HQ, if any. */
  let merged: string | undefined;
  return {
    async place({ ref, from, to }, { incoming, add }) {
      merged = undefined;
      const head = store.head();
      if (ref === MAIN && from === head) return { ref, from, to };
      // A branch that was moved back cannot be merged.
      if (ref === MAIN && !(from !== null && (await incoming.areAncestors([from], head)))) {
        throw new CmsError("stale", "main has moved.");
      }
      const placed = await mergeInto(store, context, { ref, to, incoming, add });
      if ("refusal" in placed) return placed;
      if (placed.to !== to) merged = placed.to;
      return placed;
    },
    async check({ from, to }, incoming) {
      if (from === null) throw new CmsError("stale", "main has moved.");
      const checked = await store.checkPush({ incoming, from, to });
      incomplete = checked.incomplete;
      hints = checked.hints.map((issue) => issueLine(issue));
      ({ removed } = checked);
      return [
        ...permissionLines(context, checked),
        ...checked.issues.map((issue) => issueLine(issue)),
      ];
    },
    noting: async () => Promise.resolve(),
    async landed({ from, to }) {
      try {
        await sites.followContent(site.id);
        const lines = [...(merged === undefined ? [] : [mergedLine(merged)]), ...hints];
        lines.push(...(await usedLines((await sites.content(site.id)).index, removed)));
        const pushed = { site, store, by: actor.userId, to };
        if (from !== null) lines.push(...(await pushedBranches.mainPushed({ ...pushed, from })));
        if (incomplete.length === 0) return lines;
        const { commit } = await store.completePushed({
          paths: incomplete,
          ...(from !== null && { since: from }),
        });
        const files = countOf(incomplete.length, "entry", "entries");
        return [...lines, `HQ completed ${files} in ${commit.slice(0, 12)}. Run: git pull`];
      } finally {
        await sites.follow(site.id);
      }
    },
  };
}

interface MergePushOptions extends Pick<Parameters<RefRules["place"]>[1], "incoming" | "add"> {
  readonly ref: string;
  readonly to: string;
}

/** Merges a push with the current head of `main`. */
async function mergeInto(
  store: SiteStore,
  { actor }: SiteContext,
  { ref, to, incoming, add }: MergePushOptions,
): ReturnType<RefRules["place"]> {
  const head = store.head();
  // The merge must only read a limited amount of data.
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
  if ("conflicts" in placed) return conflictRefusal(placed.conflicts);
  return { ref: MAIN, from: head, to: placed.commit };
}

function mergedLine(commit: string): string {
  return `main moved in the meantime. HQ merged both in ${commit.slice(0, 12)}. Run: git pull`;
}

/** Returns lines about remaining references to entries that a push deletes. */
async function usedLines(
  index: ContentIndex,
  removed: CheckedPush["removed"],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { id, path } of removed.slice(0, MAX_SHOWN)) {
    const users = new Set((await index.linksTo(id)).map(({ type, slug }) => `${type}/${slug}`));
    if (users.size === 0) continue;
    const shown = [...users].slice(0, MAX_USERS).join(", ");
    const more = users.size > MAX_USERS ? `, and ${users.size - MAX_USERS} more` : "";
    lines.push(
      `${path}: dangling_reference: The file was deleted but is still used by ${shown}${more}.`,
    );
  }
  return lines;
}

const MAX_USERS = 5;
const MAX_SHOWN = 20;

function conflictRefusal(conflicts: CheckedMerge["conflicts"]): Unplaced {
  const lines = conflicts.map(({ file, path }) => {
    return `${file}: conflict: main also changed ${path || "this file"}, in a different way.`;
  });
  const hint = `Run: git pull, resolve the conflict, and push again. To resolve it in a change request, run: git push origin HEAD:${PROPOSE_REF}`;
  return { lines: [...lines.slice(0, MAX_SHOWN), hint], refusal: "conflict with main" };
}

/** Returns a line for each kind of file that the user cannot change, with the first path. */
function permissionLines(context: SiteContext, { touched }: CheckedPush): readonly string[] {
  return [...touched].flatMap(([kind, path]) => {
    const refusal = refusalOf(context, fileAction(kind));
    return refusal === undefined ? [] : [`${path}: forbidden: ${refusal.message}`];
  });
}
