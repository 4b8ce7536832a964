import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { basePath } from "../base-path.ts";
import { readData, hq, type Schemas } from "../client.ts";
import { useWorkspaceSlug } from "../workspaces.ts";
import { useHubMutation, useHubQuery } from "./hub-query.ts";

export type Run = Schemas["Run"];
export type RunState = Run["state"];
export type RunDetails = Schemas["RunDetails"];
export type Artifact = Schemas["Artifact"];

export interface RunPage {
  readonly runs: readonly Run[];
  readonly cursor?: string;
}

export interface RunFilter {
  readonly project?: string;
  readonly worker?: string;
  readonly state?: RunState;
}

const ROWS = 30;

const ENDED: ReadonlySet<RunState> = new Set([
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
  "lost",
  "refused",
]);

/** Returns whether the run is finished. */
export function hasEnded({ state }: Pick<Run, "state">): boolean {
  return ENDED.has(state);
}

/** Loads the runs of the workspace page by page, newest first. */
export function useRuns(
  filter: RunFilter = {},
): UseInfiniteQueryResult<InfiniteData<RunPage, string | undefined>> {
  const ws = useWorkspaceSlug();
  return useInfiniteQuery({
    queryKey: ["workspace", ws, "runs", filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<RunPage> => {
      const query = { ...filter, limit: ROWS, ...(cursor !== undefined && { cursor }) };
      return readData(hq.GET("/workspaces/{ws}/runs", { params: { path: { ws }, query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** Loads the latest runs of a workflow. */
export function useWorkflowRuns(id: string | undefined): UseQueryResult<readonly Run[]> {
  return useHubQuery(
    ["runs", "of", id],
    async (ws) => {
      const params = { path: { ws, id: id ?? "" }, query: { limit: 10 } };
      return (await readData(hq.GET("/workspaces/{ws}/workflows/{id}/runs", { params }))).runs;
    },
    { enabled: id !== undefined },
  );
}

/** Loads a run with its inputs. For a workflow, also the runs of its steps. */
export function useRun(id: string): UseQueryResult<RunDetails> {
  return useHubQuery(["run", id], (ws) =>
    readData(hq.GET("/workspaces/{ws}/runs/{id}", { params: { path: { ws, id } } })),
  );
}

export function useCancelRun(): UseMutationResult<Run, Error, string> {
  return useHubMutation(
    (ws, id) =>
      readData(hq.POST("/workspaces/{ws}/runs/{id}/cancel", { params: { path: { ws, id } } })),
    CHANGES,
  );
}

interface SkillRunWish {
  readonly skill: string;
  readonly version?: number;
  readonly worker: string;
  readonly project?: string;
  readonly variables: Readonly<Record<string, string>>;
}

export function useStartSkillRun(): UseMutationResult<
  { readonly id: string },
  Error,
  SkillRunWish
> {
  return useHubMutation(
    (ws, body) => readData(hq.POST("/workspaces/{ws}/runs", { params: { path: { ws } }, body })),
    CHANGES,
  );
}

interface WorkflowRunWish {
  readonly workflow: string;
  /** @default a worker assigned to the project */
  readonly worker?: string;
}

export function useStartWorkflowRun(): UseMutationResult<
  { readonly id: string },
  Error,
  WorkflowRunWish
> {
  return useHubMutation((ws, { workflow: id, ...body }) => {
    const params = { path: { ws, id } };
    return readData(hq.POST("/workspaces/{ws}/workflows/{id}/runs", { params, body }));
  }, CHANGES);
}

const CHANGES = [["runs"], ["run"]];

/** Loads the artifacts of a run from its worker. */
export function useArtifacts(id: string, enabled: boolean): UseQueryResult<readonly Artifact[]> {
  return useHubQuery(
    ["run", id, "artifacts"],
    async (ws) => {
      const params = { path: { ws, id } };
      return (await readData(hq.GET("/workspaces/{ws}/runs/{id}/artifacts", { params }))).artifacts;
    },
    { enabled, retry: false },
  );
}

/** Returns the download URL of an artifact or the log of a run. */
export function runUrl(ws: string, id: string, below: string): string {
  return `${basePath()}/api/manage/workspaces/${encodeURIComponent(ws)}/runs/${id}/${below}`;
}
