import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readWithoutDeleted } from "../queries.ts";
import { useWorkspaceSlug } from "../workspaces.ts";

interface HubQueryOptions {
  /** Whether it is asked at all. @default true */
  readonly enabled?: boolean;
  /** @default as every query's */
  readonly staleTime?: number;
  /** How often it is asked again while it is shown, in ms. @default never */
  readonly refetchInterval?: number;
  /** Whether it is asked again when it fails. @default as every query */
  readonly retry?: boolean;
}

/** Something of the workspace that the address names; its key stands below the workspace's. */
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

/** Deletes something of the workspace that the address names, so that no list offers it any more. */
export function useHubDelete<Wish = void>(
  remove: (ws: string, wish: Wish) => Promise<void>,
  /** Keys below the workspace's: not its own, whose page is left. */
  lists: readonly QueryKey[],
): UseMutationResult<void, Error, Wish> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => remove(ws, wish),
    onSuccess: () =>
      readWithoutDeleted(
        queries,
        lists.map((key) => ["workspace", ws, ...key]),
      ),
  });
}

/** An act in the workspace that the address names; what it changes is read again. */
export function useHubAct<Answer, Wish = void>(
  act: (ws: string, wish: Wish) => Promise<Answer>,
  /** Keys below the workspace's. */
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
