import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { WriteLimit } from "../../platform/limits/rate-limit.ts";
import type { RateStatus } from "../../platform/limits/rate-limiter.ts";
import type { ReadApi } from "./open-read-api.ts";

const rate = z
  .object({
    limit: z.int(),
    remaining: z.int(),
    resetAt: z.string().meta({ description: "When the limits are reset." }),
  })
  .meta({ id: "RateLimit" });

interface SessionRouteDeps {
  readonly readApi: Pick<ReadApi, "ask" | "rate">;
  readonly writeLimit: Pick<WriteLimit, "status">;
}

/** Lets users of a site try the read API and see their remaining requests. */
export function sessionReadRoutes({ readApi, writeLimit }: SessionRouteDeps): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: "/sites/{site}/read-api",
      id: "askReadApi",
      summary: "Query the read API without an API key. Counts toward the site's read limit",
      policy: onSite("site.read"),
      large: false,
      input: {
        body: z
          .strictObject({
            apiId: z.string().min(1).max(64),
            entry: z.string().min(1).max(600).exactOptional().meta({
              description: "ID or slug of one entry; absent for a list or an object.",
            }),
            query: z.string().max(8192).default("").meta({
              description: "As in a URL, without `?`: `limit=5&orders=-date`.",
            }),
            drafts: z
              .boolean()
              .default(false)
              .meta({ description: "Whether to read drafts, as with the site's draft key." }),
          })
          .meta({ id: "ReadApiQuery" }),
      },
      answer: z
        .object({
          address: z.string().meta({ description: "Path and query for use in a client." }),
          status: z.int(),
          headers: z.record(z.string(), z.string()),
          body: z.string().meta({ description: "Up to the first 512 KB." }),
          bytes: z.int().meta({ description: "Size of the whole body." }),
        })
        .meta({ id: "ReadApiResponse" }),
      handle: async ({ site, request, body }) => ({
        body: await readApi.ask({ request, siteId: site.id, ...body }),
      }),
    }),
    defineRoute({
      method: "get",
      path: "/sites/{site}/rates",
      id: "getSiteRates",
      summary: "Get the remaining read API requests and writes of the site",
      policy: onSite("site.read"),
      input: {},
      answer: z
        .object({
          reads: rate
            .exactOptional()
            .meta({ description: "Absent if requests cannot be counted." }),
          writes: rate,
        })
        .meta({ id: "SiteRates" }),
      handle: async ({ site }) => {
        const reads = await readApi.rate(site.id);
        const writes = await writeLimit.status(site.id);
        return {
          body: {
            ...(reads !== undefined && { reads: showRate(reads) }),
            writes: showRate(writes),
          },
        };
      },
    }),
  ];
}

function showRate({ limit, remaining, resetSeconds }: RateStatus) {
  return { limit, remaining, resetAt: new Date(resetSeconds * 1000).toISOString() };
}
