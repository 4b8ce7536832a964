import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { publishWarning, showWarnings } from "../entries/entry-answer.ts";
import { publishDates, requireOrigin } from "../entries/moved-entries.ts";
import {
  publishRelease,
  createRelease,
  deleteRelease,
  findRelease,
  listReleases,
  type Release,
  updateRelease,
} from "./releases.ts";
import { issueAnswer } from "./schedule-routes.ts";

const MAX_ENTRIES = 500;
const MAX_AHEAD_MS = 5 * 366 * 24 * 60 * 60 * 1000;

const releaseAnswer = z
  .object({
    id: z.string(),
    siteId: z.string(),
    title: z.string(),
    entries: z.array(z.string()),
    state: z.enum(["open", "scheduled", "failed", "published"]),
    publishAt: z.string().nullable(),
    createdBy: z.string().nullable(),
    createdAt: z.string(),
    publishedAt: z.string().nullable(),
    publishedCommit: z.string().nullable(),
    issues: z.array(issueAnswer),
    warnings: z
      .array(publishWarning)
      .readonly()
      .exactOptional()
      .meta({ description: "For a publish: broken references and links." }),
  })
  .meta({ id: "Release" });

const title = z.string().trim().min(1).max(200);
const entries = z.array(z.string().max(40)).min(1).max(MAX_ENTRIES);
const publishAt = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .nullable();
const params = z.object({ id: z.string() });

/** `/sites/{site}/releases`: several entries that are published in one commit. */
export function releaseRoutes(services: SiteServices): readonly Route[] {
  const { hq, sites, dueTimes } = services;
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/releases",
      id: "listReleases",
      summary: "List the releases of the site, newest first",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({ releases: z.array(releaseAnswer) }),
      handle: async ({ site }) => {
        const releases = await listReleases(hq.database, site.id);
        return { body: { releases: releases.map(describe) } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/releases",
      id: "createRelease",
      summary: "Create a release, scheduled or to publish manually",
      policy: onSite("entry.publish"),
      tells: "release.changed",
      input: {
        body: z
          .strictObject({ title, entries, publishAt: publishAt.default(null) })
          .meta({ id: "NewRelease" }),
      },
      status: 201,
      answer: releaseAnswer,
      handle: async ({ site, actor, body }) => {
        checkTime(body.publishAt, hq.now());
        await requireEntries(sites, site.id, body.entries);
        const release = { ...body, siteId: site.id, by: actor.userId };
        const created = await createRelease(hq.database, release, hq);
        dueTimes.changed(site.id);
        return { body: describe(created) };
      },
    }),
    defineRoute({
      method: "get",
      path: "/sites/{site}/releases/{id}",
      id: "getRelease",
      summary: "Get a release",
      policy: onSite("site.read"),
      input: { params },
      answer: releaseAnswer,
      handle: async ({ site, params: { id } }) => ({
        body: describe(await findRelease(hq.database, { siteId: site.id, id })),
      }),
    }),
    defineRoute({
      method: "patch",
      path: "/sites/{site}/releases/{id}",
      id: "updateRelease",
      summary: "Update a release that has not been published",
      policy: onSite("entry.publish"),
      tells: "release.changed",
      input: {
        params,
        body: z
          .strictObject({
            title: title.optional(),
            entries: entries.optional(),
            publishAt: publishAt.optional(),
          })
          .meta({ id: "ReleaseUpdate" }),
      },
      answer: releaseAnswer,
      handle: async ({ site, params: { id }, body }) => {
        const { publishAt: known } = await findRelease(hq.database, { siteId: site.id, id });
        if (body.publishAt !== known) checkTime(body.publishAt ?? null, hq.now());
        await requireEntries(sites, site.id, body.entries ?? []);
        const changed = await updateRelease(hq.database, id, {
          ...(body.title !== undefined && { title: body.title }),
          ...(body.entries !== undefined && { entries: JSON.stringify(body.entries) }),
          ...(body.publishAt !== undefined && { publish_at: body.publishAt }),
          issues: null,
        });
        dueTimes.changed(site.id);
        return { body: describe(changed) };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/releases/{id}",
      id: "deleteRelease",
      summary: "Delete a release. Published entries stay live",
      policy: onSite("entry.publish"),
      tells: "release.changed",
      input: { params },
      answer: nothing,
      handle: async ({ site, params: { id } }) => {
        await findRelease(hq.database, { siteId: site.id, id });
        await deleteRelease(hq.database, id);
        return { body: undefined };
      },
    }),
    publishRoute(services),
  ];
}

function publishRoute(services: SiteServices): Route {
  const { hq, sites } = services;
  return defineRoute({
    method: "post",
    path: "/sites/{site}/releases/{id}/publish",
    id: "publishRelease",
    summary: "Publish a release now, with all of its entries or none",
    policy: onSite("entry.publish"),
    tells: "release.changed",
    commits: true,
    input: { params, body: z.strictObject({ dates: publishDates.exactOptional() }).optional() },
    answer: releaseAnswer,
    handle: async ({ site, actor, role, params: { id }, body = {} }) => {
      requireOrigin({ actor, role }, body, { now: hq.now() });
      const release = await findRelease(hq.database, { siteId: site.id, id });
      const { store } = await sites.content(site.id);
      const media = await hq.storages.openMedia();
      const by = { actor: siteActor(actor), dates: body.dates };
      const published = await publishRelease(services, release, { store, media, ...by });
      await sites.follow(site.id);
      const warnings = showWarnings(published.warnings);
      return {
        body: { ...describe(published.release), warnings },
        unchanged: !published.changed,
      };
    },
  });
}

/** @throws CmsError `invalid` (SCD-05) */
function checkTime(time: string | null, now: Date): void {
  if (time === null) return;
  const ahead = Date.parse(time) - now.getTime();
  if (ahead > 0 && ahead <= MAX_AHEAD_MS) return;
  const message =
    ahead > 0
      ? "A release can be scheduled at most five years ahead."
      : "publishAt is in the past.";
  throw new CmsError("invalid", message, {
    issues: [{ code: "invalid", field: "publishAt", message }],
  });
}

/** @throws CmsError `content_not_found` */
async function requireEntries(
  sites: SiteServices["sites"],
  siteId: string,
  ids: readonly string[],
): Promise<void> {
  const { store } = await sites.content(siteId);
  const missing = ids.find((id) => store.entryById(id) === undefined);
  if (missing === undefined) return;
  throw new CmsError("content_not_found", `Entry not found: ${missing}.`);
}

function describe(release: Release): z.input<typeof releaseAnswer> {
  const waiting = release.publishAt === null ? "open" : "scheduled";
  const unpublished = release.issues.length > 0 ? "failed" : waiting;
  return {
    ...release,
    entries: [...release.entries],
    issues: [...release.issues],
    state: release.publishedAt === null ? unpublished : "published",
  };
}
