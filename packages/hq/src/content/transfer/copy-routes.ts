import { pipeline } from "node:stream/promises";
import {
  EXPORT_LIMITS,
  type ExportOptions,
  openExport,
  type SiteExport,
} from "@loam/cms-core/export";
import { z } from "zod";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { findSite, type Site } from "../../people/workspaces/sites.ts";
import { requireSiteQuota } from "../../people/workspaces/usage.ts";
import { duplicateSite } from "../../sites/manage/duplicate-site.ts";
import { describeSite, siteAnswer } from "../../sites/manage/site-answer.ts";
import type { SiteServices } from "../../sites/services.ts";
import { contentUrl } from "../media/media-answer.ts";

/** Duplicates and exports sites. */
export function copyRoutes(services: SiteServices): readonly Route[] {
  const { hq, sites, events } = services;
  return [
    defineRoute({
      method: "post",
      path: "/sites/{site}/duplicate",
      id: "duplicateSite",
      summary: "Duplicate a site. Copies its types and optionally entries, as drafts, and media",
      policy: onSite("site.duplicate"),
      input: {
        body: z.strictObject({
          name: z.string().trim().min(1).max(100),
          entries: z.boolean().default(true),
          media: z.boolean().default(true),
        }),
      },
      audit: { event: "site.duplicated", names: ["name"] },
      status: 201,
      answer: siteAnswer,
      handle: async ({ site, workspace, actor, body }) => {
        await requireSiteQuota(hq.database, workspace, hq.config);
        const report = await duplicateSite(hq, {
          ...body,
          source: site.id,
          workspace: undefined,
          by: actor.email,
          publishing: false,
          withinPlan: true,
        });
        await sites.follow(report.site.id);
        // Start counting its media.
        await sites.content(report.site.id);
        const created = await findSite(hq.database, report.site.id);
        return { body: describeSite(created, "admin", services) };
      },
    }),
    exportPlanRoute(services),
    defineStream({
      method: "get",
      path: "/sites/{site}/export",
      id: "exportSite",
      summary: "Export a site as a ZIP, including drafts",
      policy: onSite("site.export"),
      sensitive: true,
      input: {},
      audit: { event: "site.exported" },
      mediaType: "application/zip",
      handle: async ({ site, request, response }) => {
        const job = events.startJob(site.id, "export");
        try {
          const created: SiteExport = await openExport({
            ...(await exportOptions(services, site)),
            onFile: (count) => job.step(count, created.fileCount),
          });
          response.set({ ...created.headers, "Cache-Control": "private, no-store" });
          if (request.method === "HEAD") response.end();
          else await pipeline(created.zip(), response);
          job.end("done");
        } catch (error) {
          job.end("failed");
          throw error;
        }
      },
    }),
  ];
}

/** Opens the export of a site's current state. */
async function exportOptions(
  { hq, sites, publicStorageUrl, baseUrl }: SiteServices,
  site: Site,
): Promise<ExportOptions> {
  const { store } = await sites.content(site.id);
  return {
    repository: store.repository,
    media: await hq.storages.openMedia(),
    publicUrl: `${publicStorageUrl}/${site.id}`,
    publishing: site.publishing,
    contentUrl: (id) => contentUrl(baseUrl, site.id, id),
    live: sites.live(site.id),
  };
}

/** As sensitive as the export itself: anyone who sees the plan can download the file next. */
function exportPlanRoute(services: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/export/plan",
    id: "planExport",
    summary: "Check what an export of the site would contain",
    policy: onSite("site.export"),
    sensitive: true,
    input: {},
    answer: z
      .object({
        filename: z.string(),
        files: z.int(),
        entries: z.int(),
        media: z.object({
          bundled: z.int(),
          bundledBytes: z.int(),
          linked: z.int().meta({ description: "Files beyond the limit, listed by URL." }),
          linkedBytes: z.int(),
          missing: z.int(),
          limitBytes: z.int(),
        }),
      })
      .meta({ id: "ExportPlan" }),
    handle: async ({ site }) => {
      const { filename, fileCount, entryCount, media } = await openExport(
        await exportOptions(services, site),
      );
      const body = {
        filename,
        files: fileCount,
        entries: entryCount,
        media: {
          bundled: media.bundled.length,
          bundledBytes: media.bundledBytes,
          linked: media.linked.length,
          linkedBytes: media.linked.reduce((sum, { byteSize }) => sum + byteSize, 0),
          missing: media.missing.length,
          limitBytes: EXPORT_LIMITS.mediaBytes,
        },
      };
      return { body };
    },
  });
}
