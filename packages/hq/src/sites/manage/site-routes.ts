import type { Actor } from "@loam/cms-core/site";
import { z } from "zod";
import { siteRole } from "../../api/permissions/permissions.ts";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { findSiteAccess, inWorkspace, onSite } from "../../people/workspaces/policies.ts";
import { listSitesOf, type Site, updateSite } from "../../people/workspaces/sites.ts";
import { applySettingsLive } from "../publisher/publish-site.ts";
import { siteActor } from "../registry/site-content.ts";
import type { SiteServices } from "../services.ts";
import { requireFreeSiteName } from "./create-site.ts";
import { deleteSite, removalBy } from "./delete-site.ts";
import { setPublishing } from "./publishing.ts";
import { describeSite, siteAnswer } from "./site-answer.ts";

const name = z.string().trim().min(1).max(100);

/** The sites of a workspace, and a single site. */
export function siteRoutes(services: SiteServices): readonly Route[] {
  return [...workspaceSiteRoutes(services), ...oneSiteRoutes(services)];
}

function workspaceSiteRoutes(services: SiteServices): readonly Route[] {
  const { database } = services.hq;
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/sites",
      id: "listSites",
      summary: "List the sites of a workspace, by name",
      policy: inWorkspace("workspace.read"),
      input: {},
      answer: z.object({ sites: z.array(siteAnswer) }),
      handle: async ({ workspace, actor }) => {
        const sites = await listSitesOf(database, workspace.id);
        const bound = actor.credential.kind === "token" ? actor.credential.sites : undefined;
        const seen = bound === undefined ? sites : sites.filter(({ id }) => bound.includes(id));
        const described = seen.map(async (site) => {
          const found = await findSiteAccess(database, site.id, actor.userId);
          return describeSite(site, (found && siteRole(found.access)) ?? "view", services);
        });
        return { body: { sites: await Promise.all(described) } };
      },
    }),
  ];
}

function oneSiteRoutes(services: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}",
      id: "getSite",
      summary: "Get a site",
      policy: onSite("site.read"),
      input: {},
      answer: siteAnswer,
      handle: ({ site, role }) => ({ body: describeSite(site, role, services) }),
    }),
    defineRoute({
      method: "patch",
      path: "/sites/{site}",
      id: "updateSite",
      summary:
        "Update a site. Sets its name, Preview URL, Integration mode, or whether it requires review",
      policy: onSite("site.settings"),
      tells: "settings.changed",
      commits: true,
      input: {
        body: z
          .strictObject({
            name: name.optional(),
            previewUrl: previewUrl.nullable().optional(),
            integrationMode: z.boolean().optional(),
            reviewRequired: z.boolean().optional(),
          })
          .meta({ id: "SiteUpdate" }),
      },
      audit: {
        event: "site.changed",
        names: ["name", "integrationMode", "reviewRequired"],
      },
      answer: siteAnswer,
      handle: async ({ site, actor, role, body }) => {
        const changed = await changeSettings(services, site, { ...body, actor: siteActor(actor) });
        const unchanged = changed.name === site.name;
        return { body: describeSite(changed, role, services), unchanged };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}",
      id: "deleteSite",
      summary: "Delete a site and its public files",
      policy: onSite("site.delete"),
      sensitive: true,
      input: {},
      audit: { event: "site.deleted" },
      answer: nothing,
      handle: async ({ site }) => {
        await deleteSite(removalBy(services), site.id);
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "put",
      path: "/sites/{site}/publishing",
      id: "putPublishing",
      summary: "Turn publishing on or off",
      policy: onSite("site.publishing"),
      tells: "settings.changed",
      commits: true,
      input: { body: z.strictObject({ enabled: z.boolean() }) },
      audit: { event: "site.publishing-changed", names: ["enabled"] },
      answer: siteAnswer,
      handle: async ({ site, workspace, actor, role, body: { enabled } }) => {
        const change = { site, workspace, actor: siteActor(actor), enabled };
        const { site: changed, committed } = await setPublishing(services, change);
        return { body: describeSite(changed, role, services), unchanged: !committed };
      },
    }),
  ];
}

interface SettingsChange {
  readonly name?: string | undefined;
  readonly previewUrl?: string | null | undefined;
  readonly integrationMode?: boolean | undefined;
  readonly reviewRequired?: boolean | undefined;
  readonly actor: Actor;
}

async function changeSettings(
  { hq, sites }: SiteServices,
  site: Site,
  { name: renamed, previewUrl: url, integrationMode, reviewRequired, actor }: SettingsChange,
): Promise<Site> {
  const change = {
    ...(renamed !== undefined && { name: renamed }),
    ...(url !== undefined && { preview_url: url }),
    ...(integrationMode !== undefined && { integration_mode: integrationMode ? 1 : 0 }),
    ...(reviewRequired !== undefined && { review_required: reviewRequired ? 1 : 0 }),
  };
  if (Object.keys(change).length === 0) return site;
  if (renamed !== undefined && renamed !== site.name) {
    await requireFreeSiteName(hq.database, { name: renamed, workspaceId: site.workspaceId });
    // Public files first: if HQ is interrupted before the row is updated, repeating the request completes the change.
    const { store } = await sites.content(site.id);
    await store.changeSettings({ name: renamed, actor });
    await applySettingsLive(hq, store, actor);
    await sites.follow(site.id);
  }
  return updateSite(hq.database, site.id, change);
}

/**
 * The Preview URL: an HTTP or HTTPS URL without credentials. It is opened with `id`, `slug`, `type`, and a preview
 * token as query parameters.
 */
export const previewUrl: z.ZodType<string, string> = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine(
    (text) => !URL.canParse(text) || new URL(text).username === "",
    "The URL cannot contain a user name.",
  );
