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
 * @returns it, and what changes it: from what is remembered by then, which may come after who asks for it
 */
export function usePreference<T>(
  name: string,
  read: (remembered: unknown) => T,
): readonly [T, (change: (now: T) => T) => void] {
  const queries = useQueryClient();
  const { data: session } = useSession();
  const person = session?.user.id;
  const key = useMemo(() => ["preferences", person], [person]);
  const remember = useMemo(
    () => ({
      queryKey: key,
      queryFn: async (): Promise<Preferences> =>
        (await answer(hq.GET("/me/preferences"))).preferences,
    }),
    [key],
  );
  const { data } = useQuery({
    ...remember,
    enabled: person !== undefined,
    refetchOnWindowFocus: "always",
  });
  const { mutate } = useMutation({
    // One after the other: the last one that was chosen stands.
    scope: { id: "preferences" },
    mutationFn: (value: T) =>
      done(hq.PUT("/me/preferences/{name}", { params: { path: { name } }, body: { value } })),
  });
  const change = useCallback(
    (changed: (now: T) => T) => {
      // A press before the first answer would write over what is remembered, and a late answer over the press.
      const next = async (): Promise<T> => {
        const first = await queries.ensureQueryData(remember);
        await queries.cancelQueries({ queryKey: key });
        const before = queries.getQueryData<Preferences>(key) ?? first;
        const value = changed(read(before[name]));
        queries.setQueryData<Preferences>(key, { ...before, [name]: value });
        return value;
      };
      // Where it cannot be read, it is not written either.
      next().then(mutate, () => undefined);
    },
    [queries, remember, key, name, read, mutate],
  );
  const remembered = data?.[name];
  return [useMemo(() => read(remembered), [read, remembered]), change];
}
