import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { onSignedOut, RefusedError } from "./client.ts";
import { onConnection, readConnection } from "./connection.ts";
import { SESSION_ENDED } from "./people/session.ts";

const RETRIES = 3;

/** What is read from HQ, kept for the whole editor. A session that ended is noticed by whatever asks first. */
export function createQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failed, error) => failed < RETRIES && mayPass(error),
        // HQ may be on this machine, whatever the browser thinks of the network.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  onSignedOut(() => client.setQueryData(SESSION_ENDED, true));
  let wasAway = false;
  onConnection(() => {
    const isAway = readConnection().awaySince !== undefined;
    // What is shown may have changed while nobody could tell.
    if (wasAway && !isAway) void client.invalidateQueries();
    wasAway = isAway;
  });
  return client;
}

/** Codes of what may work a moment later: HQ is starting, or a proxy answered in its place. */
const PASSING: ReadonlySet<string> = new Set(["unavailable", "unexpected_answer"]);

/** A refusal stays one, and so does damage: whoever waits sees why at once. Only what may pass is asked for again. */
function mayPass(error: Error): boolean {
  if (!(error instanceof RefusedError)) return true;
  const { status, code } = error.problem;
  return status >= 500 && PASSING.has(code);
}

/**
 * After something was deleted: has what is shown of these keys read again, and forgets what is not shown, so that
 * whoever goes on to another list is not offered what is gone.
 */
export async function readWithoutDeleted(
  queries: QueryClient,
  keys: readonly QueryKey[],
): Promise<void> {
  for (const queryKey of keys) queries.removeQueries({ queryKey, type: "inactive" });
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
