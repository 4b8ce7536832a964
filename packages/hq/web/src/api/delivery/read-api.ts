import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

type ReadAnswer = Schemas["ReadApiResponse"];

/** A read API query. */
export interface ReadQuery {
  readonly apiId: string;
  /** Id or slug of one entry. */
  readonly entry?: string;
  /** Query string without `?`. */
  readonly query: string;
  readonly drafts: boolean;
}

export interface TimedAnswer extends ReadAnswer {
  readonly ms: number;
}

const RATES = "rates";

/** Sends a query to the read API, authenticated by this session. */
export function useQueryReadApi(): UseMutationResult<TimedAnswer, Error, ReadQuery> {
  return useSiteMutation([RATES], async (site, body: ReadQuery) => {
    const start = performance.now();
    const params = { path: { site } };
    const answered = await readData(hq.POST("/sites/{site}/read-api", { params, body }));
    return { ...answered, ms: Math.round(performance.now() - start) };
  });
}

const LOOK_MS = 5000;

/** Loads the remaining read and write quota of the site. */
export function useRates(): UseQueryResult<Schemas["SiteRates"]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, RATES],
    queryFn: () => readData(hq.GET("/sites/{site}/rates", { params: { path: { site } } })),
    refetchInterval: LOOK_MS,
  });
}
