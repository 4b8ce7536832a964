import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useSiteAct } from "../site-act.ts";
import { useSiteId } from "../sites.ts";

export type Webhook = Schemas["Webhook"];
export type WebhookEvent = Webhook["events"][number];

export interface CountedWebhook extends Webhook {
  /** Those of thirty days. */
  readonly deliveries: number;
  readonly failedDeliveries: number;
}

export interface WebhookWish {
  readonly name: string;
  readonly url: string;
  /** Empty for all. */
  readonly events: WebhookEvent[];
  readonly sign: boolean;
  readonly coalesce: boolean;
}

export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  "entry.published",
  "entry.unpublished",
  "entry.deleted",
  "content_type.updated",
  "site.published",
];

export const WEBHOOKS = "webhooks";

/** How often is looked again what was sent, while somebody looks: deliveries announce themselves to nobody. */
const LOOK_MS = 5000;

export function useWebhooks(): UseQueryResult<readonly Webhook[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, WEBHOOKS, "list"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await answer(hq.GET("/sites/{site}/webhooks", { params }))).webhooks;
    },
    refetchInterval: LOOK_MS,
  });
}

export function useWebhook(id: string): UseQueryResult<CountedWebhook> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, WEBHOOKS, "one", id],
    queryFn: () =>
      answer(hq.GET("/sites/{site}/webhooks/{id}", { params: { path: { site, id } } })),
    refetchInterval: LOOK_MS,
  });
}

/** What was made: its secret is handed on and kept nowhere. */
interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
}

export function useMakeWebhook(
  onMade: (made: MadeWebhook) => void,
): UseMutationResult<void, Error, WebhookWish> {
  return useSiteAct([WEBHOOKS], async (site, body: WebhookWish) => {
    const { id, secret } = await answer(
      hq.POST("/sites/{site}/webhooks", { params: { path: { site } }, body }),
    );
    onMade({ id, secret });
  });
}

export type WebhookChange = Partial<WebhookWish> & { readonly enabled?: boolean };

export function useChangeWebhook(id: string): UseMutationResult<Webhook, Error, WebhookChange> {
  return useSiteAct([WEBHOOKS], (site, body: WebhookChange) => {
    const params = { path: { site, id } };
    return answer(hq.PATCH("/sites/{site}/webhooks/{id}", { params, body }));
  });
}

/** Turns a webhook on again, and sends what failed before if that is wanted. */
export function useTurnOn(id: string): UseMutationResult<void, Error, { readonly send: boolean }> {
  return useSiteAct([WEBHOOKS], async (site, { send }: { readonly send: boolean }) => {
    const params = { path: { site, id } };
    await answer(hq.PATCH("/sites/{site}/webhooks/{id}", { params, body: { enabled: true } }));
    if (send) await answer(hq.POST("/sites/{site}/webhooks/{id}/redeliver", { params, body: {} }));
  });
}

export function useDeleteWebhook(
  id: string,
  onDone: () => void,
): UseMutationResult<void, Error, void> {
  return useSiteAct(
    [WEBHOOKS],
    (site) => done(hq.DELETE("/sites/{site}/webhooks/{id}", { params: { path: { site, id } } })),
    onDone,
  );
}

/** Makes a new signing secret; it is handed on, to be shown this once. */
export function useRotateSecret(
  id: string,
  onMade: (secret: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteAct([WEBHOOKS], async (site) => {
    const params = { path: { site, id } };
    onMade((await answer(hq.POST("/sites/{site}/webhooks/{id}/rotate-secret", { params }))).secret);
  });
}
