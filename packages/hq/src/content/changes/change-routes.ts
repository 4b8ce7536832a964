import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { isEnough } from "../../api/permissions/can.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite, type SiteContext } from "../../people/workspaces/policies.ts";
import { findRole } from "../../people/workspaces/standing.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteServices } from "../../sites/services.ts";
import { changeAnswer, changeDetail, showChange, showDetail } from "./change-answer.ts";
import { beginBranch, nameBranch, requireBranch, tipOf } from "./change-branch.ts";
import { CHANGE, changeParams, CHANGES } from "./change-paths.ts";
import {
  type Change,
  findChange,
  findOpenChange,
  insertChange,
  listChanges,
  updateChange,
} from "./changes.ts";
import { mergeChange } from "./merge-change.ts";
import { readChange } from "./read-change.ts";
import { reviewRoutes } from "./review-routes.ts";

const title = z.string().trim().min(1).max(200);
const description = z.string().max(20_000);
const decisions = z
  .array(
    z.strictObject({
      file: z.string().max(1000),
      path: z.string().max(1000),
      take: z.enum(["main", "branch"]),
    }),
  )
  .max(1000)
  .default([])
  .meta({ description: "Of conflicts as they are answered, by file and path." });
const reviewers = z.array(z.string().max(40)).max(50);

/** `/sites/{site}/changes`: branches that are reviewed, and merged into what everybody works on. */
export function changeRoutes(services: SiteServices): readonly Route[] {
  return [
    ...readingRoutes(services),
    openingRoute(services),
    ...changingRoutes(services),
    ...mergingRoutes(services),
    ...reviewRoutes(services),
  ];
}

function readingRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: CHANGES,
      id: "listChanges",
      summary: "The change requests of the site, the newest first",
      policy: onSite("site.read"),
      input: {
        query: z.object({
          state: z.enum(["open", "merged", "closed"]).exactOptional(),
          limit: z.coerce.number().int().min(1).max(100).default(20),
          offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        }),
      },
      answer: z.object({ contents: z.array(changeAnswer), totalCount: z.int() }),
      handle: async ({ site, query }) => {
        const { changes, totalCount } = await listChanges(hq.database, site.id, query);
        return { body: { contents: changes.map(showChange), totalCount } };
      },
    }),
    defineRoute({
      method: "get",
      path: CHANGE,
      id: "getChange",
      summary: "A change request: its commits, what it changes, and whether it can be merged",
      policy: onSite("site.read"),
      input: { params: changeParams },
      answer: changeDetail,
      handle: async ({ site, params: { n } }) => {
        const change = await findChange(hq.database, site.id, n);
        const { store } = await sites.content(site.id);
        const read = await readChange({ database: hq.database, store, ...site }, change);
        return { body: showDetail(change, read) };
      },
    }),
  ];
}

function openingRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: CHANGES,
    id: "openChange",
    summary:
      "Open a change request, of a branch that was pushed, or of a new one that begins at main",
    policy: onSite("change.propose"),
    tells: "change.opened",
    commits: true,
    input: {
      body: z.strictObject({
        title,
        description: description.default(""),
        from: z
          .string()
          .max(200)
          .exactOptional()
          .meta({ description: "Name of a branch. Without it a new one is made." }),
      }),
    },
    status: 201,
    answer: changeAnswer,
    handle: async ({ site, actor, body: { from, ...said } }) => {
      const { repository } = (await sites.content(site.id)).store;
      const asked = { ...said, siteId: site.id, by: actor.userId };
      if (from !== undefined) {
        const branch = await requireBranch(repository, from);
        return { body: showChange(await insertChange(hq.database, { ...asked, branch }, hq)) };
      }
      const named = await nameBranch(hq.database, repository, asked);
      await beginBranch(repository, named.branch);
      return { body: showChange(await insertChange(hq.database, { ...asked, ...named }, hq)) };
    },
  });
}

function changingRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "patch",
      path: CHANGE,
      id: "updateChange",
      summary: "Change what a change request is called, says, and whom it asks for a review",
      policy: onSite("change.propose"),
      tells: "change.updated",
      input: {
        params: changeParams,
        body: z.strictObject({
          title: title.exactOptional(),
          description: description.exactOptional(),
          reviewers: reviewers.exactOptional(),
        }),
      },
      answer: changeAnswer,
      handle: async ({ params: { n }, body, ...context }) => {
        const change = await findOpenChange(hq.database, context.site.id, n);
        requireOwn(context, change);
        for (const id of body.reviewers ?? []) {
          if ((await findRole(hq.database, context.workspace.id, id)) !== undefined) continue;
          throw new CmsError("invalid", `Nobody in this workspace has the id ${id}.`);
        }
        const changed = await updateChange(hq.database, change, {
          ...(body.title !== undefined && { title: body.title }),
          ...(body.description !== undefined && { description: body.description }),
          ...(body.reviewers !== undefined && { reviewers: JSON.stringify(body.reviewers) }),
          updated_at: hq.now().toISOString(),
        });
        return { body: showChange(changed) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${CHANGE}/close`,
      id: "closeChange",
      summary: "Close a change request without merging it; its branch stays",
      policy: onSite("change.propose"),
      tells: "change.closed",
      input: { params: changeParams },
      answer: changeAnswer,
      handle: async ({ params: { n }, ...context }) => {
        const { site, actor } = context;
        const change = await findOpenChange(hq.database, site.id, n);
        requireOwn(context, change);
        const { repository, head: main } = (await sites.content(site.id)).store;
        // One whose branch is gone can be closed, too.
        const head = (await repository.resolveRef(change.branch)) ?? main();
        const base = (await repository.mergeBase(head, main())) ?? head;
        const at = hq.now().toISOString();
        const end = { state: "closed" as const, head, base, ended_by: actor.userId, ended_at: at };
        return {
          body: showChange(await updateChange(hq.database, change, { ...end, updated_at: at })),
        };
      },
    }),
  ];
}

/** Who opened it, or may change the schema of the site. @throws CmsError `forbidden` */
function requireOwn({ actor, role }: SiteContext, { createdBy }: Change): void {
  if (createdBy === actor.userId || isEnough(role, "change.approve")) return;
  throw new CmsError("forbidden", "Only who opened it, or may approve it, changes or closes it.");
}

function mergingRoutes(services: SiteServices): readonly Route[] {
  const { hq, sites } = services;
  return [
    defineRoute({
      method: "post",
      path: `${CHANGE}/merge`,
      id: "mergeChange",
      summary:
        "Merge a change request into main, and publish what it brings where that is asked for",
      policy: onSite("change.merge"),
      tells: "change.merged",
      commits: true,
      audit: { event: "change.merged" },
      input: {
        params: changeParams,
        body: z
          .strictObject({
            head: z
              .string()
              .exactOptional()
              .meta({ description: "The commit that was looked at; another one is not merged." }),
            publish: z.boolean().default(false),
          })
          .optional(),
      },
      answer: z.object({
        change: changeAnswer,
        commit: z.string(),
        published: z.int().meta({ description: "How many entries became live." }),
      }),
      handle: async ({ params: { n }, body, ...context }) => {
        const change = await findOpenChange(hq.database, context.site.id, n);
        const asked = { change, head: body?.head, publish: body?.publish ?? false };
        const merged = await mergeChange(services, context, asked);
        return { body: { ...merged, change: showChange(merged.change) } };
      },
    }),
    defineRoute({
      method: "post",
      path: `${CHANGE}/update`,
      id: "updateChangeBranch",
      summary:
        "Bring what happened on main since into the branch of a change request, with what was decided of conflicts",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: changeParams, body: z.strictObject({ decisions }).optional() },
      answer: z.object({ head: z.string() }),
      handle: async ({ site, actor, params: { n }, body }) => {
        const change = await findOpenChange(hq.database, site.id, n);
        const { store } = await sites.content(site.id);
        await store.refresh();
        const tip = await tipOf(store.repository, change);
        const head = await store.updateBranch(
          { ref: change.branch, tip, decide: decideBy(body?.decisions ?? []) },
          {
            actor: siteActor(actor),
            message: `Merge main into change ${n}`,
            trailers: { "Loam-Action": "update-change", "Loam-Change": String(n) },
          },
        );
        return { body: { head }, unchanged: head === tip };
      },
    }),
  ];
}

/** On a branch, theirs is `main`. */
function decideBy(made: z.output<typeof decisions>) {
  const byPlace = new Map(made.map(({ file, path, take }) => [`${file}\n${path}`, take]));
  return (file: string, path: string): "ours" | "theirs" | undefined => {
    const take = byPlace.get(`${file}\n${path}`);
    if (take === undefined) return undefined;
    return take === "branch" ? "ours" : "theirs";
  };
}
