import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { namedAnswer } from "../../api/shared-answers.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { putReviewSetting, REVIEW_SETTINGS } from "../../people/workspaces/skill-review-setting.ts";
import { answerVersion, versionAnswer } from "./skill-answer.ts";
import type { SkillServices } from "./skill-routes.ts";
import { reviewableVersions, reviewVersion } from "./trust/record-versions.ts";
import { readReviewRule } from "./trust/review-rule.ts";
import { readSkillReviews } from "./trust/skill-reviews.ts";

const setting = z.enum(REVIEW_SETTINGS).meta({
  id: "SkillReviewSetting",
  description: "`automatic`: required while a worker of the workspace has secrets.",
});

const ruleAnswer = z
  .object({
    setting,
    required: z.boolean().meta({
      description: "Whether a skill runs with secrets only in a reviewed version.",
    }),
    workersWithSecrets: z.array(namedAnswer).readonly(),
  })
  .meta({ id: "SkillReviewRule" });

const params = z.object({ name: z.string() });

/** `/workspaces/{ws}/skill-review`, and the versions of a skill with their reviews. */
export function skillReviewRoutes(services: SkillServices): readonly Route[] {
  return [...ruleRoutes(services), ...versionRoutes(services)];
}

function ruleRoutes({ hq: { database } }: SkillServices): readonly Route[] {
  const ruleOf = async (workspaceId: string) => {
    const {
      setting: set,
      isRequired: required,
      holders,
    } = await readReviewRule(database, workspaceId);
    return { setting: set, required, workersWithSecrets: holders };
  };
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/skill-review",
      id: "getSkillReview",
      summary: "Get whether skills need a review before they run with secrets",
      policy: inWorkspace("skill.read"),
      input: {},
      answer: ruleAnswer,
      handle: async ({ workspace }) => ({ body: await ruleOf(workspace.id) }),
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/skill-review",
      id: "putSkillReview",
      summary: "Set whether skills need a review before they run with secrets",
      policy: inWorkspace("workspace.settings"),
      input: { body: z.strictObject({ setting }) },
      audit: { event: "skill-review.changed" },
      answer: ruleAnswer,
      handle: async ({ workspace, body }) => {
        await putReviewSetting(database, workspace.id, body.setting);
        return { body: await ruleOf(workspace.id) };
      },
    }),
  ];
}

function versionRoutes({ hq, skills }: SkillServices): readonly Route[] {
  const { database, now } = hq;
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/skills/{name}/versions",
      id: "listSkillVersions",
      summary: "List the versions of a skill, newest first, also if it was deleted",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: z.object({ contents: z.array(versionAnswer).readonly(), totalCount: z.int() }),
      handle: async ({ workspace, actor, role, params: { name } }) => {
        const store = await skills.of(workspace.id);
        const versions = await store.versions(name);
        const reviews = await readSkillReviews(database, workspace.id, name);
        const parts = { database, now, workspaceId: workspace.id, store };
        const by = { userId: actor.userId, role };
        const reviewable = await reviewableVersions(parts, versions.toReversed(), by);
        const contents = versions.map((one) => {
          const isReviewable = reviewable.has(one.version);
          return answerVersion(one, {
            review: reviews.of(one) ?? null,
            reviewable: isReviewable,
          });
        });
        return { body: { contents, totalCount: contents.length } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/skills/{name}/versions/{version}/review",
      id: "reviewSkillVersion",
      summary: "Mark a version of a skill that someone else wrote as reviewed",
      policy: inWorkspace("skill.review"),
      input: { params: params.extend({ version: z.coerce.number().int().min(1) }) },
      audit: { event: "skill.reviewed" },
      answer: versionAnswer,
      handle: async ({ workspace, actor, role, params: { name, version } }) => {
        const store = await skills.of(workspace.id);
        const found = await store.find(name, version);
        const parts = { database, now, workspaceId: workspace.id, store };
        await reviewVersion(parts, { version: found, by: { userId: actor.userId, role } });
        const reviews = await readSkillReviews(database, workspace.id, name);
        const review = reviews.of(found) ?? null;
        return { body: answerVersion(found, { review, reviewable: false }) };
      },
    }),
  ];
}
