import { publishEntries, unpublishEntries } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { onTestFinished } from "vitest";
import { z } from "zod";
import {
  type Answer,
  type Received,
  startReceiver,
  type WebhookReceiver,
} from "../../../../../tests/support/hq/webhook-receiver.ts";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";

const ACTOR = { name: "Ann", email: "ann@example.test" };

/** A site whose webhooks can reach endpoints on this machine. Only `deliverDue` sends deliveries. */
export interface HookedSite {
  readonly hq: SiteApi;
  readonly store: SiteStore;
  /** Saves posts and returns their ids. */
  readonly post: (...slugs: readonly string[]) => Promise<string[]>;
  /** Publishes entries in one commit and derives the events. */
  readonly publish: (...ids: readonly string[]) => Promise<void>;
  readonly unpublish: (...ids: readonly string[]) => Promise<void>;
  /** Updates everything to the site's branches. */
  readonly follow: () => Promise<void>;
  /** Creates a webhook. The response contains its secret. */
  readonly addWebhook: (
    url: string,
    settings?: object,
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly receiver: (answer?: Answer) => Promise<WebhookReceiver>;
  /** Sends due deliveries. */
  readonly deliver: () => Promise<void>;
  /** Advances the clock, then sends due deliveries. */
  readonly waitAndDeliver: (ms: number) => Promise<void>;
}

const COMMON = { required: false, multiple: false } as const;

export async function startHookedSite(
  environment: Readonly<Record<string, string>> = { LOAM_WEBHOOK_ALLOW: "127.0.0.0/8" },
): Promise<HookedSite> {
  const hq = await startSiteApi(environment);
  onTestFinished(() => hq.close());
  const { sites, webhooks } = hq.services;
  await sites.follow(hq.site.id);
  const { store } = await sites.content(hq.site.id);
  const title = { ...COMMON, id: "title", apiId: "title", label: "Title", type: "text" } as const;
  const actor = ACTOR;
  await store.saveType(
    { apiId: "posts", kind: "list", label: "Posts", fields: [title] },
    { actor },
  );
  await store.publishSchema("posts", { actor });
  const now = (): Date => new Date(hq.time);
  const follow = async (): Promise<void> => {
    await sites.follow(hq.site.id);
    await webhooks.follow(hq.site.id);
  };
  await follow();
  return {
    hq,
    store,
    follow,
    async post(...slugs) {
      const ids: string[] = [];
      for (const slug of slugs) {
        const values = new Map([["title", slug]]);
        const saved = await store.saveEntry({ type: "posts", slug, values }, { actor });
        ids.push(saved.entry.id);
      }
      return ids;
    },
    async publish(...ids) {
      await publishEntries(store, { entries: ids.map((id) => ({ id })), actor, now });
      await follow();
    },
    async unpublish(...ids) {
      await unpublishEntries(store, { ids, actor, now });
      await follow();
    },
    async addWebhook(url, settings = {}) {
      const { status, body } = await hq.ask("POST", "/webhooks", { body: { url, ...settings } });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return z.object({ id: z.string(), secret: z.string() }).parse(body);
    },
    async receiver(answer) {
      const receiver = await startReceiver(answer);
      onTestFinished(() => receiver.close());
      return receiver;
    },
    deliver: () => webhooks.deliverDue(),
    async waitAndDeliver(ms) {
      hq.time += ms;
      await webhooks.deliverDue();
    },
  };
}

/** A site with one webhook and its endpoint. */
export interface Hooked {
  readonly site: HookedSite;
  readonly receiver: WebhookReceiver;
  readonly id: string;
  readonly secret: string;
}

/** @param settings - in addition to its URL */
export async function startHooked(settings?: object): Promise<Hooked> {
  const site = await startHookedSite();
  const receiver = await site.receiver();
  return { site, receiver, ...(await site.addWebhook(receiver.url, settings)) };
}

export async function publishOne({ site }: Pick<Hooked, "site">, slug = "hello"): Promise<string> {
  const [id = ""] = await site.post(slug);
  await site.publish(id);
  return id;
}

/** Returns the webhook from the API. */
export async function show(
  { site, id }: Hooked,
  path = "",
): Promise<Readonly<Record<string, unknown>>> {
  return (await site.hq.ask("GET", `/webhooks/${id}${path}`)).body;
}

/** Returns the last received request. */
export function last({ received }: WebhookReceiver): Received {
  const request = received.at(-1);
  if (request === undefined) throw new Error("nothing was received");
  return request;
}
