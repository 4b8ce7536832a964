import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubQuery } from "./hub-query.ts";

export type Variable = Schemas["Variable"];
export type ResolvedVariable = Schemas["ResolvedVariable"];
export type VariableScope = ResolvedVariable["scope"];

/** The owner of variables stored at HQ. */
export type VariableOwner =
  | { readonly scope: "workspace" }
  | { readonly scope: "project" | "workflow"; readonly id: string };

/** A variable of a worker. Only the worker stores its value. */
export interface WorkerVariable {
  readonly key: string;
  readonly value?: string;
  readonly updatedAt?: string;
}

export interface WorkerVariables {
  readonly variables: readonly WorkerVariable[];
  /** Whether the worker just reported its values. */
  readonly live: boolean;
}

/** Loads the variables of an owner, by key. */
export function useVariables(owner: VariableOwner): UseQueryResult<readonly Variable[]> {
  return useHubQuery(variablesKey(owner), async (ws) => {
    switch (owner.scope) {
      case "workspace": {
        const params = { path: { ws } };
        return (await readData(hq.GET("/workspaces/{ws}/variables", { params }))).variables;
      }
      case "project": {
        const params = { path: { ws, id: owner.id } };
        return (await readData(hq.GET("/workspaces/{ws}/projects/{id}/variables", { params })))
          .variables;
      }
      case "workflow": {
        const params = { path: { ws, id: owner.id } };
        return (await readData(hq.GET("/workspaces/{ws}/workflows/{id}/variables", { params })))
          .variables;
      }
    }
  });
}

interface VariableWish {
  readonly key: string;
  readonly value: string;
}

export function usePutVariable(
  owner: VariableOwner,
): UseMutationResult<Variable, Error, VariableWish> {
  return useHubMutation((ws, { key, value }) => {
    const body = { value };
    switch (owner.scope) {
      case "workspace":
        return readData(
          hq.PUT("/workspaces/{ws}/variables/{key}", { params: { path: { ws, key } }, body }),
        );
      case "project": {
        const params = { path: { ws, id: owner.id, key } };
        return readData(hq.PUT("/workspaces/{ws}/projects/{id}/variables/{key}", { params, body }));
      }
      case "workflow": {
        const params = { path: { ws, id: owner.id, key } };
        return readData(
          hq.PUT("/workspaces/{ws}/workflows/{id}/variables/{key}", { params, body }),
        );
      }
    }
  }, CHANGES);
}

export function useDeleteVariable(owner: VariableOwner): UseMutationResult<void, Error, string> {
  return useHubMutation((ws, key) => {
    switch (owner.scope) {
      case "workspace":
        return expectSuccess(
          hq.DELETE("/workspaces/{ws}/variables/{key}", { params: { path: { ws, key } } }),
        );
      case "project": {
        const params = { path: { ws, id: owner.id, key } };
        return expectSuccess(
          hq.DELETE("/workspaces/{ws}/projects/{id}/variables/{key}", { params }),
        );
      }
      case "workflow": {
        const params = { path: { ws, id: owner.id, key } };
        return expectSuccess(
          hq.DELETE("/workspaces/{ws}/workflows/{id}/variables/{key}", { params }),
        );
      }
    }
  }, CHANGES);
}

/** Loads the variables of a worker, with their values if the worker is online. */
export function useWorkerVariables(id: string, enabled = true): UseQueryResult<WorkerVariables> {
  return useHubQuery(
    ["variables", "worker", id],
    (ws) => {
      const params = { path: { ws, id }, query: { values: "true" } } as const;
      return readData(hq.GET("/workspaces/{ws}/workers/{id}/variables", { params }));
    },
    { enabled },
  );
}

export function usePutWorkerVariable(id: string): UseMutationResult<unknown, Error, VariableWish> {
  return useHubMutation((ws, { key, value }) => {
    const params = { path: { ws, id, key } };
    return readData(
      hq.PUT("/workspaces/{ws}/workers/{id}/variables/{key}", { params, body: { value } }),
    );
  }, CHANGES);
}

export function useDeleteWorkerVariable(id: string): UseMutationResult<void, Error, string> {
  return useHubMutation(
    (ws, key) =>
      expectSuccess(
        hq.DELETE("/workspaces/{ws}/workers/{id}/variables/{key}", {
          params: { path: { ws, id, key } },
        }),
      ),
    CHANGES,
  );
}

const CHANGES = [["variables"], ["readiness"]];

function variablesKey(owner: VariableOwner): readonly string[] {
  return ["variables", owner.scope, owner.scope === "workspace" ? "" : owner.id];
}

/** Which scope overrides which, as configured for this instance. */
export type Precedence = "worker-last" | "workflow-last";

export interface ResolvedVariables {
  readonly precedence: Precedence;
  readonly variables: readonly ResolvedVariable[];
}

interface ResolvedOf {
  readonly project: string | undefined;
  readonly workflow: string | undefined;
}

/** Loads the variables that HQ would pass to a run, each with its scope and the values it overrides. */
export function useResolvedVariables({
  project,
  workflow,
}: ResolvedOf): UseQueryResult<ResolvedVariables> {
  return useHubQuery(["variables", "resolved", project, workflow], (ws) => {
    const query = { ...(project && { project }), ...(workflow && { workflow }) };
    return readData(
      hq.GET("/workspaces/{ws}/resolved-variables", { params: { path: { ws }, query } }),
    );
  });
}
