import { type SiteConfig, SVG_RULES, type SvgRule } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../registry/site-content.ts";
import type { SiteServices } from "../services.ts";

const svg = z.enum(SVG_RULES).meta({
  id: "SvgRule",
  description:
    "SVG files can contain scripts. `clean` stores the file without them, `refuse` rejects it.",
});
const route = z.string().max(500);
const folder = z.string().min(1).max(1000);
const apiId = z.string().max(64);

const settingsAnswer: z.ZodType<SettingsAnswer, SettingsAnswer> = z
  .object({
    routes: z.record(apiId, route).meta({
      description:
        "URL path of each type's entries, by API ID, with {slug}, {path}, {id}, {year}, {month}, or {day}. Default: /<api_id>/{slug}. A key that is an entry ID sets the path of that entry only.",
    }),
    paths: z.record(apiId, folder).meta({
      description: "Folder in the repository of each type's entries. Default: content/<api_id>.",
    }),
    timeZone: z.string().meta({
      description: "IANA time zone of {year}, {month}, and {day} in URL paths.",
    }),
    media: z.object({ svg }),
  })
  .meta({ id: "SiteSettings" });

interface SettingsAnswer {
  routes: Record<string, string>;
  paths: Record<string, string>;
  timeZone: string;
  media: { svg: SvgRule };
}

/** Settings of a site in its `site.yml`, except its name. */
export function settingsRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/settings",
      id: "getSiteSettings",
      summary: "Get the content settings. Contains URL paths, folders of entries, and SVG handling",
      policy: onSite("site.read"),
      input: {},
      answer: settingsAnswer,
      handle: async ({ site }) => {
        const { store } = await sites.content(site.id);
        return { body: describeSettings(store.site()) };
      },
    }),
    defineRoute({
      method: "patch",
      path: "/sites/{site}/settings",
      id: "updateSiteSettings",
      summary: "Update the content settings. URL paths change with the next publish",
      policy: onSite("site.settings"),
      tells: "settings.changed",
      commits: true,
      input: {
        body: z
          .strictObject({
            routes: z
              .record(apiId, route.nullable())
              .optional()
              .meta({ description: "Types that are omitted keep their path. null removes it." }),
            paths: z.record(apiId, folder.nullable()).optional().meta({
              description:
                "Types that are omitted keep their folder. null moves a type's entries to content/. Files are moved in the same commit.",
            }),
            timeZone: z.string().max(100).nullable().optional().meta({
              description: "null sets UTC.",
            }),
            media: z.strictObject({ svg: svg.optional() }).optional(),
          })
          .meta({ id: "SiteSettingsUpdate" }),
      },
      audit: { event: "site.changed" },
      answer: settingsAnswer,
      handle: async ({ site, actor, body: { routes, paths, timeZone, media } }) => {
        const { store } = await sites.content(site.id);
        const change = { routes, paths, timeZone, svg: media?.svg, actor: siteActor(actor) };
        const { changed } = await store.changeSettings(change);
        if (changed) await sites.followContent(site.id);
        return { body: describeSettings(store.site()), unchanged: !changed };
      },
    }),
  ];
}

function describeSettings({ routes, paths, timeZone, media }: SiteConfig): SettingsAnswer {
  return {
    routes: { ...routes },
    paths: { ...paths },
    timeZone: timeZone ?? "UTC",
    media: { svg: media?.svg ?? "refuse" },
  };
}
