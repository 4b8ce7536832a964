import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { useEntryPlace } from "./entry-place.ts";

export type SlugCheck = Schemas["SlugCheck"];

/** A slug query: whether a slug is available, or which slug a title produces. */
export interface SlugQuery {
  readonly type: string;
  /** Id of the entry; absent for a new one. */
  readonly entry: string | undefined;
  readonly slug?: string;
  readonly title?: string;
}

const AFTER_TYPING_MS = 300;

/** Checks whether a slug is available, after a pause in typing. Keeps the previous result until then. */
export function useSlugCheck(asked: SlugQuery): UseQueryResult<SlugCheck> {
  const { site, change: n } = useEntryPlace();
  const { type, entry, slug = "", title = "" } = useDebouncedQuery(asked);
  const part = n === undefined ? ["entries"] : ["changes", "entry", n];
  return useQuery({
    queryKey: ["site", site, ...part, "slug", type, entry, slug, title],
    enabled: slug !== "" || title.trim() !== "",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = {
        ...(slug === "" ? { title } : { slug }),
        ...(entry !== undefined && { entry }),
      };
      const path = { site, api_id: type };
      if (n === undefined) {
        const params = { path, query };
        return readData(hq.GET("/sites/{site}/types/{api_id}/slug", { params, signal }));
      }
      const params = { path: { ...path, n }, query };
      return readData(hq.GET("/sites/{site}/changes/{n}/types/{api_id}/slug", { params, signal }));
    },
  });
}

/** Returns the last query, debounced. */
function useDebouncedQuery(asked: SlugQuery): SlugQuery {
  const [rested, setRested] = useState(asked);
  const { type, entry, slug, title } = asked;
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setRested({
          type,
          entry,
          ...(slug !== undefined && { slug }),
          ...(title !== undefined && { title }),
        }),
      AFTER_TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [type, entry, slug, title]);
  return rested;
}

interface EntryRoute {
  readonly route: string;
  /** IANA time zone of the dates in the path. */
  readonly timeZone: string | undefined;
}

/** Loads the URL path of the entries of a type, such as `/blog/{slug}`, or of one entry if it has its own. */
export function useRoute(type: string, entry?: string): EntryRoute {
  const site = useSiteId();
  const { data } = useQuery({
    queryKey: ["site", site, "settings"],
    queryFn: () => readData(hq.GET("/sites/{site}/settings", { params: { path: { site } } })),
  });
  const own = entry === undefined ? undefined : data?.routes[entry];
  const route = own ?? data?.routes[type] ?? `/${type}/{slug}`;
  return { route, timeZone: data?.timeZone };
}

/** Sets the URL path of the entries of a type; null restores the default. */
export function useSetRoute(type: string): UseMutationResult<unknown, Error, string | null> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (route) => {
      const params = { path: { site } };
      return readData(
        hq.PATCH("/sites/{site}/settings", { params, body: { routes: { [type]: route } } }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["site", site, "settings"] }),
  });
}
