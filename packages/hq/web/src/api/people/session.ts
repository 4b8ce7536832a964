import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { answer, done, hq, keepCsrfToken, RefusedError, type Schemas } from "../client.ts";

export type SignedIn = Schemas["SignedIn"];

/** Key of who is signed in; null for nobody. */
export const SESSION = ["session"] as const;

/** Key of whether the session ended by itself while the editor was open. */
export const SESSION_ENDED = ["session", "ended"] as const;

/** Whether the session ended by itself: what is open stays, and waits for whoever signs in again. */
export function useSessionEnded(): boolean {
  const { data } = useQuery({
    queryKey: SESSION_ENDED,
    queryFn: () => false,
    initialData: false,
    staleTime: Infinity,
  });
  return data;
}

/** Who is signed in in this browser; null for nobody. */
export function useSession(): UseQueryResult<SignedIn | null> {
  return useQuery({ queryKey: SESSION, queryFn: readSession, staleTime: Infinity });
}

/** Whether workspaces have plans and payment methods here. Where they do not, no screen speaks of them. */
export function useBilling(): boolean {
  const { data } = useSession();
  return data?.billing ?? false;
}

/** What a sign-in does with its answer: from now on the editor is that person's. */
export function useKeepSession(): (session: SignedIn) => void {
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

/** Ends the session, and forgets what it showed. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await done(hq.DELETE("/session"));
    keepCsrfToken(undefined);
    queries.setQueryData(SESSION, null);
    queries.removeQueries({ predicate: isOfSite });
  }, [queries]);
}

/** Of what is read in a session, not of the session itself. */
function isOfSite({ queryKey: [part] }: { readonly queryKey: readonly unknown[] }): boolean {
  return part !== SESSION[0];
}

async function readSession(): Promise<SignedIn | null> {
  try {
    const session = await answer(hq.GET("/session"));
    keepCsrfToken(session.csrfToken);
    return session;
  } catch (error) {
    if (error instanceof RefusedError && error.problem.status === 401) return null;
    throw error;
  }
}
