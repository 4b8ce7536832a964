import { z } from "zod";
import { defineRoute, nothing, type Route } from "../api/route.ts";
import { onSite } from "../people/workspaces/policies.ts";
import { decideUpstream } from "./decide-upstream.ts";
import { listRequests } from "./forges/requests.ts";
import { isSyncing, webhookAddress } from "./lease-upstream.ts";
import type { UpstreamServices } from "./open-upstreams.ts";
import { decisionInput } from "./report.ts";
import { renewWebhookSecret, setUpstream } from "./set-upstream.ts";
import { forgetUpstreams } from "./sync/tracking.ts";
import { showUpstream, type UpstreamAnswer, upstreamAnswer } from "./upstream-answer.ts";
import { upstreamInput } from "./upstream-input.ts";
import { bringForward, deleteUpstream, requireUpstream, type UpstreamRow } from "./upstreams.ts";

const UPSTREAM = "/sites/{site}/upstream";

const webhookSecret = z
  .string()
  .meta({ description: "To be set at the forge; shown now and never again." });

/** `/sites/{site}/upstream`: the repository elsewhere that the site mirrors. */
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
      summary: "The repository that the site mirrors, and how both sides stand",
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
      summary:
        "Set the repository that the site mirrors, and the credential for it; the first sync begins at once",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.set" },
      sensitive: true,
      input: { body: upstreamInput },
      answer: z.object({
        upstream: upstreamAnswer,
        webhookSecret: webhookSecret.nullable().meta({ description: "Where it was made now." }),
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
        "Mirror it no more: the repository there stays as it is, the credential is forgotten",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.removed" },
      input: {},
      answer: nothing,
      handle: async ({ site }) => {
        await deleteUpstream(hq.database, site.id);
        await forgetUpstreams((await sites.content(site.id)).store.repository);
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
      summary:
        "Sync now; `upstream.*` among the site's events, or `triedAt`, tells when it is done",
      policy: onSite("upstream.sync"),
      input: {},
      status: 202,
      answer: upstreamAnswer,
      handle: async ({ site }) => {
        await requireUpstream(hq.database, site.id);
        await bringForward(hq.database, site.id, hq.now());
        upstreams.wake();
        return { body: await shown(services, await requireUpstream(hq.database, site.id)) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${UPSTREAM}/decide`,
      id: "decideUpstream",
      summary:
        "Decide which history is to stand where a branch asks: `ours` is set there, `theirs` here, `both` brings what was done here onto theirs. What gives way is kept by a ref below `refs/loam/lost`",
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
      summary: "Make the secret of the forge's webhook anew; the one before counts no more",
      policy: onSite("site.upstream"),
      tells: "upstream.changed",
      audit: { event: "upstream.webhook-secret-renewed" },
      sensitive: true,
      input: {},
      answer: z.object({ webhookSecret }),
      handle: async ({ site }) => ({
        body: { webhookSecret: await renewWebhookSecret({ hq, ...upstreams }, site.id) },
      }),
    }),
  ];
}

async function shown({ hq, baseUrl }: UpstreamServices, row: UpstreamRow): Promise<UpstreamAnswer> {
  return showUpstream(row, {
    syncing: await isSyncing(hq.database, row.site_id),
    requests: [...(await listRequests(hq.database, row.site_id))],
    webhookAddress: webhookAddress(baseUrl, row.site_id),
  });
}
