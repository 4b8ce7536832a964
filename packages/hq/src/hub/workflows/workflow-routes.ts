import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { findProject } from "../projects/projects.ts";
import {
  createWorkflow,
  deleteWorkflow,
  findWorkflow,
  listWorkflows,
  updateWorkflow,
  type Workflow,
  workflowStep,
} from "./workflows.ts";

const workflowAnswer = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    steps: z.array(workflowStep).readonly(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Workflow" });

const params = z.object({ id: z.string() });
const name = z.string().trim().min(1).max(100);
const steps = z.array(workflowStep).min(1).max(100).readonly();

/** `/workspaces/{ws}/projects/{id}/workflows` and `/workspaces/{ws}/workflows/{id}`. */
export function workflowRoutes({ hq: { database, now } }: { readonly hq: Hq }): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workflows",
      id: "listWorkspaceWorkflows",
      summary: "List the workflows of all projects",
      policy: inWorkspace("skill.read"),
      input: {},
      answer: z.object({ workflows: z.array(workflowAnswer) }),
      handle: async ({ workspace }) => {
        const all = await listWorkflows(database, { workspaceId: workspace.id });
        return { body: { workflows: all.map(describe) } };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/projects/{id}/workflows",
      id: "listWorkflows",
      summary: "List the workflows of the project",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: z.object({ workflows: z.array(workflowAnswer) }),
      handle: async ({ workspace, params: { id } }) => {
        const workspaceId = workspace.id;
        await findProject(database, { workspaceId, id });
        const found = await listWorkflows(database, { workspaceId, projectId: id });
        return { body: { workflows: found.map(describe) } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/projects/{id}/workflows",
      id: "createWorkflow",
      summary: "Create a workflow. Its steps run skills in sequence",
      policy: inWorkspace("project.manage"),
      input: { params, body: z.strictObject({ name, steps }).meta({ id: "NewWorkflow" }) },
      audit: { event: "workflow.created" },
      status: 201,
      answer: workflowAnswer,
      handle: async ({ workspace, params: { id }, body }) => {
        const place = { workspaceId: workspace.id, id };
        await findProject(database, place);
        return { body: describe(await createWorkflow(database, place, body, { now })) };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workflows/{id}",
      id: "getWorkflow",
      summary: "Get a workflow",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: workflowAnswer,
      handle: async ({ workspace, params: { id } }) => ({
        body: describe(await findWorkflow(database, { workspaceId: workspace.id, id })),
      }),
    }),
    defineRoute({
      method: "patch",
      path: "/workspaces/{ws}/workflows/{id}",
      id: "updateWorkflow",
      summary: "Update a workflow. Active runs are not affected",
      policy: inWorkspace("project.manage"),
      input: {
        params,
        body: z
          .strictObject({ name: name.optional(), steps: steps.optional() })
          .meta({ id: "WorkflowUpdate" }),
      },
      audit: { event: "workflow.changed" },
      answer: workflowAnswer,
      handle: async ({ workspace, params: { id }, body }) => {
        const place = { workspaceId: workspace.id, id };
        return { body: describe(await updateWorkflow(database, place, body, { now })) };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/workflows/{id}",
      id: "deleteWorkflow",
      summary: "Delete a workflow with its variables. Its runs are kept",
      policy: inWorkspace("project.manage"),
      input: { params },
      audit: { event: "workflow.deleted" },
      answer: nothing,
      handle: async ({ workspace, params: { id } }) => {
        await findWorkflow(database, { workspaceId: workspace.id, id });
        await deleteWorkflow(database, id);
        return { body: undefined };
      },
    }),
  ];
}

function describe({ workspaceId: _workspace, ...workflow }: Workflow) {
  return workflow;
}
