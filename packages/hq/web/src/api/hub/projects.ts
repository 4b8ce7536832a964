import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubDelete, useHubQuery } from "./hub-query.ts";

export type Project = Schemas["Project"];
export type Manifest = Project["manifest"];
export type Assignment = Schemas["Assignment"];
export type Finding = Schemas["Finding"];

export interface ProjectMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** Loads the projects of the workspace, by name. */
export function useProjects(): UseQueryResult<readonly Project[]> {
  return useHubQuery(["projects"], async (ws) => {
    const params = { path: { ws } };
    return (await readData(hq.GET("/workspaces/{ws}/projects", { params }))).projects;
  });
}

export function useProject(id: string): UseQueryResult<Project> {
  return useHubQuery(["project", id], (ws) =>
    readData(hq.GET("/workspaces/{ws}/projects/{id}", { params: { path: { ws, id } } })),
  );
}

interface ProjectWish {
  readonly name: string;
  readonly site: string | null;
}

export function useAddProject(): UseMutationResult<Project, Error, ProjectWish> {
  return useHubMutation(
    (ws, body) =>
      readData(hq.POST("/workspaces/{ws}/projects", { params: { path: { ws } }, body })),
    [["projects"]],
  );
}

export function useChangeProject(
  id: string,
): UseMutationResult<Project, Error, Partial<ProjectWish>> {
  return useHubMutation(
    (ws, body) =>
      readData(hq.PATCH("/workspaces/{ws}/projects/{id}", { params: { path: { ws, id } }, body })),
    [["projects"], ["project", id]],
  );
}

export function useDeleteProject(id: string): UseMutationResult<void, Error, void> {
  return useHubDelete(
    (ws) =>
      expectSuccess(hq.DELETE("/workspaces/{ws}/projects/{id}", { params: { path: { ws, id } } })),
    [["projects"], ["workflows"], ["advice"], ["variables"]],
  );
}

/** Saves the requirements of a project. Its workers set it up again. */
export function useSaveManifest(id: string): UseMutationResult<Manifest, Error, Manifest> {
  return useHubMutation(
    (ws, manifest) => {
      const body = structuredClone(manifest);
      const params = { path: { ws, id } };
      return readData(hq.PUT("/workspaces/{ws}/projects/{id}/manifest", { params, body }));
    },
    [["projects"], ["project", id], ["advice"]],
  );
}

export function useProjectMembers(id: string): UseQueryResult<readonly ProjectMember[]> {
  return useHubQuery(["project", id, "members"], async (ws) => {
    const params = { path: { ws, id } };
    return (await readData(hq.GET("/workspaces/{ws}/projects/{id}/members", { params }))).members;
  });
}

export function useSetProjectMembers(
  id: string,
): UseMutationResult<unknown, Error, readonly string[]> {
  return useHubMutation(
    (ws, users) => {
      const params = { path: { ws, id } };
      const body = { users: [...users] };
      return readData(hq.PUT("/workspaces/{ws}/projects/{id}/members", { params, body }));
    },
    [["project", id, "members"]],
  );
}

/** Loads the members of the workspace. */
export function useWorkspaceMembers(): UseQueryResult<readonly ProjectMember[]> {
  return useHubQuery(["members"], async (ws) => {
    const params = { path: { ws } };
    return (await readData(hq.GET("/workspaces/{ws}/members", { params }))).members;
  });
}

/** Loads the workers assigned to a project. */
export function useAssignments(id: string): UseQueryResult<readonly Assignment[]> {
  return useHubQuery(["project", id, "assignments"], async (ws) => {
    const params = { path: { ws, id } };
    const { assignments } = await readData(
      hq.GET("/workspaces/{ws}/projects/{id}/assignments", { params }),
    );
    return assignments;
  });
}

/** Loads the assignments of all projects in the workspace. */
export function useAllAssignments(
  projects: readonly Project[] | undefined,
): UseQueryResult<readonly Assignment[]> {
  const ids = (projects ?? []).map(({ id }) => id);
  return useHubQuery(
    ["assignments", ids.join(" ")],
    async (ws) => {
      const lists = await Promise.all(
        ids.map((id) =>
          readData(
            hq.GET("/workspaces/{ws}/projects/{id}/assignments", { params: { path: { ws, id } } }),
          ),
        ),
      );
      return lists.flatMap(({ assignments }) => assignments);
    },
    { enabled: projects !== undefined },
  );
}

/** Returns the projects that a worker is assigned to. */
export function useProjectsOfWorker(worker: string | undefined): readonly Project[] {
  const { data: projects } = useProjects();
  const { data: assignments = [] } = useAllAssignments(projects);
  const own = new Set(
    assignments.filter(({ workerId }) => workerId === worker).map(({ projectId }) => projectId),
  );
  return (projects ?? []).filter(({ id }) => own.has(id));
}

interface AssignmentWish {
  readonly project: string;
  readonly worker: string;
  readonly role: Assignment["role"];
  /** Reason for assigning despite errors from the advisor. */
  readonly reason?: string;
}

export function useAssign(): UseMutationResult<unknown, Error, AssignmentWish> {
  return useHubMutation((ws, { project: id, worker, role, reason }) => {
    const params = { path: { ws, id } };
    const body = { worker, role, ...(reason !== undefined && { force: true, reason }) };
    return readData(hq.PUT("/workspaces/{ws}/projects/{id}/assignments", { params, body }));
  }, ASSIGNED);
}

export function useUnassign(): UseMutationResult<
  void,
  Error,
  Pick<AssignmentWish, "project" | "worker">
> {
  return useHubMutation((ws, { project: id, worker }) => {
    const params = { path: { ws, id, worker } };
    return expectSuccess(
      hq.DELETE("/workspaces/{ws}/projects/{id}/assignments/{worker}", { params }),
    );
  }, ASSIGNED);
}

const ASSIGNED = [["assignments"], ["project"], ["advice"]];

export interface Advice {
  readonly workers: readonly {
    readonly workerId: string;
    readonly findings: readonly Finding[];
  }[];
  /** Groups of project ids that can share a worker. */
  readonly plan: readonly (readonly string[])[];
}

interface Planned {
  readonly project: string;
  readonly worker: string;
}

/** Loads the conflicts between projects that share workers, including an optional planned assignment. */
export function useAdvice(planned?: Planned): UseQueryResult<Advice> {
  return useHubQuery(["advice", planned?.project, planned?.worker], (ws) =>
    readData(
      hq.GET("/workspaces/{ws}/advice", { params: { path: { ws }, query: { ...planned } } }),
    ),
  );
}
