import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubDelete, useHubQuery } from "./hub-query.ts";

export type Worker = Schemas["Worker"];
export type WorkerFinding = Schemas["WorkerFinding"];
export type WorkerReadiness = Schemas["WorkerReadiness"];
export type SkillReadiness = WorkerReadiness["skills"][number];

/** Returns whether a machine is registered that can receive work. */
export function isRegistered({ state }: Worker): boolean {
  return state === "online" || state === "offline";
}

/** A newly created worker. HQ doesn't return its token again. */
export type NewWorker = Schemas["CreatedWorker"];

/** Load and memory change every few seconds without an event. */
const FACTS_MS = 15_000;

/** Loads the workers of the workspace, by name. */
export function useWorkers(): UseQueryResult<readonly Worker[]> {
  return useHubQuery(
    ["workers"],
    async (ws) =>
      (await readData(hq.GET("/workspaces/{ws}/workers", { params: { path: { ws } } }))).workers,
    { refetchInterval: FACTS_MS },
  );
}

export function useWorker(id: string): UseQueryResult<Worker> {
  return useHubQuery(
    ["worker", id],
    (ws) => readData(hq.GET("/workspaces/{ws}/workers/{id}", { params: { path: { ws, id } } })),
    { refetchInterval: FACTS_MS },
  );
}

export function useAddWorker(): UseMutationResult<NewWorker, Error, string> {
  return useHubMutation(
    (ws, name) =>
      readData(hq.POST("/workspaces/{ws}/workers", { params: { path: { ws } }, body: { name } })),
    [["workers"]],
  );
}

export function useRenameWorker(id: string): UseMutationResult<Worker, Error, string> {
  return useHubMutation(
    (ws, name) =>
      readData(
        hq.PATCH("/workspaces/{ws}/workers/{id}", { params: { path: { ws, id } }, body: { name } }),
      ),
    [["workers"], ["worker", id]],
  );
}

export function useRevokeWorker(id: string): UseMutationResult<void, Error, void> {
  return useHubDelete(
    (ws) =>
      expectSuccess(hq.DELETE("/workspaces/{ws}/workers/{id}", { params: { path: { ws, id } } })),
    [["workers"], ["runs"], ["readiness"]],
  );
}

/** Loads the diagnostics of a worker, queried live. */
export function useWorkerDoctor(
  id: string,
  enabled: boolean,
): UseQueryResult<readonly WorkerFinding[]> {
  return useHubQuery(
    ["worker", id, "doctor"],
    async (ws) => {
      const params = { path: { ws, id } };
      return (await readData(hq.GET("/workspaces/{ws}/workers/{id}/doctor", { params }))).findings;
    },
    { enabled, retry: false },
  );
}

interface ReadinessOf {
  readonly project?: string | undefined;
  readonly workflow?: string | undefined;
}

export interface Readiness {
  readonly skills: readonly { readonly name: string; readonly version: number }[];
  readonly workers: readonly WorkerReadiness[];
}

/**
 * Loads the requirements each online worker is missing for each skill, with the variables of a project and workflow.
 */
export function useReadiness({ project, workflow }: ReadinessOf = {}): UseQueryResult<Readiness> {
  return useHubQuery(["readiness", project, workflow], (ws) => {
    const query = { ...(project && { project }), ...(workflow && { workflow }) };
    return readData(hq.GET("/workspaces/{ws}/readiness", { params: { path: { ws }, query } }));
  });
}
