import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { answer, done, hq, keepCsrfToken, RefusedError, type Schemas } from "./client.ts";

export type SignedIn = Schemas["SignedIn"];

/** Key of who is signed in; null for nobody. */
export const SESSION = ["session"] as const;

/** Who is signed in in this browser; null for nobody. */
export function useSession(): UseQueryResult<SignedIn | null> {
  return useQuery({ queryKey: SESSION, queryFn: readSession, staleTime: Infinity });
}

/** What a sign-in does with its answer: from now on the editor is that person's. */
export function useKeepSession(): (session: SignedIn) => void {
  const queries = useQueryClient();
  return useCallback(
    (session) => {
      keepCsrfToken(session.csrfToken);
      queries.setQueryData(SESSION, session);
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
    queries.removeQueries({ predicate: ({ queryKey: [part] }) => part !== SESSION[0] });
  }, [queries]);
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
