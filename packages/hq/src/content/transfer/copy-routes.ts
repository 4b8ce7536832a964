import { pipeline } from "node:stream/promises";
import { openExport } from "@loam/cms-core/export";
import { z } from "zod";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import { refuseFullWorkspace } from "../../people/workspaces/usage.ts";
import { duplicateSite } from "../../sites/manage/duplicate-site.ts";
import { describeSite, siteAnswer } from "../../sites/manage/site-answer.ts";
import type { SiteServices } from "../../sites/services.ts";

/** A site as another site, and as a file. */
export function copyRoutes(services: SiteServices): readonly Route[] {
  const { hq, sites, events, publicStorageUrl } = services;
  return [
    defineRoute({
      method: "post",
      path: "/sites/{site}/duplicate",
      id: "duplicateSite",
      summary: "Make a site with the same types, and as asked with entries as drafts and media",
      policy: onSite("site.duplicate"),
      input: {
        body: z.strictObject({
          name: z.string().trim().min(1).max(100),
          entries: z.boolean().default(true),
          media: z.boolean().default(true),
        }),
      },
      audit: { event: "site.duplicated" },
      status: 201,
      answer: siteAnswer,
      handle: async ({ site, workspace, actor, body }) => {
        await refuseFullWorkspace(hq.database, workspace);
        const report = await duplicateSite(hq, {
          ...body,
          source: site.id,
          workspace: undefined,
          by: actor.email,
          publishing: false,
          withinPlan: true,
        });
        await sites.follow(report.site.id);
        // Its media count from now on.
        await sites.content(report.site.id);
        const made = await findSite(hq.database, report.site.id);
        return { body: describeSite(made, "admin", services) };
      },
    }),
    defineStream({
      method: "get",
      path: "/sites/{site}/export",
      id: "exportSite",
      summary: "Everything of the site as one ZIP, drafts included",
      policy: onSite("site.export"),
      sensitive: true,
      input: {},
      audit: { event: "site.exported" },
      mediaType: "application/zip",
      handle: async ({ site, request, response }) => {
        const { store } = await sites.content(site.id);
        const job = events.startJob(site.id, "export");
        try {
          const made = await openExport({
            repository: store.repository,
            media: await hq.storages.openMedia(),
            publicUrl: `${publicStorageUrl}/${site.id}`,
            publishing: site.publishing,
            live: sites.live(site.id),
            onFile: (count) => job.step(count),
          });
          response.set({ ...made.headers, "Cache-Control": "private, no-store" });
          if (request.method === "HEAD") response.end();
          else await pipeline(made.zip(), response);
          job.end("done");
        } catch (error) {
          job.end("failed");
          throw error;
        }
      },
    }),
  ];
}
