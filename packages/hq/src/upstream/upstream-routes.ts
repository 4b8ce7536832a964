import { z } from "zod";
import { defineRoute, nothing, type Route } from "../api/route.ts";
import { onSite } from "../people/workspaces/policies.ts";
import { decisionInput } from "./connection/report.ts";
import { regenerateWebhookSecret, setUpstream } from "./connection/set-upstream.ts";
import { showUpstream, type UpstreamAnswer, upstreamAnswer } from "./connection/upstream-answer.ts";
import { upstreamInput } from "./connection/upstream-input.ts";
import {
  requestSync,
  deleteUpstream,
  requireUpstream,
  type UpstreamRow,
} from "./connection/upstreams.ts";
import { decideUpstream } from "./decide-upstream.ts";
import { listRequests } from "./git-hosts/requests.ts";
import { isSyncing, webhookUrl } from "./lease-upstream.ts";
import type { UpstreamServices } from "./open-upstreams.ts";
import { deleteTracking } from "./sync/tracking.ts";

const UPSTREAM = "/sites/{site}/upstream";

const webhookSecret = z
  .string()
  .meta({ description: "Secret to set on the Git host; returned only once." });

/** `/sites/{site}/upstream`: the upstream repository of a site. */
export function upstreamRoutes(services: UpstreamServices): readonly Route[] {
  return [...settingRoutes(services), ...actRoutes(services)];
}

function settingRoutes(services: UpstreamServices): readonly Route[] {
  const { hq, sites, upstreams } = services;
  return [
    defineRoute({
      method: "get",
      path: UPSTREAM,
      id: "getUpstream",
      summary: "Get the upstream of the site and its state",
      policy: onSite("site.read"),
      input: {},
      answer: upstreamAnswer,
      handle: async ({ site }) => ({
        body: await shown(services, await requireUpstream(hq.database, site.id)),
      }),
    }),
    defineRoute({
      method: "put",
      path: UPSTREAM,
      id: "setUpstream",
      summary: "Set the upstream of the site and its credential. The first sync starts immediately",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.set" },
      sensitive: true,
      input: { body: upstreamInput },
      answer: z.object({
        upstream: upstreamAnswer,
        webhookSecret: webhookSecret.nullable().meta({ description: "The upstream was created." }),
      }),
      handle: async ({ site, actor, body }) => {
        const asked = { siteId: site.id, by: actor.userId };
        const set = await setUpstream({ hq, ...upstreams }, asked, body);
        upstreams.wake();
        const upstream = await shown(services, set.row);
        return { body: { upstream, webhookSecret: set.webhookSecret ?? null } };
      },
    }),
    defineRoute({
      method: "delete",
      path: UPSTREAM,
      id: "removeUpstream",
      summary:
        "Disconnect the upstream. Its repository is not changed, and the credential is deleted",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.removed" },
      input: {},
      answer: nothing,
      handle: async ({ site }) => {
        await deleteUpstream(hq.database, site.id);
        await deleteTracking((await sites.content(site.id)).store.repository);
        return { body: undefined };
      },
    }),
  ];
}

function actRoutes(services: UpstreamServices): readonly Route[] {
  const { hq, upstreams } = services;
  return [
    defineRoute({
      method: "post",
      path: `${UPSTREAM}/sync`,
      id: "syncUpstream",
      summary: "Start a sync. `upstream.*` events or `triedAt` show when it is finished",
      policy: onSite("upstream.sync"),
      input: {},
      status: 202,
      answer: upstreamAnswer,
      handle: async ({ site }) => {
        await requireUpstream(hq.database, site.id);
        await requestSync(hq.database, site.id, hq.now());
        upstreams.wake();
        return { body: await shown(services, await requireUpstream(hq.database, site.id)) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${UPSTREAM}/decide`,
      id: "decideUpstream",
      summary:
        "Resolve a branch that needs a decision. `ours` replaces the upstream's history, `theirs` replaces HQ's, and `both` applies HQ's changes on top of theirs. The replaced history is kept under `refs/loam/lost`",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.decided" },
      input: { body: decisionInput },
      status: 202,
      answer: upstreamAnswer,
      handle: async ({ site, body }) => {
        await decideUpstream(hq, site.id, body);
        upstreams.wake();
        return { body: await shown(services, await requireUpstream(hq.database, site.id)) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${UPSTREAM}/webhook-secret`,
      id: "renewUpstreamWebhookSecret",
      summary: "Rotate the secret of the Git host's webhook. The previous secret stops working",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.webhook-secret-renewed" },
      sensitive: true,
      input: {},
      answer: z.object({ webhookSecret }),
      handle: async ({ site }) => ({
        body: { webhookSecret: await regenerateWebhookSecret({ hq, ...upstreams }, site.id) },
      }),
    }),
  ];
}

async function shown({ hq, baseUrl }: UpstreamServices, row: UpstreamRow): Promise<UpstreamAnswer> {
  return showUpstream(row, {
    syncing: await isSyncing(hq.database, row.site_id),
    requests: [...(await listRequests(hq.database, row.site_id))],
    webhookAddress: webhookUrl(baseUrl, row.site_id),
  });
}
