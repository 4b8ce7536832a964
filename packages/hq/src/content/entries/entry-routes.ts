import type { LinkSource } from "@loam/cms-core/find";
import { deleteEntry } from "@loam/cms-core/publish";
import { z } from "zod";
import { requireScope } from "../../api/permissions/permissions.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { publishFirstVersion } from "../types/first-version.ts";
import { deleteCopiesOf, deleteSavedCopy } from "../working-copies/working-copies.ts";
import { bulkRoute } from "./bulk-route.ts";
import { entryAnswer, findIndexed } from "./entry-answer.ts";
import {
  changedEntry,
  editedEntry,
  ENTRIES,
  ENTRY,
  entryParams,
  newEntry,
  typeParams,
} from "./entry-input.ts";
import { requireFreeId, requireOrigin } from "./moved-entries.ts";
import { orderRoutes } from "./order-routes.ts";
import { previewRoutes } from "./preview-routes.ts";
import { publishingRoutes } from "./publishing-routes.ts";
import { replyChanged, replyEntry, requireEntry } from "./reply-entry.ts";
import { changeFields, checkFirstEntry, createEntry, replaceFields } from "./save-fields.ts";
import { slugRoute } from "./slug-routes.ts";
import { workingCopyRoutes } from "./working-copy-routes.ts";

/** A reference to an entry. */
const linkAnswer: z.ZodType<LinkSource, LinkSource> = z
  .object({
    live: z.boolean().meta({ description: "In the live version or in the working version." }),
    type: z.string(),
    id: z.string().exactOptional(),
    slug: z.string(),
    field: z.string().meta({ description: "Dotted API IDs; rows are numbered from 0." }),
  })
  .meta({ id: "Reference" });

export const linksAnswer: z.ZodType<LinksAnswer, LinksAnswer> = z
  .object({ references: z.array(linkAnswer).readonly() })
  .meta({ id: "ReferenceList" });

interface LinksAnswer {
  readonly references: readonly LinkSource[];
}

/** All routes for entries. */
export function entryRoutes(services: SiteServices): readonly Route[] {
  return [
    ...readingRoutes(services),
    ...savingRoutes(services),
    deletingRoute(services),
    bulkRoute(services),
    ...publishingRoutes(services),
    ...previewRoutes(services),
    ...orderRoutes(services),
    ...workingCopyRoutes(services),
    slugRoute(services),
  ];
}

function readingRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: ENTRY,
      id: "getEntry",
      summary: "Get an entry. Contains its working version and its live version",
      policy: onSite("site.read"),
      input: { params: entryParams },
      answer: entryAnswer,
      handle: async ({ site, params }) => replyEntry(await sites.content(site.id), params),
    }),
    defineRoute({
      method: "get",
      path: `${ENTRY}/references`,
      id: "listReferences",
      summary: "List what references an entry, in working and live content",
      policy: onSite("site.read"),
      input: { params: entryParams },
      answer: linksAnswer,
      handle: async ({ site, params: { api_id: type, id: name } }) => {
        const content = await sites.content(site.id);
        const { id } = await findIndexed(content, type, name);
        return { body: { references: await content.index.linksTo(id) } };
      },
    }),
  ];
}

function savingRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: ENTRIES,
      id: "createEntry",
      summary:
        "Create an entry as a draft. The first entry of a type publishes the first version of its schema",
      policy: onSite("entry.write"),
      commits: true,
      input: { params: typeParams, body: newEntry },
      status: 201,
      answer: entryAnswer,
      handle: async ({ site, actor, role, params: { api_id: type }, body }) => {
        const { id, createdAt } = body;
        requireOrigin(
          { actor, role },
          { ...(id && { id }), ...(createdAt && { createdAt }) },
          { now: hq.now() },
        );
        const content = await sites.content(site.id);
        if (id !== undefined) await requireFreeId(content, id);
        checkFirstEntry(content.store, type, body);
        await publishFirstVersion({ hq, sites }, { siteId: site.id, actor, role, type });
        const sent = { sent: body, actor: siteActor(actor) };
        const saved = await createEntry(content.store, type, sent);
        return replyChanged(sites, site.id, { ref: saved.ref, saved });
      },
    }),
    defineRoute({
      method: "put",
      path: ENTRY,
      id: "replaceEntry",
      summary: "Replace all values of an entry. With If-Match, later changes by others are merged",
      policy: onSite("entry.write"),
      commits: true,
      input: { params: entryParams, body: editedEntry },
      versioned: true,
      answer: entryAnswer,
      handle: async ({ site, actor, params, body, ifMatch }) => {
        const { store } = await sites.content(site.id);
        const saved = await replaceFields(store, requireEntry(store, params), {
          sent: body,
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        await deleteSavedCopy(hq.database, actor, { siteId: site.id, entryId: saved.ref.id });
        return replyChanged(sites, site.id, { ref: saved.ref, saved });
      },
    }),
    defineRoute({
      method: "patch",
      path: ENTRY,
      id: "changeEntry",
      summary: "Update some values of an entry. Later changes by others are merged",
      policy: onSite("entry.write"),
      commits: true,
      input: { params: entryParams, body: changedEntry },
      versioned: true,
      answer: entryAnswer,
      handle: async ({ site, actor, params, body, ifMatch }) => {
        const { store } = await sites.content(site.id);
        const saved = await changeFields(store, requireEntry(store, params), {
          sent: body,
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        await deleteSavedCopy(hq.database, actor, { siteId: site.id, entryId: saved.ref.id });
        return replyChanged(sites, site.id, { ref: saved.ref, saved });
      },
    }),
  ];
}

function deletingRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "delete",
    path: ENTRY,
    id: "deleteEntry",
    summary: "Delete an entry. A live entry is unpublished first",
    policy: onSite("entry.write"),
    commits: true,
    input: { params: entryParams },
    versioned: true,
    answer: z
      .object({
        id: z.string(),
        unpublished: z.boolean().meta({ description: "Whether the entry was live." }),
        references: z
          .array(linkAnswer)
          .readonly()
          .meta({ description: "Content that referenced the entry." }),
      })
      .meta({ id: "DeletedEntryResult" }),
    handle: async ({ site, actor, params: { api_id: type, id: name }, ifMatch }) => {
      const content = await sites.content(site.id);
      const { id, live } = await findIndexed(content, type, name);
      if (live !== undefined) requireScope(actor, "entry.publish");
      const references = await content.index.linksTo(id);
      const { unpublished } = await deleteEntry(content.store, id, {
        actor: siteActor(actor),
        now: hq.now,
        ...(ifMatch !== undefined && { expected: ifMatch }),
      });
      await deleteCopiesOf(hq.database, { siteId: site.id, userId: actor.userId }, [id]);
      await sites.follow(site.id);
      return { body: { id, unpublished, references } };
    },
  });
}
