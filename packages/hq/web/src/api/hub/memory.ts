import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useHubMutation, useHubQuery } from "./hub-query.ts";

export type MemoryEntry = Schemas["MemoryEntry"];

/** The kinds of memory entries. */
export const MEMORY_KINDS = [
  "fact",
  "preference",
  "decision",
  "convention",
  "howto",
  "incident",
] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];

export interface MemoryQuestion {
  readonly search: string;
  readonly project: string | undefined;
  readonly kind: MemoryKind | undefined;
  readonly offset: number;
}

export interface MemoryPage {
  readonly contents: readonly MemoryEntry[];
  readonly totalCount: number;
}

export const MEMORY_ROWS = 20;

/** Loads the memory of a worker, queried live. */
export function useMemory(
  workerId: string,
  { search, project, kind, offset }: MemoryQuestion,
): UseQueryResult<MemoryPage> {
  return useHubQuery(
    ["memory", workerId, search, project, kind, offset],
    (ws) => {
      const query = {
        ...(search !== "" && { search }),
        ...(project !== undefined && { project }),
        ...(kind !== undefined && { kind }),
        offset,
        limit: MEMORY_ROWS,
      };
      const params = { path: { ws, id: workerId }, query };
      return readData(hq.GET("/workspaces/{ws}/workers/{id}/memory", { params }));
    },
    { retry: false },
  );
}

export interface MemoryFields {
  readonly content: string;
  readonly kind: MemoryKind;
  readonly tags: readonly string[];
  readonly projectId: string | null;
}

/** Creates or updates a memory entry of the worker. */
export function useWriteMemory(
  workerId: string,
  entry: MemoryEntry | undefined,
): UseMutationResult<MemoryEntry, Error, MemoryFields> {
  return useHubMutation(
    (ws, { tags, ...fields }) => {
      const body = { ...fields, tags: [...tags] };
      if (entry === undefined) {
        const params = { path: { ws, id: workerId } };
        return readData(hq.POST("/workspaces/{ws}/workers/{id}/memory", { params, body }));
      }
      const params = { path: { ws, id: workerId, entry: entry.id } };
      return readData(hq.PATCH("/workspaces/{ws}/workers/{id}/memory/{entry}", { params, body }));
    },
    [["memory", workerId]],
  );
}

export function useDeleteMemory(workerId: string): UseMutationResult<void, Error, string> {
  return useHubMutation(
    (ws, entry) => {
      const params = { path: { ws, id: workerId, entry } };
      return expectSuccess(hq.DELETE("/workspaces/{ws}/workers/{id}/memory/{entry}", { params }));
    },
    [["memory", workerId]],
  );
}
