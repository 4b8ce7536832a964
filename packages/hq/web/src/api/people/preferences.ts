import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { answer, done, hq } from "../client.ts";
import { useSession } from "./session.ts";

type Preferences = Readonly<Record<string, unknown>>;

/**
 * Something that HQ remembers of the person, on whatever device. Shown as it was chosen at once; what another device
 * chose is seen when the window is looked at again.
 *
 * @param read - Makes of what is remembered what is meant, also of nothing, and of what another version wrote. The
 * same function each time.
 */
export function usePreference<T>(
  name: string,
  read: (remembered: unknown) => T,
): readonly [T, (next: T) => void] {
  const queries = useQueryClient();
  const { data: session } = useSession();
  const person = session?.user.id;
  const key = useMemo(() => ["preferences", person], [person]);
  const { data } = useQuery<Preferences>({
    queryKey: key,
    enabled: person !== undefined,
    queryFn: async () => (await answer(hq.GET("/me/preferences"))).preferences,
    refetchOnWindowFocus: "always",
  });
  const { mutate } = useMutation({
    // One after the other: the last one that was chosen stands.
    scope: { id: "preferences" },
    mutationFn: (value: T) =>
      done(hq.PUT("/me/preferences/{name}", { params: { path: { name } }, body: { value } })),
  });
  const set = useCallback(
    (next: T) => {
      queries.setQueryData<Preferences>(key, (before) => ({ ...before, [name]: next }));
      mutate(next);
    },
    [queries, key, name, mutate],
  );
  const remembered = data?.[name];
  return [useMemo(() => read(remembered), [read, remembered]), set];
}
