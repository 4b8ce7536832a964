import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Actor } from "../../../api/permissions/permissions.ts";
import { defineRoute, type Route } from "../../../api/route.ts";
import {
  branchHeadAnswer,
  changeAnswer,
  mergeSide,
  showChange,
} from "../../../content/changes/change-answer.ts";
import { branchHead } from "../../../content/changes/change-branch.ts";
import { changeNumber, changeParams } from "../../../content/changes/change-paths.ts";
import type { ReviewDeps } from "../../../content/changes/change-place.ts";
import { changeRoute } from "../../../content/changes/change-route.ts";
import { type Change, recordBranchMove } from "../../../content/changes/changes.ts";
import { diffRoute } from "../../../content/changes/diff-route.ts";
import { recordMerged } from "../../../content/changes/end-change.ts";
import { recoverMerge } from "../../../content/changes/find-merged.ts";
import {
  managingRoutes,
  openingBody,
  openNewChange,
} from "../../../content/changes/managing-routes.ts";
import { reviewBlocker } from "../../../content/changes/read-change.ts";
import { commentRoutes } from "../../../content/changes/review/comment-routes.ts";
import { markRoutes } from "../../../content/changes/review/mark-routes.ts";
import { mailEnd } from "../../../content/changes/review/review-mail.ts";
import { listReviews } from "../../../content/changes/review/reviews.ts";
import { verdictRoute } from "../../../content/changes/review/verdict-route.ts";
import { type WorkspaceContext } from "../../../people/workspaces/policies.ts";
import { editedVersion, fileOf, skillFiles } from "../skill-routes.ts";
import { recordVersions } from "../trust/record-versions.ts";
import { recordSkillAuthors } from "../trust/skill-reviews.ts";
import { authorsOfChange } from "./authors-of-change.ts";
import { mergeSkills, updateSkillBranch } from "./merge-skills.ts";
import { skillChangeRoute } from "./skill-change-detail.ts";
import { skillPlace, type SkillReviewServices } from "./skill-change-place.ts";

/** `/workspaces/{ws}/skill-changes`: reviews branches of skills and merges them into what workers run. */
export function skillChangeRoutes(services: SkillReviewServices): readonly Route[] {
  const { hq, identity } = services;
  const place = skillPlace(services);
  const deps = { database: hq.database, now: hq.now, mailer: identity.mailer };
  return [
    ...managingRoutes(place, deps),
    proposingRoute(services, deps),
    skillChangeRoute(services),
    diffRoute(place, deps),
    savingRoute(services),
    mergingRoute(services, deps),
    updatingRoute(services),
    ...commentRoutes(place, deps),
    ...markRoutes(place, deps),
    verdictRoute(place, deps),
  ];
}

/** Opens a change request with one skill, both or neither. */
function proposingRoute(services: SkillReviewServices, deps: ReviewDeps): Route {
  const { skills } = services;
  const place = skillPlace(services);
  return defineRoute({
    method: "post",
    path: "/workspaces/{ws}/skill-proposals",
    id: "proposeSkill",
    summary: "Open a change request with a new, edited, or deleted skill",
    policy: place.policies.propose,
    input: {
      body: openingBody.extend({
        skill: z
          .strictObject({ name: z.string(), files: skillFiles, base: editedVersion })
          .meta({ description: "All of its files. None: deletes the skill." }),
      }),
    },
    large: true,
    status: 201,
    answer: changeAnswer,
    handle: async ({ body: { skill, ...opening }, ...context }) => {
      const { workspace, actor } = context;
      const store = await skills.of(workspace.id);
      const write = async (branch: string): Promise<void> => {
        const tip = await branchHead(store.repository, { branch });
        const options = { branch, tip, actor: authorOf(actor), base: skill.base };
        await recordAuthor(services, { workspaceId: workspace.id, place: branch, actor });
        await store.saveOn(skill.name, skill.files.map(fileOf), options);
      };
      const opened = { ...opening, by: actor, write };
      return { body: showChange(await openNewChange(deps, await place.open(context), opened)) };
    },
  });
}

function savingRoute(services: SkillReviewServices): Route {
  const { hq, skills } = services;
  return changeRoute(skillPlace(services), hq, {
    method: "put",
    below: "/skills/{name}",
    id: "saveProposedSkill",
    summary: "Save all files of a skill in a change request. No files deletes the skill",
    requires: "propose",
    input: {
      params: z.object({ n: changeNumber, name: z.string() }),
      body: z.strictObject({
        files: skillFiles,
        head: z
          .string()
          .exactOptional()
          .meta({ description: "Expected commit of the branch. If it has moved, returns 409." }),
      }),
    },
    large: true,
    answer: branchHeadAnswer,
    onlyOpen: true,
    handle: async ({ workspace, actor, params: { name }, body }, { change }) => {
      const store = await skills.of(workspace.id);
      const tip = await branchHead(store.repository, change);
      requireHead(body.head, tip);
      const { branch } = change;
      const options = { branch, tip, actor: authorOf(actor) };
      await recordAuthor({ hq }, { workspaceId: workspace.id, place: branch, actor });
      const head = await store.saveOn(name, body.files.map(fileOf), options);
      if (head !== tip)
        await recordBranchMove(hq.database, change, { by: actor.userId, now: hq.now });
      return { body: { head }, unchanged: head === tip };
    },
  });
}

