import { CmsError } from "@loam/cms-core";
import { checkSchedule, parseSchedule, type Schedule } from "@loam/cms-core/content";
import { type EntryToPublish, unpublishEntries } from "@loam/cms-core/publish";
import type { Actor, EntryRef, SavedEntry, SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import {
  answerEntry,
  entryAnswer,
  findIndexed,
  publishWarning,
  showWarnings,
} from "./entry-answer.ts";
import { ENTRY, entryParams } from "./entry-input.ts";
import { publishDates, publishedAt, requireOrigin } from "./moved-entries.ts";
import { publishTogether } from "./publish-together.ts";
import { followPublish, replyChanged, requireEntry, requireVersion } from "./reply-entry.ts";
import { readEdited } from "./save-fields.ts";

/** Maximum entries published in one request. Releases can have more. */
const MAX_TOGETHER = 1000;

/** Publishes and unpublishes entries, immediately or scheduled. */
export function publishingRoutes(services: SiteServices): readonly Route[] {
  return [...entryRoutes(services), ...scheduleRoutes(services), publishChangesRoute(services)];
}

const publishBody = z
  .strictObject({
    publishedAt: publishedAt.exactOptional(),
    dates: publishDates.exactOptional(),
  })
  .optional();

/** A given date is applied even if the entry is already live. */
function toPublish({ id, publishedAt: at }: DatedEntry): EntryToPublish {
  return at === undefined ? { id } : { id, publishedAt: at, redate: true };
}

interface DatedEntry {
  readonly id: string;
  readonly publishedAt?: string;
}

function entryRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${ENTRY}/publish`,
      id: "publishEntry",
      summary: "Publish an entry. Returns all problems if it cannot be published",
      policy: onSite("entry.publish"),
      commits: true,
      input: { params: entryParams, body: publishBody },
      versioned: true,
      deferrable: true,
      answer: entryAnswer,
      handle: async ({ site, actor, role, params, body = {}, ifMatch, respondAsync }) => {
        requireOrigin({ actor, role }, body, { now: hq.now() });
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        requireVersion(ref, ifMatch);
        const { warnings, changed } = await publishTogether(store, {
          entries: [toPublish({ id: ref.id, ...body })],
          actor: siteActor(actor),
          dates: body.dates,
          media: await hq.storages.openMedia(),
          now: hq.now,
        });
        const reply = await replyChanged(sites, site.id, { ref, changed, respondAsync });
        return { ...reply, body: { ...reply.body, warnings: showWarnings(warnings) } };
      },
    }),
    defineRoute({
      method: "post",
      path: `${ENTRY}/unpublish`,
      id: "unpublishEntry",
      summary: "Unpublish an entry. No change if it is not live",
      policy: onSite("entry.publish"),
      commits: true,
      deferrable: true,
      input: { params: entryParams },
      answer: entryAnswer,
      handle: async ({ site, actor, params: { api_id: type, id: name }, respondAsync }) => {
        const content = await sites.content(site.id);
        const entry = await findIndexed(content, type, name);
        const { id, path } = entry;
        const before = await answerEntry(content, entry);
        const ids = [id];
        const by = siteActor(actor);
        const { changed } = await unpublishEntries(content.store, { ids, actor: by, now: hq.now });
        if (path !== undefined) {
          return replyChanged(sites, site.id, { ref: { type, id }, changed, respondAsync });
        }
        // A deleted entry no longer exists after unpublishing.
        await followPublish(sites, site.id, { respondAsync });
        return { body: { ...before, state: "unpublished" as const }, unchanged: !changed };
      },
    }),
  ];
}

const scheduleBody = z
  .strictObject({
    publishAt: z.string().exactOptional(),
    unpublishAt: z.string().exactOptional(),
  })
  .meta({ description: "ISO 8601 times with a time zone. Omitted times are removed." });

function scheduleRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "put",
      path: `${ENTRY}/schedule`,
      id: "scheduleEntry",
      summary: "Schedule when an entry is published and unpublished",
      policy: onSite("entry.publish"),
      tells: "schedule.changed",
      commits: true,
      input: { params: entryParams, body: scheduleBody },
      versioned: true,
      answer: entryAnswer,
      handle: async ({ site, actor, params, body, ifMatch }) => {
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        const saved = await scheduleEntry(store, ref, {
          schedule: body,
          actor: siteActor(actor),
          now: hq.now(),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        return replyChanged(sites, site.id, { ref, saved });
      },
    }),
    defineRoute({
      method: "delete",
      path: `${ENTRY}/schedule`,
      id: "unscheduleEntry",
      summary: "Remove the schedule of an entry",
      policy: onSite("entry.publish"),
      tells: "schedule.changed",
      commits: true,
      input: { params: entryParams },
      versioned: true,
      answer: entryAnswer,
      handle: async ({ site, actor, params, ifMatch }) => {
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        const saved = await scheduleEntry(store, ref, {
          schedule: {},
          actor: siteActor(actor),
          now: hq.now(),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        return replyChanged(sites, site.id, { ref, saved });
      },
    }),
  ];
}

const datedEntry = z.strictObject({ id: z.string(), publishedAt: publishedAt.exactOptional() });

function publishChangesRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: "/sites/{site}/publish-changes",
    id: "publishChanges",
    summary: "Publish several entries in one commit, all or none",
    policy: onSite("entry.publish"),
    commits: true,
    deferrable: true,
    input: {
      body: z.strictObject({
        entries: z
          .array(z.union([z.string(), datedEntry]))
          .min(1)
          .max(MAX_TOGETHER)
          .meta({ description: "IDs, or objects with an ID." }),
        dates: publishDates.exactOptional(),
      }),
    },
    answer: z.object({
      commit: z.string().exactOptional().meta({ description: "Commit of the live site." }),
      published: z.array(z.string()).readonly(),
      unchanged: z
        .array(z.string())
        .readonly()
        .meta({ description: "Entries whose live version is already up to date." }),
      warnings: z.array(publishWarning).readonly(),
    }),
    handle: async ({ site, actor, role, body: { entries: sent, dates }, respondAsync }) => {
      const entries = sent.map((entry) => (typeof entry === "string" ? { id: entry } : entry));
      requireOrigin({ actor, role }, { ...(dates && { dates }) }, { now: hq.now() });
      for (const [at, { id: _, ...origin }] of entries.entries()) {
        requireOrigin({ actor, role }, origin, { now: hq.now(), path: `entries.${at}.` });
      }
      const { store } = await sites.content(site.id);
      const {
        commit,
        records,
        changed,
        warnings: found,
      } = await publishTogether(store, {
        entries: entries.map(toPublish),
        actor: siteActor(actor),
        dates,
        batch: true,
        media: await hq.storages.openMedia(),
        now: hq.now,
      });
      await followPublish(sites, site.id, { respondAsync });
      const published = records.map(({ id }) => id);
      const unchanged = [...new Set(entries.map(({ id }) => id))].filter(
        (id) => !published.includes(id),
      );
      const body = { published, unchanged, warnings: showWarnings(found) };
      return {
        body: { ...body, ...(commit !== undefined && { commit }) },
        unchanged: !changed,
      };
    },
  });
}

interface ScheduleEntry {
  /** The times to set. Omitted times are removed. */
  readonly schedule: Schedule;
  readonly actor: Actor;
  readonly now: Date;
  /** Blob of the viewed version. */
  readonly base?: string;
}

/**
 * Sets an entry's schedule in one commit, without changing its values.
 *
 * @throws CmsError `invalid` with the problems of each time, and as `saveEntry` of the store
 */
async function scheduleEntry(
  store: SiteStore,
  ref: EntryRef,
  { schedule, actor, now, base = ref.blob }: ScheduleEntry,
): Promise<SavedEntry> {
  const { id, type, slug } = ref;
  const known = await store.readEntry(ref);
  const issues = checkSchedule(schedule, { now, known });
  if (issues.length > 0) {
    throw new CmsError("invalid", "These times cannot be scheduled.", { issues });
  }
  const { publishAt = null, unpublishAt = null } = parseSchedule(schedule);
  const { values } = await readEdited(store, ref, base);
  return store.saveEntry(
    {
      id,
      type,
      values,
      publishAt,
      unpublishAt,
      base,
      ...(base === ref.blob && { baseSlug: slug }),
    },
    {
      actor,
      message: `${(publishAt ?? unpublishAt) ? "Schedule" : "Unschedule"} ${type}/${slug}`,
      trailers: { "Loam-Action": "schedule" },
    },
  );
}
