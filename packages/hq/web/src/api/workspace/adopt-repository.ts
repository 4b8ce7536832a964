import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";

export type Adoption = Schemas["TakeOver"];

export interface NewAdoption {
  readonly ws: string;
  readonly name: string;
  /** URL of the repository. */
  readonly from: string;
  readonly branch?: string;
  /** For a private repository. */
  readonly password?: string;
}

/** Starts creating a site from an existing repository. */
export function useStartAdoption(): UseMutationResult<Adoption, Error, NewAdoption> {
  return useMutation({
    mutationFn: ({ ws, password, ...rest }: NewAdoption) => {
      const credential =
        password === undefined ? {} : { credential: { kind: "token", token: password } as const };
      const params = { path: { ws } };
      return readData(
        hq.POST("/workspaces/{ws}/take-overs", { params, body: { ...rest, ...credential } }),
      );
    },
  });
}

/** Loads the progress, polling until the job is done. */
export function useAdoption(ws: string, id: string): UseQueryResult<Adoption> {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["take-over", ws, id],
    queryFn: async () => {
      const params = { path: { ws, id } };
      const job = await readData(hq.GET("/workspaces/{ws}/take-overs/{id}", { params }));
      if (job.state !== "running") await queries.invalidateQueries({ queryKey: ["workspaces"] });
      return job;
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === "running" ? 500 : false,
  });
}

export function useCancelAdoption(ws: string, id: string): UseMutationResult<void, Error, void> {
  return useMutation({
    mutationFn: () =>
      expectSuccess(
        hq.DELETE("/workspaces/{ws}/take-overs/{id}", { params: { path: { ws, id } } }),
      ),
  });
}
