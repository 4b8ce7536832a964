import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { readData, expectSuccess, hq } from "../client.ts";
import { useSession } from "../session.ts";

type Preferences = Readonly<Record<string, unknown>>;

/**
 * A user preference stored at HQ for all devices. Changes apply optimistically. Changes from other devices appear when
 * the window regains focus.
 *
 * @param read - Parses the stored value, including a missing value and formats of other versions. Must be a stable
 * reference.
 * @returns the value, and a setter that updates the latest stored value, which may load after the call
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
        (await readData(hq.GET("/me/preferences"))).preferences,
    }),
    [key],
  );
  const { data } = useQuery({
    ...remember,
    enabled: person !== undefined,
    refetchOnWindowFocus: "always",
  });
  const { mutate } = useMutation({
    // Run one at a time, so that the last choice wins.
    scope: { id: "preferences" },
    mutationFn: (value: T) =>
      expectSuccess(
        hq.PUT("/me/preferences/{name}", { params: { path: { name } }, body: { value } }),
      ),
  });
  const change = useCallback(
    (changed: (now: T) => T) => {
      // A change before the first response would overwrite the stored value, and a late response would overwrite the
      // change.
      const next = async (): Promise<T> => {
        const first = await queries.ensureQueryData(remember);
        await queries.cancelQueries({ queryKey: key });
        const before = queries.getQueryData<Preferences>(key) ?? first;
        const value = changed(read(before[name]));
        queries.setQueryData<Preferences>(key, { ...before, [name]: value });
        return value;
      };
      // Don't write a value that can't be read.
      next().then(mutate, () => undefined);
    },
    [queries, remember, key, name, read, mutate],
  );
  const remembered = data?.[name];
  return [useMemo(() => read(remembered), [read, remembered]), change];
}
