import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

export type Webhook = Schemas["Webhook"];
export type WebhookEvent = Schemas["WebhookEvent"];
/** A webhook with the number of its deliveries in the last 30 days. */
export type CountedWebhook = Schemas["WebhookDetails"];

export interface WebhookWish {
  readonly name: string;
  readonly url: string;
  /** Empty for all events. */
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

/** Polling interval while deliveries are displayed, because HQ sends no events for them. */
const LOOK_MS = 5000;

export function useWebhooks(): UseQueryResult<readonly Webhook[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, WEBHOOKS, "list"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await readData(hq.GET("/sites/{site}/webhooks", { params }))).webhooks;
    },
    refetchInterval: LOOK_MS,
  });
}

export function useWebhook(id: string): UseQueryResult<CountedWebhook> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, WEBHOOKS, "one", id],
    queryFn: () =>
      readData(hq.GET("/sites/{site}/webhooks/{id}", { params: { path: { site, id } } })),
    refetchInterval: LOOK_MS,
  });
}

/** The response of creating a webhook. Its secret is passed on and not cached. */
type CreatedWebhook = Pick<Schemas["CreatedWebhook"], "id" | "secret">;

export function useCreateWebhook(
  onMade: (made: CreatedWebhook) => void,
): UseMutationResult<void, Error, WebhookWish> {
  return useSiteMutation([WEBHOOKS], async (site, body: WebhookWish) => {
    const { id, secret } = await readData(
      hq.POST("/sites/{site}/webhooks", { params: { path: { site } }, body }),
    );
    onMade({ id, secret });
  });
}

export type WebhookChange = Schemas["WebhookUpdate"];

export function useChangeWebhook(id: string): UseMutationResult<Webhook, Error, WebhookChange> {
  return useSiteMutation([WEBHOOKS], (site, body: WebhookChange) => {
    const params = { path: { site, id } };
    return readData(hq.PATCH("/sites/{site}/webhooks/{id}", { params, body }));
  });
}

/** Enables a webhook again and optionally redelivers what failed before. */
export function useEnableWebhook(
  id: string,
): UseMutationResult<void, Error, { readonly send: boolean }> {
  return useSiteMutation([WEBHOOKS], async (site, { send }: { readonly send: boolean }) => {
    const params = { path: { site, id } };
    await readData(hq.PATCH("/sites/{site}/webhooks/{id}", { params, body: { enabled: true } }));
    if (send)
      await readData(hq.POST("/sites/{site}/webhooks/{id}/redeliver", { params, body: {} }));
  });
}

export function useDeleteWebhook(
  id: string,
  onDone: () => void,
): UseMutationResult<void, Error, void> {
  return useSiteMutation(
    [WEBHOOKS],
    (site) =>
      expectSuccess(hq.DELETE("/sites/{site}/webhooks/{id}", { params: { path: { site, id } } })),
    onDone,
  );
}

/** Rotates the signing secret and passes it on. HQ doesn't return it again. */
export function useRotateSecret(
  id: string,
  onMade: (secret: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteMutation([WEBHOOKS], async (site) => {
    const params = { path: { site, id } };
    onMade(
      (await readData(hq.POST("/sites/{site}/webhooks/{id}/rotate-secret", { params }))).secret,
    );
  });
}
