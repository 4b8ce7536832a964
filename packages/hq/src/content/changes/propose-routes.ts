import { openSiteStoreOn, type SiteStore } from "@loam/cms-core/store";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteServices } from "../../sites/services.ts";
import { changedEntry } from "../entries/entry-input.ts";
import { requireEntry } from "../entries/reply-entry.ts";
import { changeFields, createEntry } from "../entries/save-fields.ts";
import { tipOf } from "./change-branch.ts";
import { CHANGE } from "./change-paths.ts";
import { type Change, findOpenChange } from "./changes.ts";

const ENTRIES = `${CHANGE}/types/{api_id}/entries`;
const typeParams = { n: z.coerce.number().int().min(1), api_id: z.string() };

const proposedEntry = z
  .object({
    id: z.string(),
    type: z.string(),
    slug: z.string(),
    commit: z.string().meta({ description: "Where the branch stands now." }),
    changed: z.boolean(),
  })
  .meta({ id: "ProposedEntry" });

/** Entries that are saved on the branch of a change request, for those who propose in place of saving. */
export function proposeRoutes({ hq, sites }: SiteServices): readonly Route[] {
  const branchOf = async (siteId: string, change: Change): Promise<SiteStore> => {
    const { repository } = (await sites.content(siteId)).store;
    await tipOf(repository, change);
    return openSiteStoreOn(repository, { siteId, branch: change.branch, now: hq.now });
  };
  return [
    defineRoute({
      method: "post",
      path: ENTRIES,
      id: "proposeEntry",
      summary: "Write a new entry on the branch of a change request",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: z.object(typeParams), body: changedEntry },
      status: 201,
      answer: proposedEntry,
      handle: async ({ site, actor, params: { n, api_id: type }, body }) => {
        const change = await findOpenChange(hq.database, site.id, n);
        const store = await branchOf(site.id, change);
        const sent = { sent: body, actor: siteActor(actor) };
        const { ref, changed } = await createEntry(store, type, sent);
        const { id } = ref;
        return { body: { id, type, slug: ref.slug, commit: store.head(), changed } };
      },
    }),
    defineRoute({
      method: "patch",
      path: `${ENTRIES}/{id}`,
      id: "proposeChange",
      summary: "Save some values of an entry on the branch of a change request",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: z.object({ ...typeParams, id: z.string() }), body: changedEntry },
      versioned: true,
      answer: proposedEntry,
      handle: async ({ site, actor, params, body, ifMatch }) => {
        const change = await findOpenChange(hq.database, site.id, params.n);
        const store = await branchOf(site.id, change);
        const saved = await changeFields(store, requireEntry(store, params), {
          sent: body,
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        const { id, type, slug } = saved.ref;
        return { body: { id, type, slug, commit: store.head(), changed: saved.changed } };
      },
    }),
  ];
}
