import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { WriteLimit } from "../../platform/limits/rate-limit.ts";
import type { RateStatus } from "../../platform/limits/rate-limiter.ts";
import type { ReadApi } from "./open-read-api.ts";

const rate = z.object({
  limit: z.int(),
  remaining: z.int(),
  resetAt: z.string().meta({ description: "When more are let through." }),
});

interface SessionRouteDeps {
  readonly readApi: Pick<ReadApi, "ask" | "rate">;
  readonly writeLimit: Pick<WriteLimit, "status">;
}

/** The read API for people of the site: what it would answer a program, and how much of it is left. */
export function sessionReadRoutes({ readApi, writeLimit }: SessionRouteDeps): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: "/sites/{site}/read-api",
      id: "askReadApi",
      summary:
        "What the read API answers to a query, without a read key; it counts as one of the site's reads",
      policy: onSite("site.read"),
      large: false,
      input: {
        body: z.strictObject({
          apiId: z.string().min(1).max(64),
          entry: z.string().min(1).max(600).exactOptional().meta({
            description: "Id or slug of one entry; absent for a list or an object.",
          }),
          query: z.string().max(8192).default("").meta({
            description: "As it stands in an address, without `?`: `limit=5&orders=-date`.",
          }),
          drafts: z.boolean().default(false).meta({ description: "As with the site's draft key." }),
        }),
      },
      answer: z
        .object({
          address: z.string().meta({ description: "Path and query for a program." }),
          status: z.int(),
          headers: z.record(z.string(), z.string()),
          body: z.string().meta({ description: "At most the first 512 KB." }),
          bytes: z.int().meta({ description: "Of the whole body." }),
        })
        .meta({ id: "ReadAnswer" }),
      handle: async ({ site, request, body }) => ({
        body: await readApi.ask({ request, siteId: site.id, ...body }),
      }),
    }),
    defineRoute({
      method: "get",
      path: "/sites/{site}/rates",
      id: "getSiteRates",
      summary: "How many requests of the read API, and how many writes, the site has left now",
      policy: onSite("site.read"),
      input: {},
      answer: z
        .object({
          reads: rate.exactOptional().meta({ description: "Absent while nobody can count them." }),
          writes: rate,
        })
        .meta({ id: "SiteRates" }),
      handle: async ({ site }) => {
        const reads = await readApi.rate(site.id);
        const writes = await writeLimit.status(site.id);
        return {
          body: { ...(reads !== undefined && { reads: shown(reads) }), writes: shown(writes) },
        };
      },
    }),
  ];
}

function shown({ limit, remaining, resetSeconds }: RateStatus) {
  return { limit, remaining, resetAt: new Date(resetSeconds * 1000).toISOString() };
}
