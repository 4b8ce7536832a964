import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Polls } from "../workers/polls.ts";
import { deleteProject, deployProject } from "./assignments.ts";
import { canReadVariables, projectsOf, canSeeProject } from "./in-project.ts";
import { projectManifest } from "./manifest.ts";
import {
  createProject,
  findProject,
  listProjectMembers,
  listProjects,
  type Project,
  setProjectMembers,
  updateProject,
} from "./projects.ts";

interface ProjectServices {
  readonly hq: Hq;
  readonly hub: { readonly polls: Polls };
}

const projectAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    siteId: z.string().optional(),
    manifest: projectManifest,
    createdAt: z.string(),
    seesVariables: z.boolean().meta({ description: "Whether you can see and set its variables." }),
  })
  .meta({ id: "Project" });

const member = z
  .object({ userId: z.string(), name: z.string(), email: z.string() })
  .meta({ id: "ProjectMember" });

const memberList = z.object({ members: z.array(member) });

const params = z.object({ id: z.string() });
const name = z.string().trim().min(1).max(100);
const site = z.string().max(40).nullable().optional();

/** `/workspaces/{ws}/projects`: shared work of users and workers. */
export function projectRoutes(services: ProjectServices): readonly Route[] {
  return [...oneProject(services), ...projectParts(services)];
}

function oneProject({ hq: { database, now }, hub }: ProjectServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/projects",
      id: "listProjects",
      summary: "List the projects of the workspace",
      policy: inWorkspace("skill.read"),
      input: {},
      answer: z.object({ projects: z.array(projectAnswer) }),
      handle: async ({ workspace, ...asker }) => {
        const own = await projectsOf(database, asker.actor.userId);
        const projects = (await listProjects(database, workspace.id)).map((project) =>
          describe(project, canReadVariables(asker, own.has(project.id))),
        );
        return { body: { projects } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/projects",
      id: "createProject",
      summary: "Create a project, with or without a site",
      policy: inWorkspace("project.manage"),
      input: {
        body: z
          .strictObject({ name, site, manifest: projectManifest.optional() })
          .meta({ id: "NewProject" }),
      },
      audit: { event: "project.created" },
      status: 201,
      answer: projectAnswer,
      handle: async ({ workspace, body }) => ({
        body: describe(await createProject(database, workspace.id, body, { now }), true),
      }),
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/projects/{id}",
      id: "getProject",
      summary: "Get a project",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: projectAnswer,
      handle: async ({ workspace, params: { id }, ...asker }) => {
        const project = await findProject(database, { workspaceId: workspace.id, id });
        return { body: describe(project, await canSeeProject(database, asker, id)) };
      },
    }),
    defineRoute({
      method: "patch",
      path: "/workspaces/{ws}/projects/{id}",
      id: "updateProject",
      summary: "Update the name or site of a project",
      policy: inWorkspace("project.manage"),
      input: {
        params,
        body: z.strictObject({ name: name.optional(), site }).meta({ id: "ProjectUpdate" }),
      },
      audit: { event: "project.changed" },
      answer: projectAnswer,
      handle: async ({ workspace, params: { id }, body }) => ({
        body: describe(
          await updateProject(database, { workspaceId: workspace.id, id }, body),
          true,
        ),
      }),
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/projects/{id}",
      id: "deleteProject",
      summary:
        "Delete a project with its variables and workflows. Workers remove its files; its runs are kept",
      policy: inWorkspace("project.manage"),
      input: { params },
      audit: { event: "project.deleted" },
      answer: nothing,
      handle: async ({ workspace, params: { id } }) => {
        const place = { workspaceId: workspace.id, id };
        await findProject(database, place);
        for (const workerId of await deleteProject(database, place, { now })) {
          hub.polls.wake(workerId);
        }
        return { body: undefined };
      },
    }),
  ];
}

function projectParts({ hq: { database, now }, hub }: ProjectServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/projects/{id}/members",
      id: "listProjectMembers",
      summary: "List the members of the project",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: memberList,
      handle: async ({ workspace, params: { id } }) => {
        const place = { workspaceId: workspace.id, id };
        await findProject(database, place);
        return { body: { members: [...(await listProjectMembers(database, place))] } };
      },
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/projects/{id}/members",
      id: "putProjectMembers",
      summary: "Set the members of the project",
      policy: inWorkspace("project.manage"),
      input: {
        params,
        body: z.strictObject({ users: z.array(z.string().max(100)).max(1000) }),
      },
      audit: { event: "project.changed" },
      answer: memberList,
      handle: async ({ workspace, params: { id }, body }) => {
        const place = { workspaceId: workspace.id, id };
        await findProject(database, place);
        await setProjectMembers(database, place, body.users);
        return { body: { members: [...(await listProjectMembers(database, place))] } };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/projects/{id}/manifest",
      id: "getProjectManifest",
      summary: "Get what the project needs on a worker",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: projectManifest,
      handle: async ({ workspace, params: { id } }) => {
        const { manifest } = await findProject(database, { workspaceId: workspace.id, id });
        return { body: manifest };
      },
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/projects/{id}/manifest",
      id: "putProjectManifest",
      summary: "Set what the project needs on a worker. Its workers set it up again",
      policy: inWorkspace("project.manage"),
      input: { params, body: projectManifest },
      audit: { event: "project.changed" },
      answer: projectManifest,
      handle: async ({ workspace, params: { id }, body: manifest }) => {
        const place = { workspaceId: workspace.id, id };
        await updateProject(database, place, { manifest });
        for (const workerId of await deployProject(database, place, { now })) {
          hub.polls.wake(workerId);
        }
        return { body: manifest };
      },
    }),
  ];
}

function describe({ workspaceId: _workspace, ...project }: Project, seesVariables: boolean) {
  return { ...project, seesVariables };
}
