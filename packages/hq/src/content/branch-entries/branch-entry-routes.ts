import type { SavedEntry } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Reply, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { findOpenChange, recordBranchMove } from "../changes/changes.ts";
import { type EntryAnswer, entryAnswer } from "../entries/entry-answer.ts";
import { changedEntry } from "../entries/entry-input.ts";
import { requireEntry } from "../entries/reply-entry.ts";
import { changeFields, createEntry } from "../entries/save-fields.ts";
import { deleteSavedCopy } from "../working-copies/working-copies.ts";
import { answerBranchEntry } from "./branch-entry.ts";
import {
  BRANCH_ENTRIES,
  BRANCH_ENTRY,
  branchEntryParams,
  type BranchTypeParams,
  branchTypeParams,
} from "./branch-paths.ts";
import { branchPreviewRoutes } from "./branch-preview-routes.ts";
import { type BranchStores, createBranchStores, type OpenedBranch } from "./branch-stores.ts";
import { branchWorkingCopyRoutes } from "./branch-working-copy-routes.ts";
import { checkRoutes } from "./check-routes.ts";
import { openingRoute } from "./opening-route.ts";
import { resetEntry } from "./reset-entry.ts";

const branchEntry = z
  .object({
    id: z.string(),
    type: z.string(),
    slug: z.string(),
    commit: z.string().meta({ description: "Current commit of the branch." }),
    changed: z.boolean(),
    entry: entryAnswer,
  })
  .meta({ id: "ProposedEntry" });

/** Entries in a change request: read, write, delete, and reset, for users who propose changes. */
export function branchEntryRoutes(services: SiteServices): readonly Route[] {
  const branches = createBranchStores(services);
  return [
    readingRoute(services, branches),
    ...savingRoutes(services, branches),
    ...removingRoutes(services, branches),
    ...checkRoutes(services, branches),
    ...branchPreviewRoutes(services, branches),
    openingRoute(services, branches),
    ...branchWorkingCopyRoutes(services, branches),
  ];
}

function readingRoute({ hq }: SiteServices, branches: BranchStores): Route {
  return defineRoute({
    method: "get",
    path: BRANCH_ENTRY,
    id: "getProposedEntry",
    summary:
      "Get an entry of a change request. Contains its version on the branch and its live version",
    policy: onSite("site.read"),
    input: { params: branchEntryParams },
    answer: entryAnswer,
    handle: async ({ site, params }): Promise<Reply<EntryAnswer>> => {
      const change = await findOpenChange(hq.database, site.id, params.n);
      const branch = await branches.open(site.id, change);
      const body = await answerBranchEntry(branch, requireEntry(branch.store, params));
      return { body, version: body.version };
    },
  });
}

function savingRoutes({ hq }: SiteServices, branches: BranchStores): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: BRANCH_ENTRIES,
      id: "proposeEntry",
      summary: "Create an entry in a change request",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: branchTypeParams, body: changedEntry },
      status: 201,
      answer: branchEntry,
      handle: async ({ site, actor, params: { n, api_id: type }, body }) => {
        const change = await findOpenChange(hq.database, site.id, n);
        const branch = await branches.open(site.id, change);
        const saved = await createEntry(branch.store, type, {
          sent: body,
          actor: siteActor(actor),
        });
        await recordBranchMove(hq.database, change, { by: actor.userId, now: hq.now });
        return replyBranchEntry(branch, saved);
      },
    }),
    defineRoute({
      method: "patch",
      path: BRANCH_ENTRY,
      id: "proposeChange",
      summary: "Update some values of an entry in a change request",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: branchEntryParams, body: changedEntry },
      versioned: true,
      answer: branchEntry,
      handle: async ({ site, actor, params, body, ifMatch }) => {
        const change = await findOpenChange(hq.database, site.id, params.n);
        const branch = await branches.open(site.id, change);
        const saved = await changeFields(branch.store, requireEntry(branch.store, params), {
          sent: body,
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        if (saved.changed)
          await recordBranchMove(hq.database, change, { by: actor.userId, now: hq.now });
        await deleteSavedCopy(hq.database, actor, {
          ...copyOwner(site, params),
          entryId: saved.ref.id,
        });
        return replyBranchEntry(branch, saved);
      },
    }),
  ];
}

function copyOwner(
  { id }: Site,
  { n }: BranchTypeParams,
): { readonly siteId: string; readonly change: number } {
  return { siteId: id, change: n };
}

async function replyBranchEntry(
  branch: OpenedBranch,
  saved: SavedEntry,
): Promise<Reply<z.input<typeof branchEntry>>> {
  const { id, type, slug } = saved.ref;
  const entry = await answerBranchEntry(branch, saved.ref, saved);
  const commit = branch.store.head();
  const body = { id, type, slug, commit, changed: saved.changed, entry };
  return { body, version: entry.version, unchanged: !saved.changed };
}

const removed = z
  .object({
    id: z.string(),
    commit: z.string().meta({ description: "Current commit of the branch." }),
  })
  .meta({ id: "RemovedEntry" });

function removingRoutes({ hq }: SiteServices, branches: BranchStores): readonly Route[] {
  return [
    defineRoute({
      method: "delete",
      path: BRANCH_ENTRY,
      id: "proposeDeletion",
      summary: "Delete an entry in a change request",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: branchEntryParams },
      versioned: true,
      answer: removed,
      handle: async ({ site, actor, params, ifMatch }) => {
        const change = await findOpenChange(hq.database, site.id, params.n);
        const { store } = await branches.open(site.id, change);
        const { id } = requireEntry(store, params);
        const commit = await store.deleteEntry(id, {
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { expected: ifMatch }),
        });
        await recordBranchMove(hq.database, change, { by: actor.userId, now: hq.now });
        await deleteSavedCopy(hq.database, actor, { ...copyOwner(site, params), entryId: id });
        return { body: { id, commit } };
      },
    }),
    defineRoute({
      method: "post",
      path: `${BRANCH_ENTRY}/take-out`,
      id: "takeOutOfChange",
      summary: "Revert an entry in a change request to its state where the branch was created",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: branchEntryParams },
      answer: removed,
      handle: async ({ site, actor, params }) => {
        const { n, id } = params;
        const change = await findOpenChange(hq.database, site.id, n);
        const branch = await branches.open(site.id, change);
        const { commit, changed } = await resetEntry(branch, id, siteActor(actor));
        if (changed) await recordBranchMove(hq.database, change, { by: actor.userId, now: hq.now });
        await deleteSavedCopy(hq.database, actor, { ...copyOwner(site, params), entryId: id });
        return { body: { id, commit }, unchanged: !changed };
      },
    }),
  ];
}
