import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { makePreviewToken } from "../../people/access/preview-token.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { CHANGE } from "../changes/change-paths.ts";
import { findOpenChange } from "../changes/changes.ts";
import { sendPreviewPage } from "../entries/preview-page.ts";
import { entryPreview, previewUrlOf, previewEntry } from "../entries/preview-routes.ts";
import { requireEntry } from "../entries/reply-entry.ts";
import { askSlug, slugAnswer, slugQuery } from "../entries/slug-routes.ts";
import { checkAnswer, checkEntry } from "../history/publish-check-routes.ts";
import { answerBranchEntry } from "./branch-entry.ts";
import { BRANCH_ENTRY, branchEntryParams, branchTypeParams } from "./branch-paths.ts";
import type { BranchStores } from "./branch-stores.ts";

/** Previews and publish checks of entries in a change request. */
export function branchPreviewRoutes(
  services: SiteServices,
  branches: BranchStores,
): readonly Route[] {
  return [
    ...askingRoutes(services, branches),
    previewRoute(services, branches),
    pageRoute(services, branches),
  ];
}

function askingRoutes({ hq }: SiteServices, branches: BranchStores): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${BRANCH_ENTRY}/validate`,
      id: "validateProposedEntry",
      summary: "Check what publishing an entry would change after its change request is merged",
      policy: onSite("site.read"),
      input: { params: branchEntryParams },
      answer: checkAnswer,
      handle: async ({ site, params }) => {
        const change = await findOpenChange(hq.database, site.id, params.n);
        const { store } = await branches.open(site.id, change);
        const { id } = requireEntry(store, params);
        return { body: await checkEntry(store, id, await hq.storages.openMedia()) };
      },
    }),
    defineRoute({
      method: "get",
      path: `${CHANGE}/types/{api_id}/slug`,
      id: "checkProposedSlug",
      summary: "Check a slug in a change request, or derive one from a title",
      policy: onSite("site.read"),
      input: { params: branchTypeParams, query: slugQuery },
      answer: slugAnswer,
      handle: async ({ site, params: { n, api_id: type }, query }) => {
        const change = await findOpenChange(hq.database, site.id, n);
        const branch = await branches.open(site.id, change);
        const titleOf = async (id: string): Promise<string | undefined> => {
          const ref = branch.store.entryById(id);
          return ref && (await answerBranchEntry(branch, ref)).title;
        };
        return { body: await askSlug(branch.store, { type, titleOf, now: hq.now(), ...query }) };
      },
    }),
  ];
}

function previewRoute(services: SiteServices, branches: BranchStores): Route {
  return defineRoute({
    method: "get",
    path: `${BRANCH_ENTRY}/preview`,
    id: "previewProposedEntry",
    summary: "Preview the JSON of an entry in a change request",
    policy: onSite("site.read"),
    input: { params: branchEntryParams },
    answer: entryPreview,
    handle: async ({ site, params }) => {
      const change = await findOpenChange(services.hq.database, site.id, params.n);
      const branch = await branches.open(site.id, change);
      const { store } = branch;
      const ref = requireEntry(store, params);
      const { updatedAt, publishedAt } = await answerBranchEntry(branch, ref);
      const previewed = { siteId: site.id, store, ref, updatedAt, publishedAt };
      return { body: await previewEntry(services, previewed), version: ref.blob };
    },
  });
}

function pageRoute({ hq, identity, baseUrl }: SiteServices, branches: BranchStores): Route {
  return defineStream({
    method: "get",
    path: `${CHANGE}/preview-page`,
    id: "getChangePreviewPage",
    summary: "Open a page of the site's Preview URL with the branch, in a sandboxed frame",
    policy: onSite("change.propose"),
    input: {
      params: z.object({ n: z.coerce.number().int().min(1) }),
      query: z.object({
        entry: z.string().exactOptional().meta({ description: "ID of the entry to show first." }),
      }),
    },
    mediaType: "text/html",
    handle: async ({ site, actor, params: { n }, query: { entry }, response }) => {
      if (site.previewUrl === undefined) {
        throw new CmsError("not_found", "This site has no Preview URL. Set one in its settings.");
      }
      const change = await findOpenChange(hq.database, site.id, n);
      const { store } = await branches.open(site.id, change);
      const ref = entry === undefined ? undefined : store.entryById(entry);
      const opens = { branch: change.branch };
      const { token } = await makePreviewToken(
        { siteId: site.id, opens, userId: actor.userId },
        identity,
      );
      const address = previewUrlOf(site.previewUrl, ref, token);
      sendPreviewPage(response, { address, baseUrl });
    },
  });
}
