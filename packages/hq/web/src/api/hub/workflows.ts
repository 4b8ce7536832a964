import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubDelete, useHubQuery } from "./hub-query.ts";

export type Workflow = Schemas["Workflow"];
export type WorkflowStep = Workflow["steps"][number];

/** Loads the workflows of all projects, by name. */
export function useWorkflows(): UseQueryResult<readonly Workflow[]> {
  return useHubQuery(["workflows"], async (ws) => {
    const params = { path: { ws } };
    return (await readData(hq.GET("/workspaces/{ws}/workflows", { params }))).workflows;
  });
}

export function useWorkflow(id: string, enabled = true): UseQueryResult<Workflow> {
  return useHubQuery(
    ["workflow", id],
    (ws) => readData(hq.GET("/workspaces/{ws}/workflows/{id}", { params: { path: { ws, id } } })),
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
  return useHubMutation((ws, { project: id, name, steps }) => {
    const params = { path: { ws, id } };
    const body = { name, steps: [...steps] };
    return readData(hq.POST("/workspaces/{ws}/projects/{id}/workflows", { params, body }));
  }, CHANGES);
}

export function useChangeWorkflow(id: string): UseMutationResult<Workflow, Error, WorkflowWish> {
  return useHubMutation((ws, { name, steps }) => {
    const body = { name, steps: [...steps] };
    return readData(
      hq.PATCH("/workspaces/{ws}/workflows/{id}", { params: { path: { ws, id } }, body }),
    );
  }, CHANGES);
}

export function useDeleteWorkflow(id: string): UseMutationResult<void, Error, void> {
  return useHubDelete(
    (ws) =>
      expectSuccess(hq.DELETE("/workspaces/{ws}/workflows/{id}", { params: { path: { ws, id } } })),
    [["workflows"], ["variables"]],
  );
}

const CHANGES = [["workflows"], ["workflow"]];
