import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteAct } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

type ReadAnswer = Schemas["ReadAnswer"];

/** A read API query. */
export interface ReadQuestion {
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
export function useAskReadApi(): UseMutationResult<TimedAnswer, Error, ReadQuestion> {
  return useSiteAct([RATES], async (site, body: ReadQuestion) => {
    const start = performance.now();
    const params = { path: { site } };
    const answered = await answer(hq.POST("/sites/{site}/read-api", { params, body }));
    return { ...answered, ms: Math.round(performance.now() - start) };
  });
}

const LOOK_MS = 5000;

/** Loads the remaining read and write quota of the site. */
export function useRates(): UseQueryResult<Schemas["SiteRates"]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, RATES],
    queryFn: () => answer(hq.GET("/sites/{site}/rates", { params: { path: { site } } })),
    refetchInterval: LOOK_MS,
  });
}
