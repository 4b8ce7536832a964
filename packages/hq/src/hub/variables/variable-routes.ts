import { resolveVariables } from "@loam/cms-core/template";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { inProject, requireInProject } from "../projects/in-project.ts";
import { findProject } from "../projects/projects.ts";
import { findWorkflow } from "../workflows/workflows.ts";
import { newVariable, variableScope } from "./variable-shapes.ts";
import {
  deleteVariable,
  listVariables,
  putVariable,
  readScopes,
  requireScope,
  type VariableOwner,
  type VariableOwners,
} from "./variables.ts";

const variableAnswer = z
  .object({
    key: z.string(),
    value: z.string(),
    scope: variableScope,
    updatedAt: z.string(),
    updatedBy: z.string().optional(),
  })
  .meta({ id: "Variable" });

const variableList = z
  .object({ variables: z.array(variableAnswer), totalCount: z.number() })
  .meta({ id: "VariableList" });

const resolvedAnswer = z
  .object({
    key: z.string(),
    value: z.string(),
    scope: variableScope,
    shadowed: z
      .array(z.object({ value: z.string(), scope: variableScope }))
      .readonly()
      .meta({ description: "Values that it overrides, highest precedence first." }),
  })
  .meta({ id: "ResolvedVariable" });

/** Paths of variables and their owners. */
const PLACES = [
  {
    at: "",
    name: "Workspace",
    scope: "workspace",
    reading: inWorkspace("skill.read"),
    writing: inWorkspace("variable.workspace"),
  },
  {
    at: "/projects/{id}",
    name: "Project",
    scope: "project",
    reading: inProject("variable.read-project", "project"),
    writing: inProject("variable.project", "project"),
  },
  {
    at: "/workflows/{id}",
    name: "Workflow",
    scope: "workflow",
    reading: inProject("variable.read-project", "workflow"),
    writing: inProject("variable.project", "workflow"),
  },
] as const;

type Place = (typeof PLACES)[number];

/** `/workspaces/{ws}/variables`, and the same below a project or a workflow. */
export function variableRoutes({ hq }: { readonly hq: Hq }): readonly Route[] {
  return [...PLACES.flatMap((place) => routesFor(place, hq)), resolvedRoute(hq)];
}

function routesFor(
  { at, name, scope: ownScope, reading, writing }: Place,
  hq: Hq,
): readonly Route[] {
  const { database, now, config } = hq;
  const path = `/workspaces/{ws}${at}/variables`;
  const ids = z.object({ id: z.string().default("") });
  const keys = ids.extend({ key: z.string() });
  const ownerOf = (workspaceId: string, id: string): Promise<VariableOwner> =>
    findOwner(hq, { scope: ownScope, workspaceId, id });
  return [
    defineRoute({
      method: "get",
      path,
      id: `list${name}Variables`,
      summary: `List the variables of the ${ownScope}`,
      policy: reading,
      input: { params: ids },
      answer: variableList,
      handle: async ({ workspace, params }) => {
        const owner = await ownerOf(workspace.id, params.id);
        const variables = [...(await listVariables(database, owner))];
        return { body: { variables, totalCount: variables.length } };
      },
    }),
    defineRoute({
      method: "put",
      path: `${path}/{key}`,
      id: `put${name}Variable`,
      summary: `Set a variable of the ${ownScope}`,
      policy: writing,
      input: { params: keys, body: newVariable },
      audit: { event: "variable.set" },
      answer: variableAnswer,
      handle: async ({ workspace, actor, params, body }) => {
        requireScope(ownScope, config.variablePrecedence);
        const owner = await ownerOf(workspace.id, params.id);
        const variable = { key: params.key, value: body.value, by: actor.userId };
        return { body: await putVariable(database, owner, variable, { now }) };
      },
    }),
    defineRoute({
      method: "delete",
      path: `${path}/{key}`,
      id: `delete${name}Variable`,
      summary: `Delete a variable of the ${ownScope}`,
      policy: writing,
      input: { params: keys },
      audit: { event: "variable.deleted" },
      answer: nothing,
      handle: async ({ workspace, params }) => {
        const owner = await ownerOf(workspace.id, params.id);
        await deleteVariable(database, owner, params.key);
        return { body: undefined };
      },
    }),
  ];
}

/** @throws CmsError `not_found` if the workspace has no such project or workflow */
async function findOwner({ database }: Hq, owner: VariableOwner): Promise<VariableOwner> {
  if (owner.scope === "workspace") return { ...owner, id: owner.workspaceId };
  if (owner.scope === "project") await findProject(database, owner);
  else await findWorkflow(database, owner);
  return owner;
}

interface RequestedScopes {
  readonly workspaceId: string;
  readonly project?: string;
  readonly workflow?: string;
}

/**
 * Returns the owners of the variables for a project and a workflow. A workflow implies its project.
 *
 * @throws CmsError `not_found` if the workspace has no such project or workflow
 */
export async function findVariableOwners(
  database: Hq["database"],
  { workspaceId, project, workflow }: RequestedScopes,
): Promise<VariableOwners> {
  const of =
    workflow === undefined
      ? undefined
      : await findWorkflow(database, { workspaceId, id: workflow });
  const projectId = project ?? of?.projectId;
  if (projectId !== undefined) await findProject(database, { workspaceId, id: projectId });
  return { workspaceId, projectId, workflowId: workflow };
}

function resolvedRoute({ database, config }: Hq): Route {
  return defineRoute({
    method: "get",
    path: "/workspaces/{ws}/resolved-variables",
    id: "resolveVariables",
    summary:
      "Get the variables that a run would receive. Contains the scope of each, and what it overrides",
    policy: inWorkspace("skill.read"),
    input: {
      query: z.object({
        project: z.string().exactOptional(),
        workflow: z.string().exactOptional(),
      }),
    },
    answer: z.object({
      precedence: z.enum(["worker-last", "workflow-last"]),
      variables: z.array(resolvedAnswer),
      totalCount: z.number(),
    }),
    handle: async ({ workspace, query, ...asker }) => {
      const owners = await findVariableOwners(database, { workspaceId: workspace.id, ...query });
      const { projectId } = owners;
      if (projectId !== undefined) {
        await requireInProject(database, asker, { projectId, action: "variable.read-project" });
      }
      const scopes = await readScopes(database, owners);
      const precedence = config.variablePrecedence;
      const resolved = resolveVariables(scopes, precedence);
      const variables = [...resolved]
        .map(([key, { value, scope: from, shadowed }]) => ({ key, value, scope: from, shadowed }))
        .toSorted((left, right) => (left.key < right.key ? -1 : 1));
      return { body: { precedence, variables, totalCount: variables.length } };
    },
  });
}
