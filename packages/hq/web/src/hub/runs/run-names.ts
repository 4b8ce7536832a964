import { useProjects, useWorkspaceMembers } from "../../api/hub/projects.ts";
import type { Run } from "../../api/hub/runs.ts";
import { useSkills } from "../../api/hub/skills.ts";
import { useWorkers } from "../../api/hub/workers.ts";
import { useWorkflows } from "../../api/hub/workflows.ts";

/** Names of the items a run refers to. */
export interface RunNames {
  /** Title of the workflow or skill. */
  readonly title: string;
  readonly worker: string | undefined;
  readonly project: string | undefined;
  readonly by: string | undefined;
}

/** Returns a function that resolves the names of a run. Deleted items are shown by id or omitted. */
export function useRunNames(): (run: Run) => RunNames {
  const { data: skills = [] } = useSkills();
  const { data: workers = [] } = useWorkers();
  const { data: projects = [] } = useProjects();
  const { data: workflows = [] } = useWorkflows();
  const { data: members = [] } = useWorkspaceMembers();
  return ({ skill, workflowId, workerId, projectId, createdBy, kind }) => {
    const workflow = workflows.find(({ id }) => id === workflowId)?.name ?? workflowId ?? "";
    const named = skills.find(({ name }) => name === skill?.name)?.display_name ?? skill?.name;
    return {
      title: kind === "workflow" ? workflow : (named ?? ""),
      worker: workers.find(({ id }) => id === workerId)?.name,
      project: projects.find(({ id }) => id === projectId)?.name,
      by: members.find(({ userId }) => userId === createdBy)?.name,
    };
  };
}
