import { publishedLog } from "@loam/cms-core/history";
import {
  previewRollBack,
  publishedDiff,
  type RollBack,
  rollBackSite,
} from "@loam/cms-core/publish";
import { z } from "zod";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { authorAnswer, changeKindAnswer } from "../../api/shared-answers.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { followPublish } from "../entries/reply-entry.ts";
import { findCommit } from "./history-answer.ts";

const commitParam = z.object({
  commit: z.string().meta({ description: "From the site log; the first 7 digits are enough." }),
});

const loggedPublish = z
  .object({
    commit: z.string(),
    when: z.string(),
    author: authorAnswer,
    message: z.string(),
    kind: z.enum(["publish", "unpublish", "reorder", "rollback"]),
    rolledBackTo: z.string().exactOptional(),
    count: z.int().meta({ description: "Entries that it published, unpublished, or moved." }),
    entries: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          slug: z.string(),
          state: z.enum(["published", "unpublished"]),
          version: z.int(),
        }),
      )
      .readonly()
      .meta({ description: "The first 100 entries." }),
  })
  .meta({ id: "PublishRecord" });

/** Maximum number of listed entries that differ. */
const MAX_ENTRIES = 500;

const liveDifference = z
  .object({
    entries: z
      .array(
        z.object({ id: z.string(), type: z.string(), kind: changeKindAnswer, slug: z.string() }),
      )
      .readonly()
      .meta({
        description: `The first ${MAX_ENTRIES}. Use \`compare\` in the history of an entry to see its changes.`,
      }),
    count: z.int().meta({ description: "Number of entries with changes." }),
    files: z
      .array(z.string())
      .readonly()
      .meta({ description: "Other changes: settings, schemas, media records." }),
  })
  .meta({ id: "LiveDifference" });

const rollBackAnswer = z
  .object({
    entries: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          kind: changeKindAnswer.meta({
            description: "On the live site: `added` is live again, `removed` is unpublished.",
          }),
          slug: z.string(),
          draftDeleted: z
            .boolean()
            .meta({ description: "Live again, but deleted from the working content." }),
        }),
      )
      .readonly(),
    files: z
      .array(z.string())
      .readonly()
      .meta({ description: "Other changes: settings, schemas, media records." }),
  })
  .meta({ id: "Rollback" });

/** Publish history of a site, and rolling back the live site. Drafts are unaffected. */
export function siteLogRoutes(services: SiteServices): readonly Route[] {
  return [...readingRoutes(services), comparingRoute(services), rollBackRoute(services)];
}

function comparingRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/log/{commit}/changes",
    id: "comparePublishes",
    summary: "Compare two publishes of the site",
    policy: onSite("site.read"),
    input: {
      params: commitParam,
      query: z.object({
        since: z.string().meta({ description: "Commit in the site log to compare with." }),
      }),
    },
    answer: liveDifference,
    handle: async ({ site, params: { commit }, query: { since } }) => {
      const { store } = await sites.content(site.id);
      const [from, to] = await Promise.all(
        [since, commit].map(async (name) => findCommit(store, name, { live: true })),
      );
      const { entries, files } = await publishedDiff(store.repository, from ?? "", to ?? "");
      const shown = entries.slice(0, MAX_ENTRIES).map((entry) => {
        const { id, type, before, after } = entry;
        return { id, type, kind: entry.kind, slug: (after ?? before)?.slug ?? "" };
      });
      return { body: { entries: shown, count: entries.length, files } };
    },
  });
}

function readingRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/log",
      id: "listPublishes",
      summary: "List the publish history of the site, newest first",
      policy: onSite("site.read"),
      input: { query: z.object(pageQuery) },
      answer: z.object({
        publishes: z.array(loggedPublish).readonly(),
        cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
      }),
      handle: async ({ site, query: { limit, cursor: after } }) => {
        const { store } = await sites.content(site.id);
        const publishes = await publishedLog(store.repository, {
          limit: limit + 1,
          ...(after !== undefined && { after: await findCommit(store, after, { live: true }) }),
        });
        const page = publishes.slice(0, limit);
        const last = publishes.length > limit ? page.at(-1) : undefined;
        return { body: { publishes: page, ...(last !== undefined && { cursor: last.commit }) } };
      },
    }),
    defineRoute({
      method: "get",
      path: "/sites/{site}/log/{commit}",
      id: "previewRollBack",
      summary: "Check what a rollback would change, without changing anything",
      policy: onSite("site.read"),
      input: { params: commitParam },
      answer: rollBackAnswer,
      handle: async ({ site, params: { commit } }) => {
        const { store } = await sites.content(site.id);
        const to = await findCommit(store, commit, { live: true });
        return { body: showRollBack(await previewRollBack(store, to)) };
      },
    }),
  ];
}

function rollBackRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: "/sites/{site}/rollback",
    id: "rollBackSite",
    summary:
      "Roll back the live site to an earlier publish. Creates one commit; drafts are not changed",
    // It can also revert settings that only admins can change.
    policy: onSite("site.publishing"),
    commits: true,
    deferrable: true,
    audit: { event: "site.rolled-back" },
    input: {
      body: z.strictObject({
        commit: z
          .string()
          .meta({ description: "From the site log; the first 7 digits are enough." }),
      }),
    },
    answer: rollBackAnswer,
    handle: async ({ site, actor, body: { commit }, respondAsync }) => {
      const { store } = await sites.content(site.id);
      const done = await rollBackSite(store, {
        to: await findCommit(store, commit, { live: true }),
        actor: siteActor(actor),
        media: await hq.storages.openMedia(),
        now: hq.now,
      });
      await followPublish(sites, site.id, { respondAsync });
      return { body: showRollBack(done), unchanged: !done.changed };
    },
  });
}

function showRollBack({ entries, files, deleted }: RollBack): z.input<typeof rollBackAnswer> {
  const deletedIds = new Set(deleted);
  return {
    entries: entries.map(({ id, type, kind, before, after }) => ({
      id,
      type,
      kind,
      slug: (after ?? before)?.slug ?? "",
      draftDeleted: deletedIds.has(id),
    })),
    files,
  };
}
