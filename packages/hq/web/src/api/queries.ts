import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { onSignedOut, RefusedError } from "./client.ts";
import { onConnection, readConnection } from "./connection.ts";
import { SESSION_ENDED } from "./session.ts";

const RETRIES = 3;

/** Creates the query cache of the dashboard. The first query that fails detects an ended session. */
export function createQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failed, error) => failed < RETRIES && isTemporary(error),
        // HQ can run on this machine, so ignore the browser's online state.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  onSignedOut(() => client.setQueryData(SESSION_ENDED, true));
  let wasAway = false;
  onConnection(() => {
    const isAway = readConnection().awaySince !== undefined;
    // Data may have changed while HQ was unreachable.
    if (wasAway && !isAway) void client.invalidateQueries();
    wasAway = isAway;
  });
  return client;
}

/** Error codes of temporary failures: HQ is starting, or a proxy responded in its place. */
const PASSING: ReadonlySet<string> = new Set(["unavailable", "unexpected_answer"]);

/** Only temporary failures are retried. Refusals and damaged data are final, so they are shown immediately. */
function isTemporary(error: Error): boolean {
  if (!(error instanceof RefusedError)) return true;
  const { status, code } = error.problem;
  return status >= 500 && PASSING.has(code);
}

/**
 * Refetches active queries with these keys after a deletion, and removes inactive ones from the cache so that other
 * lists don't show deleted items.
 */
export async function refetchWithoutDeleted(
  queries: QueryClient,
  keys: readonly QueryKey[],
): Promise<void> {
  for (const queryKey of keys) queries.removeQueries({ queryKey, type: "inactive" });
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