function mergingRoute(services: SkillReviewServices, deps: ReviewDeps): Route {
  return changeRoute(skillPlace(services), deps, {
    method: "post",
    below: "/merge",
    id: "mergeChange",
    summary: "Merge a change request of skills into main. Each changed skill gets a new version",
    requires: "merge",
    audit: { event: "skills.merged" },
    input: {
      params: changeParams,
      body: z
        .strictObject({
          head: z.string().exactOptional().meta({
            description: "The reviewed commit. The request fails if the branch has moved.",
          }),
        })
        .optional(),
    },
    answer: z
      .object({
        change: changeAnswer,
        commit: z.string(),
        versions: z.array(z.object({ name: z.string(), version: z.int() })),
      })
      .meta({ id: "MergedSkills" }),
    onlyOpen: true,
    handle: async ({ body, ...context }, opened) => {
      const merging = { change: opened.change, head: body?.head };
      const merged = await merge(services, context, merging);
      await mailEnd(deps, { ...opened, change: merged.change, by: context.actor });
      return { body: { ...merged, change: showChange(merged.change) } };
    },
  });
}

interface MergeAsked {
  readonly change: Change;
  readonly head: string | undefined;
}

interface MergedSkills {
  readonly change: Change;
  readonly commit: string;
  readonly versions: { name: string; version: number }[];
}

/** @throws CmsError `stale`, `review_required`, `conflict`, `invalid` */
async function merge(
  { hq, skills }: SkillReviewServices,
  { workspace, actor }: WorkspaceContext,
  { change, head }: MergeAsked,
): Promise<MergedSkills> {
  const store = await skills.of(workspace.id);
  const { repository } = store;
  const tip = await branchHead(repository, change);
  requireHead(head, tip);
  if (change.draft) {
    throw new CmsError(
      "conflict",
      "The change request is a draft. Mark it as ready for review first.",
    );
  }
  const reviews = await listReviews(hq.database, change);
  if (reviewBlocker(change, { head: tip, reviews, reviewRequired: false }) !== undefined) {
    const message = "A reviewer requested changes. Push them, or ask the reviewer to review again.";
    throw new CmsError("review_required", message);
  }
  const authors = await authorsOfChange(hq.database, workspace.id, change);
  const { commit, checked } = await mergeSkills(store, tip, {
    actor: authorOf(actor),
    message: `Merge change ${change.number}: ${change.title}`,
    trailers: { "Loam-Action": "merge-change", "Loam-Change": String(change.number) },
    when: hq.now(),
  });
  const parts = { database: hq.database, repository };
  const ended = checked.isMerged
    ? await recoverMerge(parts, change)
    : await recordMerged({ ...parts, now: hq.now, by: actor.userId }, change, {
        head: tip,
        base: checked.base,
        commit,
      });
  const at = ended?.end?.mergedCommit;
  if (ended === undefined || at == null) {
    throw new CmsError("conflict", "The change request has no changes to merge.");
  }
  const versions = (await store.list()).filter((version) => version.commit === at);
  const noted = { ...hq, workspaceId: workspace.id, store };
  await recordVersions(noted, versions, { by: actor.userId, authors });
  return {
    change: ended,
    commit: at,
    versions: versions.map(({ name, version }) => ({ name, version })),
  };
}

const decisions = z
  .array(z.strictObject({ file: z.string().max(1000), take: mergeSide }))
  .max(1000)
  .default([])
  .meta({ description: "Resolutions of the conflicts, as named in the response." });

function updatingRoute(services: SkillReviewServices): Route {
  const { hq } = services;
  return changeRoute(skillPlace(services), hq, {
    method: "post",
    below: "/update",
    id: "updateChangeBranch",
    summary:
      "Update the branch of a change request with the changes on main, including resolved conflicts",
    requires: "propose",
    input: { params: changeParams, body: z.strictObject({ decisions }).optional() },
    answer: branchHeadAnswer,
    onlyOpen: true,
    handle: async ({ workspace, actor, body }, { place: { repository }, change }) => {
      const tip = await branchHead(repository, change);
      const decided = new Map(body?.decisions.map(({ file, take }) => [file, take]));
      const decide = (file: string): "ours" | "theirs" | undefined => {
        const take = decided.get(file);
        if (take === undefined) return undefined;
        // On a branch, "theirs" is `main`.
        return take === "branch" ? "ours" : "theirs";
      };
      const note = {
        actor: authorOf(actor),
        message: `Merge main into change ${change.number}`,
        trailers: { "Loam-Action": "update-change", "Loam-Change": String(change.number) },
        when: hq.now(),
      };
      if (decided.size > 0) {
        await recordAuthor({ hq }, { workspaceId: workspace.id, place: change.branch, actor });
      }
      const head = await updateSkillBranch(repository, { ref: change.branch, tip, decide }, note);
      const brings = decided.size === 0 ? "main" : "own";
      const moved = { by: actor.userId, now: hq.now, brings } as const;
      if (head !== tip) await recordBranchMove(hq.database, change, moved);
      return { body: { head }, unchanged: head === tip };
    },
  });
}

/** @throws CmsError `stale` */
function requireHead(seen: string | undefined, tip: string): void {
  if (seen === undefined || seen === tip) return;
  const message = "The branch has moved since you reviewed it. Review it again.";
  throw new CmsError("stale", message, { details: { base: seen, current: tip } });
}

/** Must run before the branch moves: even if HQ is interrupted, no one can review their own work. */
async function recordAuthor(
  { hq }: Pick<SkillReviewServices, "hq">,
  {
    workspaceId,
    place,
    actor,
  }: { readonly workspaceId: string; readonly place: string; readonly actor: Actor },
): Promise<void> {
  await recordSkillAuthors(hq.database, { workspaceId, place, users: [actor.userId] });
}

function authorOf({ name, email }: Actor): { readonly name: string; readonly email: string } {
  return { name, email };
}
