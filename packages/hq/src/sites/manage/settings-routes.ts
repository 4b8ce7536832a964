import { type SiteConfig, SVG_RULES, type SvgRule } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../registry/site-content.ts";
import type { SiteServices } from "../services.ts";

const svg = z.enum(SVG_RULES).meta({
  description: "SVG files can hold scripts: stored without anything that runs, or refused.",
});
const route = z.string().max(500);
const folder = z.string().min(1).max(1000);
const apiId = z.string().max(64);

const settingsAnswer: z.ZodType<SettingsAnswer, SettingsAnswer> = z
  .object({
    routes: z.record(apiId, route).meta({
      description:
        "Where links to a type's entries lead, by API ID, with {slug}, {path}, {id}, {year}, {month}, or {day}. A type without a route has /<api_id>/{slug}. A key that is the ID of an entry is the route of that entry alone.",
    }),
    paths: z.record(apiId, folder).meta({
      description:
        "Folders in the repository where a type's entries stand; one without has content/<api_id>.",
    }),
    timeZone: z.string().meta({
      description: "IANA name of the zone whose days {year}, {month}, and {day} are.",
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

/** What a site's own file, `site.yml`, says besides its name. */
export function settingsRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/settings",
      id: "getSiteSettings",
      summary: "Where links to entries lead, where entries stand, and what becomes of SVG files",
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
      summary:
        "Change where links to entries lead, from the next publish on, where entries stand, the time zone, and what becomes of SVG",
      policy: onSite("site.settings"),
      tells: "settings.changed",
      commits: true,
      input: {
        body: z.strictObject({
          routes: z
            .record(apiId, route.nullable())
            .optional()
            .meta({ description: "Those that are not named stay; null takes one away." }),
          paths: z.record(apiId, folder.nullable()).optional().meta({
            description:
              "Those that are not named stay; null puts a type's entries below content/. Their files move in the same commit.",
          }),
          timeZone: z.string().max(100).nullable().optional().meta({
            description: "null takes it away, so that days are those of UTC.",
          }),
          media: z.strictObject({ svg: svg.optional() }).optional(),
        }),
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
