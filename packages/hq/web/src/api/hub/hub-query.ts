import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { refetchWithoutDeleted } from "../queries.ts";
import { useWorkspaceSlug } from "../workspaces.ts";

interface HubQueryOptions {
  /** Whether to run the query. @default true */
  readonly enabled?: boolean;
  /** @default as in every query */
  readonly staleTime?: number;
  /** Polling interval in ms. @default no polling */
  readonly refetchInterval?: number;
  /** Whether to retry on failure. @default as in every query */
  readonly retry?: boolean;
}

/** Loads data of the current workspace. Its query key is below the workspace's. */
export function useHubQuery<Answer>(
  key: QueryKey,
  read: (ws: string, signal: AbortSignal) => Promise<Answer>,
  options: HubQueryOptions = {},
): UseQueryResult<Answer> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, ...key],
    queryFn: ({ signal }) => read(ws, signal),
    ...options,
  });
}

/** Deletes part of the current workspace and removes it from lists. */
export function useHubDelete<Wish = void>(
  remove: (ws: string, wish: Wish) => Promise<void>,
  /** Keys of lists below the workspace's key, excluding the deleted item's own key, whose page is being left. */
  lists: readonly QueryKey[],
): UseMutationResult<void, Error, Wish> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => remove(ws, wish),
    onSuccess: () =>
      refetchWithoutDeleted(
        queries,
        lists.map((key) => ["workspace", ws, ...key]),
      ),
  });
}

/** Runs a mutation in the current workspace and refetches what it changes. */
export function useHubMutation<Answer, Wish = void>(
  act: (ws: string, wish: Wish) => Promise<Answer>,
  /** Keys below the workspace's key. */
  changes: readonly QueryKey[],
): UseMutationResult<Answer, Error, Wish> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => act(ws, wish),
    onSuccess: async () => {
      await Promise.all(
        changes.map((key) => queries.invalidateQueries({ queryKey: ["workspace", ws, ...key] })),
      );
    },
  });
}
