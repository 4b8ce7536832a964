import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import type { NewSkillFile } from "../hub/skills.ts";
import { useWorkspaceSlug } from "../workspaces.ts";
import type { ChangeDetail } from "./change.ts";
import { useReviewContext } from "./review-context.ts";

/** A change request for skills. It contains nothing that belongs to a site. */
export interface SkillChange extends ChangeDetail {
  readonly skills: Schemas["SkillChangeRequestDetails"]["skills"];
}

/** The conflict path that represents a whole file. */
export const WHOLE_FILE = "content";

/** Loads one change request for skills. */
export function useSkillChange(n: number): UseQueryResult<SkillChange> {
  const ws = useWorkspaceSlug();
  const { key, refetchInterval } = useReviewContext();
  return useQuery({
    queryKey: [...key, "one", n],
    queryFn: async () => {
      const params = { path: { ws, n } };
      return shownChange(await readData(hq.GET("/workspaces/{ws}/skill-changes/{n}", { params })));
    },
    refetchOnMount: "always",
    refetchInterval,
  });
}

function shownChange({ merge, ...detail }: Schemas["SkillChangeRequestDetails"]): SkillChange {
  const conflicts = merge?.conflicts.map((conflict) => ({ ...conflict, path: WHOLE_FILE })) ?? [];
  return {
    ...detail,
    entries: [],
    media: [],
    types: [],
    merge: merge === null ? null : { ...merge, conflicts },
  };
}

interface MergeOptions {
  readonly head: string;
  /** Whether to approve as part of the merge. */
  readonly approve: boolean;
}

/** Merges a change request. Each changed skill gets a new version. */
export function useMergeSkillChange(n: number): UseMutationResult<unknown, Error, MergeOptions> {
  const ws = useWorkspaceSlug();
  const { judge } = useReviewContext();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ head, approve }) => {
      if (approve) await judge(n, { verdict: "approved", head });
      const params = { path: { ws, n } };
      const body = { head };
      return readData(hq.POST("/workspaces/{ws}/skill-changes/{n}/merge", { params, body }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["workspace", ws] }),
  });
}

interface ProposedSkill {
  readonly title: string;
  readonly description: string;
  /** User ids. */
  readonly reviewers: readonly string[];
  readonly skill: {
    readonly name: string;
    readonly files: readonly NewSkillFile[];
    /** The edited version; 0 for a new skill. */
    readonly base: number;
  };
}

/** Saves edits of a skill to a change request instead of the live skill. */
export function useProposeSkill(): UseMutationResult<
  Schemas["ChangeRequest"],
  Error,
  ProposedSkill
> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ skill: { files, ...skill }, reviewers, ...fields }) => {
      const body = { ...fields, reviewers: [...reviewers], skill: { ...skill, files: [...files] } };
      const params = { path: { ws } };
      return readData(hq.POST("/workspaces/{ws}/skill-proposals", { params, body }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["workspace", ws, "skill-changes"] }),
  });
}
