import { compareVersions, entryTimeline, readVersion, restoreEntry } from "@loam/cms-core/history";
import type { SiteStore } from "@loam/cms-core/store";
import { z } from "zod";
import { pageQuery } from "../../api/page-query.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteServices } from "../../sites/services.ts";
import { entryAnswer } from "../entries/entry-answer.ts";
import { ENTRY, entryParams } from "../entries/entry-input.ts";
import { replyChanged } from "../entries/reply-entry.ts";
import {
  findCommit,
  showChanges,
  showEvent,
  shownEvent,
  showVersion,
  versionAnswer,
} from "./history-answer.ts";

const versionParams = z.object({
  api_id: z.string(),
  id: z.string(),
  commit: z.string().meta({ description: "Of the history; its first 7 digits are enough." }),
});

const restoreBody = z.strictObject({
  commit: z.string(),
  field: z.string().exactOptional().meta({ description: "API id of one field, or `slug`." }),
  row: z.string().exactOptional().meta({ description: "Id of one row of that field." }),
  slug: z.string().exactOptional().meta({ description: "For an entry that was deleted." }),
});

/** What entries were, and how to bring them back; deleted ones are found by their id. */
export function historyRoutes(services: SiteServices): readonly Route[] {
  return [...readingRoutes(services), restoringRoute(services)];
}

function readingRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${ENTRY}/history`,
      id: "listHistory",
      summary: "What happened to an entry, newest first",
      policy: onSite("site.read"),
      input: { params: entryParams, query: z.object(pageQuery) },
      answer: z.object({
        events: z.array(shownEvent).readonly(),
        cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
      }),
      handle: async ({ site, params: { api_id: type, id: name }, query }) => {
        const { store } = await sites.content(site.id);
        const { events, next } = await entryTimeline(store, idOf(store, type, name), query);
        return {
          body: { events: events.map(showEvent), ...(next !== undefined && { cursor: next }) },
        };
      },
    }),
    defineRoute({
      method: "get",
      path: `${ENTRY}/history/{commit}`,
      id: "getVersion",
      summary: "An entry as it was, and what differs from another version field by field",
      policy: onSite("site.read"),
      input: {
        params: versionParams,
        query: z.object({
          compare: z.string().exactOptional().meta({
            description:
              "Commit of the version to compare with: `previous` of the history's event. The newest unless given.",
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

/** An entry that was deleted is known by its id alone. */
function idOf(store: SiteStore, type: string, name: string): string {
  return store.findEntry(type, name)?.id ?? name;
}

function restoringRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: `${ENTRY}/restore`,
    id: "restoreEntry",
    summary: "Save what an entry, a field or a row was, as a draft; nothing is published by it",
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
