import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { CmsError } from "@loam/cms-core";
import express, { type Router } from "express";
import { clientAddress } from "../platform/http/client-address.ts";
import { requireSiteId } from "../platform/http/guard-names.ts";
import { nameRoute } from "../platform/http/request-log.ts";
import { onlyMethods } from "../platform/http/send-problem.ts";
import { addressKey } from "../platform/limits/rate-limit.ts";
import { sealPurpose } from "./connection/seal-upstream.ts";
import { requestSync, findUpstream } from "./connection/upstreams.ts";
import type { UpstreamServices } from "./open-upstreams.ts";

/** Git hosts send up to 25 MB. Changes in larger requests are found by the next poll. */
const MAX_BODY = "5mb";
const PATH = "/hooks/upstream/{site}";

/**
 * Receives webhooks of Git hosts. A valid webhook only triggers a sync; its content isn't trusted, because the sync
 * fetches the actual state.
 */
export function upstreamHooks({ hq, identity, upstreams }: UpstreamServices): Router {
  return express
    .Router({ caseSensitive: true, strict: true })
    .use(onlyMethods("POST"))
    .param("site", (_request, _response, next, site: string) => {
      requireSiteId(site);
      next();
    })
    .post(
      "/:site",
      express.raw({ type: () => true, limit: MAX_BODY }),
      async (request, response) => {
        nameRoute(request, PATH);
        const siteId = request.params["site"] ?? "";
        const row = await findUpstream(hq.database, siteId);
        const body: unknown = request.body;
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const secret =
          row && upstreams.sealer.open(row.webhook_secret, sealPurpose(siteId, "webhook"));
        // A missing site and a wrong secret return the same response.
        if (secret === undefined || !isSigned(bytes, request.headers, secret)) {
          await identity.limits.anonymous.take(addressKey(clientAddress(request)));
          throw new CmsError(
            "invalid_signature",
            "The webhook request is not signed with the secret of this upstream.",
          );
        }
        const webhook_at = hq.now().toISOString();
        await hq.database
          .updateTable("upstreams")
          .set({ webhook_at })
          .where("site_id", "=", siteId)
          .execute();
        await requestSync(hq.database, siteId, hq.now());
        upstreams.wake();
        response.status(202).json({ accepted: true });
      },
    );
}

/** Checks the header of the Git host: GitHub, Gitea, and Forgejo sign the body; GitLab sends the secret. */
function isSigned(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const signed = [
    headerOf(headers, "x-hub-signature-256")?.replace(/^sha256=/, ""),
    headerOf(headers, "x-forgejo-signature"),
    headerOf(headers, "x-gitea-signature"),
  ];
  const given = headerOf(headers, "x-gitlab-token");
  return (
    signed.some((text) => text !== undefined && isEqual(text, signature)) ||
    (given !== undefined && isEqual(given, secret))
  );
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHmac("sha256", "loam").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
