import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";
import { WEBHOOKS, type WebhookEvent } from "./webhooks.ts";

export type Delivery = Schemas["WebhookDelivery"];
export type DeliveryState = Schemas["WebhookDeliveryState"];
export type OpenedDelivery = Schemas["WebhookDeliveryDetails"];

interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly cursor?: string;
}

const LOOK_MS = 5000;
/** Poll quickly while the user waits for the response of a test or redelivery. */
const WATCH_MS = 1000;

/** Loads the deliveries of a webhook page by page, newest first. */
export function useDeliveries(
  webhook: string,
  state: DeliveryState | undefined,
): UseInfiniteQueryResult<InfiniteData<DeliveryPage>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, WEBHOOKS, "deliveries", webhook, state],
    queryFn: ({ pageParam }) => {
      const query = {
        ...(state !== undefined && { state }),
        ...(pageParam !== "" && { cursor: pageParam }),
      };
      const params = { path: { site, id: webhook }, query };
      return readData(hq.GET("/sites/{site}/webhooks/{id}/deliveries", { params }));
    },
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const shown = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
      return shown.some(isUnderWay) ? WATCH_MS : LOOK_MS;
    },
  });
}

/** Loads a delivery with its payload and attempts. Polls while an attempt is pending. */
export function useDelivery(
  webhook: string,
  delivery: string | undefined,
): UseQueryResult<OpenedDelivery> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, WEBHOOKS, "delivery", webhook, delivery],
    enabled: delivery !== undefined,
    queryFn: () => {
      const params = { path: { site, id: webhook, d: delivery ?? "" } };
      return readData(hq.GET("/sites/{site}/webhooks/{id}/deliveries/{d}", { params }));
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? WATCH_MS : LOOK_MS,
  });
}

/** Returns whether its next attempt is due. */
function isUnderWay(delivery: Pick<Delivery, "state" | "nextAttemptAt"> | undefined): boolean {
  if (delivery?.state !== "pending") return false;
  return Date.parse(delivery.nextAttemptAt ?? "") <= Date.now() + LOOK_MS;
}

/** Sends a test delivery. @returns the id of the delivery */
export function useTestWebhook(
  webhook: string,
): UseMutationResult<string, Error, WebhookEvent | undefined> {
  return useSiteMutation([WEBHOOKS], async (site, event: WebhookEvent | undefined) => {
    const params = { path: { site, id: webhook } };
    const body = event === undefined ? {} : { event };
    return (await readData(hq.POST("/sites/{site}/webhooks/{id}/test", { params, body }))).id;
  });
}

export function useRedeliver(webhook: string): UseMutationResult<unknown, Error, string> {
  return useSiteMutation([WEBHOOKS], (site, d: string) => {
    const params = { path: { site, id: webhook, d } };
    return readData(hq.POST("/sites/{site}/webhooks/{id}/deliveries/{d}/redeliver", { params }));
  });
}

export interface Stretch {
  /** ISO 8601. */
  readonly from?: string;
  readonly until?: string;
}

/** Redelivers failed deliveries. @returns how many */
export function useRedeliverFailed(webhook: string): UseMutationResult<number, Error, Stretch> {
  return useSiteMutation([WEBHOOKS], async (site, body: Stretch) => {
    const params = { path: { site, id: webhook } };
    const sent = hq.POST("/sites/{site}/webhooks/{id}/redeliver", { params, body });
    return (await readData(sent)).redelivered;
  });
}
