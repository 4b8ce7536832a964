import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  readData,
  expectSuccess,
  hq,
  keepCsrfToken,
  RefusedError,
  type Schemas,
} from "./client.ts";

export type SignedIn = Schemas["SignIn"];

/** Query key of the current user; null if no one is signed in. */
export const SESSION = ["session"] as const;

/** Query key of whether the session expired while the dashboard was open. */
export const SESSION_ENDED = ["session", "ended"] as const;

/** Returns whether the session expired. Open screens stay until the user signs in again. */
export function useSessionEnded(): boolean {
  const { data } = useQuery({
    queryKey: SESSION_ENDED,
    queryFn: () => false,
    initialData: false,
    staleTime: Infinity,
  });
  return data;
}

/** Loads the current user of this browser; null if no one is signed in. */
export function useSession(): UseQueryResult<SignedIn | null> {
  return useQuery({ queryKey: SESSION, queryFn: readSession, staleTime: Infinity });
}

/** Returns whether workspaces have plans and payment methods on this instance. If not, no screen mentions them. */
export function useBilling(): boolean {
  const { data } = useSession();
  return data?.billing ?? false;
}

/** Returns a function that switches the dashboard to the user who just signed in. */
export function useStartSession(): (session: SignedIn) => void {
  const queries = useQueryClient();
  return useCallback(
    (session) => {
      keepCsrfToken(session.csrfToken);
      queries.setQueryData(SESSION, session);
      queries.setQueryData(SESSION_ENDED, false);
      void queries.invalidateQueries({ predicate: isOfSite });
    },
    [queries],
  );
}

/** Ends the session and clears its cached data. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await expectSuccess(hq.DELETE("/session"));
    keepCsrfToken(undefined);
    queries.setQueryData(SESSION, null);
    queries.removeQueries({ predicate: isOfSite });
  }, [queries]);
}

/** Returns whether a query holds data of a session, as opposed to the session itself. */
function isOfSite({ queryKey: [part] }: { readonly queryKey: readonly unknown[] }): boolean {
  return part !== SESSION[0];
}

async function readSession(): Promise<SignedIn | null> {
  try {
    const session = await readData(hq.GET("/session"));
    keepCsrfToken(session.csrfToken);
    return session;
  } catch (error) {
    if (error instanceof RefusedError && error.problem.status === 401) return null;
    throw error;
  }
}
