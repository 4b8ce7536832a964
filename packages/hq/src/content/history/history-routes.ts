import { isCmsError } from "@loam/cms-core";
import {
  blameEntry,
  compareVersions,
  deletedEntries,
  entryTimeline,
  readVersion,
  restoreEntry,
  type TimelineEvent,
  type VersionChanges,
} from "@loam/cms-core/history";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { entryAnswer } from "../entries/entry-answer.ts";
import { ENTRY, entryParams } from "../entries/entry-input.ts";
import { replyChanged } from "../entries/reply-entry.ts";
import {
  findCommit,
  showBlame,
  showChanges,
  showDeleted,
  showEvent,
  shownBlame,
  shownDeleted,
  shownEvent,
  showVersion,
  versionAnswer,
} from "./history-answer.ts";
import { publishCheckRoutes } from "./publish-check-routes.ts";

const versionParams = z.object({
  api_id: z.string(),
  id: z.string(),
  commit: z.string().meta({
    description:
      "From the history; the first 7 digits are enough. `published` is the live version.",
  }),
});

const restoreBody = z.strictObject({
  commit: z.string(),
  field: z.string().exactOptional().meta({ description: "API ID of one field, or `slug`." }),
  row: z.string().exactOptional().meta({ description: "ID of one row of that field." }),
  slug: z.string().exactOptional().meta({ description: "New slug for a deleted entry." }),
});

/** History of entries and restoring from it. Deleted entries are found by id. */
export function historyRoutes(services: SiteServices): readonly Route[] {
  return [
    ...readingRoutes(services),
    deletedRoute(services),
    restoringRoute(services),
    ...publishCheckRoutes(services),
  ];
}

function readingRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${ENTRY}/history`,
      id: "listHistory",
      summary: "List the history of an entry, newest first",
      policy: onSite("site.read"),
      input: {
        params: entryParams,
        query: z.object({
          ...pageQuery,
          changes: z
            .enum(["names"])
            .exactOptional()
            .meta({ description: "Include the names of the fields that each save changed." }),
        }),
      },
      answer: z.object({
        events: z.array(shownEvent).readonly(),
        cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
      }),
      handle: async ({ site, params: { api_id: type, id: name }, query }) => {
        const { store } = await sites.content(site.id);
        const id = idOf(store, type, name);
        const { changes, ...page } = query;
        const { events, next } = await entryTimeline(store, id, page);
        const shown = [];
        for (const event of events) {
          const changed = changes === "names" ? await readChanges(store, id, event) : undefined;
          shown.push(showEvent(event, changed));
        }
        return { body: { events: shown, ...(next !== undefined && { cursor: next }) } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${ENTRY}/authors`,
      id: "listFieldAuthors",
      summary: "Get who last changed each field of an entry, and when",
      policy: onSite("site.read"),
      input: { params: entryParams },
      answer: z.object({ fields: z.array(shownBlame).readonly() }),
      handle: async ({ site, params: { api_id: type, id: name } }) => {
        const { store } = await sites.content(site.id);
        const blame = await blameEntry(store, idOf(store, type, name));
        return { body: { fields: blame.map(showBlame) } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${ENTRY}/history/{commit}`,
      id: "getVersion",
      summary: "Get an earlier version of an entry and compare it, field by field",
      policy: onSite("site.read"),
      input: {
        params: versionParams,
        query: z.object({
          compare: z.string().exactOptional().meta({
            description:
              "Commit of the version to compare with: `previous` in the history. Default: the newest.",
          }),
        }),
      },
      answer: versionAnswer,
      handle: async ({ site, params: { api_id: type, id: name, commit }, query: { compare } }) => {
        const { store } = await sites.content(site.id);
        const id = idOf(store, type, name);
        const version = await readVersion(store, id, await findCommit(store, commit));
        if (compare === undefined && store.entryById(id) === undefined) {
          return { body: showVersion(version), version: version.blob };
        }
        const to = compare === undefined ? store.head() : await findCommit(store, compare);
        const other = await readVersion(store, id, to);
        const changes =
          compare === undefined ? compareVersions(version, other) : compareVersions(other, version);
        const body = { ...showVersion(version), changes: showChanges(changes) };
        return { body, version: version.blob };
      },
    }),
  ];
}

/** Only field names are needed, so no steps are spent on comparing text. */
const NAMES_ONLY = 0;

/** Returns the changes of a save, or undefined for other events and unreadable versions. */
async function readChanges(
  store: SiteStore,
  id: string,
  event: TimelineEvent,
): Promise<VersionChanges | undefined> {
  if (!("previous" in event) || event.previous === undefined || event.kind === "delete") {
    return undefined;
  }
  try {
    const before = await readVersion(store, id, event.previous);
    const after = await readVersion(store, id, event.commit);
    return compareVersions(before, after, NAMES_ONLY);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** A deleted entry is found only by its id. */
function idOf(store: SiteStore, type: string, name: string): string {
  return store.findEntry(type, name)?.id ?? name;
}

function deletedRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/deleted",
    id: "listDeletedEntries",
    summary: "List deleted entries, last deleted first",
    policy: onSite("site.read"),
    input: {
      query: z.object({
        ...pageQuery,
        type: z.string().exactOptional().meta({ description: "API ID. Default: all types." }),
      }),
    },
    answer: z.object({
      entries: z.array(shownDeleted).readonly(),
      cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
    }),
    handle: async ({ site, query }) => {
      const { store } = await sites.content(site.id);
      const { entries, next } = await deletedEntries(store, query);
      return {
        body: { entries: entries.map(showDeleted), ...(next !== undefined && { cursor: next }) },
      };
    },
  });
}

function restoringRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: `${ENTRY}/restore`,
    id: "restoreEntry",
    summary:
      "Restore an earlier version of an entry, a field, or a row as a draft. Nothing is published",
    policy: onSite("entry.write"),
    commits: true,
    input: { params: entryParams, body: restoreBody },
    versioned: true,
    answer: entryAnswer,
    handle: async ({ site, actor, params: { api_id: type, id: name }, body, ifMatch }) => {
      const { store } = await sites.content(site.id);
      const saved = await restoreEntry(store, {
        ...body,
        id: idOf(store, type, name),
        commit: await findCommit(store, body.commit),
        actor: siteActor(actor),
        ...(ifMatch !== undefined && { expected: ifMatch }),
      });
      return replyChanged(sites, site.id, { ref: saved.ref, saved });
    },
  });
}
