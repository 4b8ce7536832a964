import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { useEntryPlace } from "./entry-place.ts";

export type SlugCheck = Schemas["SlugCheck"];

/** What is asked of a slug: whether it can be had, or which one a title makes. */
export interface SlugQuestion {
  readonly type: string;
  /** Id of the entry that it is for; absent of one that is not there yet. */
  readonly entry: string | undefined;
  readonly slug?: string;
  readonly title?: string;
}

const AFTER_TYPING_MS = 300;

/** Whether a slug can be had, asked once the keys rest; the answer before stays until then. */
export function useSlugCheck(asked: SlugQuestion): UseQueryResult<SlugCheck> {
  const { site, change: n } = useEntryPlace();
  const { type, entry, slug = "", title = "" } = useRested(asked);
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
        return answer(hq.GET("/sites/{site}/types/{api_id}/slug", { params, signal }));
      }
      const params = { path: { ...path, n }, query };
      return answer(hq.GET("/sites/{site}/changes/{n}/types/{api_id}/slug", { params, signal }));
    },
  });
}

/** What was asked last, once nothing changed for a moment. */
function useRested(asked: SlugQuestion): SlugQuestion {
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
  /** IANA name of the zone of the days in it. */
  readonly timeZone: string | undefined;
}

/** Where links to the entries of a type lead: `/blog/{slug}`; to an entry, where it has a route of its own. */
export function useRoute(type: string, entry?: string): EntryRoute {
  const site = useSiteId();
  const { data } = useQuery({
    queryKey: ["site", site, "settings"],
    queryFn: () => answer(hq.GET("/sites/{site}/settings", { params: { path: { site } } })),
  });
  const own = entry === undefined ? undefined : data?.routes[entry];
  const route = own ?? data?.routes[type] ?? `/${type}/{slug}`;
  return { route, timeZone: data?.timeZone };
}

/** Has links to the entries of a type lead elsewhere; null is the usual address. */
export function useSetRoute(type: string): UseMutationResult<unknown, Error, string | null> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (route) => {
      const params = { path: { site } };
      return answer(
        hq.PATCH("/sites/{site}/settings", { params, body: { routes: { [type]: route } } }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["site", site, "settings"] }),
  });
}
