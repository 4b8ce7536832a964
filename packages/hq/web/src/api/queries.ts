import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { RefusedError } from "./client.ts";
import { SESSION } from "./session.ts";

const RETRIES = 3;

/** What is read from HQ, kept for the whole editor. A session that ended is noticed by whatever asks first. */
export function createQueries(): QueryClient {
  const noticeEnd = (error: Error): void => {
    if (isSignedOut(error)) client.setQueryData(SESSION, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failed, error) => failed < RETRIES && mayPass(error),
      },
    },
  });
  return client;
}

function isSignedOut(error: Error): boolean {
  return error instanceof RefusedError && error.problem.status === 401;
}

/** A refusal stays one; only what did not answer, or could not, is asked again. */
function mayPass(error: Error): boolean {
  return !(error instanceof RefusedError) || error.problem.status >= 500;
}
