import { type QueryKey, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { readData, hq, type Schemas } from "../api/client.ts";
import { randomName } from "../api/random-name.ts";
import { useSession } from "../api/session.ts";

export type PersonHere = Schemas["Presence"];

/** Query key of the people at an entry. */
export function peopleKey(site: string, entry: string): QueryKey {
  return ["presence", site, entry];
}

/** Heartbeat interval. HQ drops a person after three missed heartbeats. */
const AGAIN_MS = 10_000;
/** Fields that only get the focus briefly while tabbing aren't reported. */
const SETTLE_MS = 300;

interface Presence {
  /** Other users who have the entry open. */
  readonly others: readonly PersonHere[];
  /** Sets the user's current field; undefined for none. */
  readonly enter: (field: string | undefined) => void;
}

/** Reports that an entry is open in this window, and returns who else has it open. */
export function usePresence(site: string, entry: string | undefined): Presence {
  const queries = useQueryClient();
  const { data: session } = useSession();
  const own = session?.user.id;
  const key = useMemo(() => peopleKey(site, entry ?? ""), [site, entry]);
  const { data: people = NOBODY } = useQuery<readonly PersonHere[]>({
    queryKey: key,
    queryFn: skipToken,
  });
  const signs = useRef<Heartbeat>(undefined);
  useEffect(() => {
    if (entry === undefined) return undefined;
    const heartbeat = startHeartbeat(site, entry, (answered) =>
      queries.setQueryData(key, answered),
    );
    signs.current = heartbeat;
    return () => {
      signs.current = undefined;
      heartbeat.leave();
    };
  }, [queries, site, entry, key]);
  const enter = useCallback((field: string | undefined) => signs.current?.enter(field), []);
  const others = useMemo(() => people.filter(({ user }) => user !== own), [people, own]);
  return { others, enter };
}

const NOBODY: readonly PersonHere[] = [];

interface Heartbeat {
  enter(field: string | undefined): void;
  leave(): void;
}

/** Sends heartbeats while the window is visible. */
function startHeartbeat(
  site: string,
  entry: string,
  take: (people: readonly PersonHere[]) => void,
): Heartbeat {
  const window = randomName();
  const left = new AbortController();
  let field: string | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;

  async function send(sign: { readonly field?: string; readonly left?: boolean }): Promise<void> {
    const params = { path: { site } };
    const body = { entry, window, ...sign };
    const keepalive = sign.left === true;
    try {
      const { people } = await readData(
        hq.POST("/sites/{site}/presence", { params, body, keepalive }),
      );
      if (!left.signal.aborted) take(people);
    } catch {
      // The next heartbeat follows soon, so a lost one is harmless.
    }
  }

  function say(): void {
    if (!document.hidden) void send(field === undefined ? {} : { field });
  }

  function goAway(): void {
    void send({ left: true });
  }

  const { signal } = left;
  document.addEventListener("visibilitychange", () => (document.hidden ? goAway() : say()), {
    signal,
  });
  addEventListener("pagehide", goAway, { signal });
  const again = setInterval(say, AGAIN_MS);
  say();
  return {
    enter(next) {
      if (next === field) return;
      field = next;
      clearTimeout(settling);
      settling = setTimeout(say, SETTLE_MS);
    },
    leave() {
      left.abort();
      clearInterval(again);
      clearTimeout(settling);
      goAway();
    },
  };
}
