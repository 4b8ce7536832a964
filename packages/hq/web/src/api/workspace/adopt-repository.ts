import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";

export type TakeOver = Schemas["TakeOver"];

export interface NewTakeOver {
  readonly ws: string;
  readonly name: string;
  /** URL of the repository. */
  readonly from: string;
  readonly branch?: string;
  /** For a private repository. */
  readonly password?: string;
}

/** Starts creating a site from an existing repository. */
export function useStartTakeOver(): UseMutationResult<TakeOver, Error, NewTakeOver> {
  return useMutation({
    mutationFn: ({ ws, password, ...rest }: NewTakeOver) => {
      const credential =
        password === undefined ? {} : { credential: { kind: "token", token: password } as const };
      const params = { path: { ws } };
      return answer(
        hq.POST("/workspaces/{ws}/take-overs", { params, body: { ...rest, ...credential } }),
      );
    },
  });
}

/** Loads the progress, polling until the job is done. */
export function useTakeOver(ws: string, id: string): UseQueryResult<TakeOver> {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["take-over", ws, id],
    queryFn: async () => {
      const params = { path: { ws, id } };
      const job = await answer(hq.GET("/workspaces/{ws}/take-overs/{id}", { params }));
      if (job.state !== "running") await queries.invalidateQueries({ queryKey: ["workspaces"] });
      return job;
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === "running" ? 500 : false,
  });
}

export function useCancelTakeOver(ws: string, id: string): UseMutationResult<void, Error, void> {
  return useMutation({
    mutationFn: () =>
      done(hq.DELETE("/workspaces/{ws}/take-overs/{id}", { params: { path: { ws, id } } })),
  });
}
