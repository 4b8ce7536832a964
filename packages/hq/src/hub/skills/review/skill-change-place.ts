import type { ChangePlace, ReviewDeps } from "../../../content/changes/change-place.ts";
import {
  findRole,
  inWorkspace,
  type WorkspaceContext,
} from "../../../people/workspaces/policies.ts";
import type { SkillServices } from "../skill-routes.ts";

export const SKILL_CHANGES = "/workspaces/{ws}/skill-changes";

/** Dependencies of routes for change requests of skills. */
export interface SkillReviewServices extends SkillServices {
  readonly identity: Pick<ReviewDeps, "mailer">;
  readonly baseUrl: string;
}

/** Change requests of a workspace's skills. */
export function skillPlace({
  hq: { database },
  skills,
  baseUrl,
}: Pick<SkillReviewServices, "hq" | "skills" | "baseUrl">): ChangePlace<WorkspaceContext> {
  return {
    path: SKILL_CHANGES,
    noun: "SkillChange",
    policies: {
      read: inWorkspace("skill.read"),
      propose: inWorkspace("skill.write"),
      approve: inWorkspace("skill.write"),
      merge: inWorkspace("skill.write"),
    },
    isSite: false,
    async open({ workspace, role }) {
      const { repository } = await skills.of(workspace.id);
      return {
        owner: { workspaceId: workspace.id },
        repository,
        name: `Skills of ${workspace.name}`,
        mayApprove: role !== "member",
        addressOf: (number) => `${baseUrl}/workspaces/${workspace.slug}/skill-changes/${number}`,
        onBranchOpened: async () => Promise.resolve(),
        async findReader(userId) {
          if ((await findRole(database, workspace.id, userId)) === undefined) return undefined;
          return database
            .selectFrom("users")
            .select(["name", "email"])
            .where("id", "=", userId)
            .where("disabled_at", "is", null)
            .executeTakeFirst();
        },
      };
    },
  };
}
