import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useHubAct, useHubDelete, useHubQuery } from "./hub-query.ts";

export type Workflow = Schemas["Workflow"];
export type WorkflowStep = Workflow["steps"][number];

/** Loads the workflows of all projects, by name. */
export function useWorkflows(): UseQueryResult<readonly Workflow[]> {
  return useHubQuery(["workflows"], async (ws) => {
    const params = { path: { ws } };
    return (await answer(hq.GET("/workspaces/{ws}/workflows", { params }))).workflows;
  });
}

export function useWorkflow(id: string, enabled = true): UseQueryResult<Workflow> {
  return useHubQuery(
    ["workflow", id],
    (ws) => answer(hq.GET("/workspaces/{ws}/workflows/{id}", { params: { path: { ws, id } } })),
    { enabled },
  );
}

interface WorkflowWish {
  readonly name: string;
  readonly steps: readonly WorkflowStep[];
}

export function useAddWorkflow(): UseMutationResult<
  Workflow,
  Error,
  WorkflowWish & { readonly project: string }
> {
  return useHubAct((ws, { project: id, name, steps }) => {
    const params = { path: { ws, id } };
    const body = { name, steps: [...steps] };
    return answer(hq.POST("/workspaces/{ws}/projects/{id}/workflows", { params, body }));
  }, CHANGES);
}

export function useChangeWorkflow(id: string): UseMutationResult<Workflow, Error, WorkflowWish> {
  return useHubAct((ws, { name, steps }) => {
    const body = { name, steps: [...steps] };
    return answer(
      hq.PATCH("/workspaces/{ws}/workflows/{id}", { params: { path: { ws, id } }, body }),
    );
  }, CHANGES);
}

export function useDeleteWorkflow(id: string): UseMutationResult<void, Error, void> {
  return useHubDelete(
    (ws) => done(hq.DELETE("/workspaces/{ws}/workflows/{id}", { params: { path: { ws, id } } })),
    [["workflows"], ["variables"]],
  );
}

const CHANGES = [["workflows"], ["workflow"]];
