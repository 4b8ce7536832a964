import { CmsError, slugProblem } from "@loam/cms-core";
import { classifyPath } from "@loam/cms-core/content";
import type { SiteStore, UpdatedBranch } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { makePreviewToken } from "../../people/access/preview-token.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { sendMedia } from "../../platform/storage/send-media.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { previewTokenAnswer, previewUrlOf } from "../entries/preview-routes.ts";
import { branchHeadAnswer, changeAnswer, mergeSide, showChange } from "./change-answer.ts";
import { branchHead } from "./change-branch.ts";
import { CHANGE, changeNumber, changeParams } from "./change-paths.ts";
import type { ReviewDeps } from "./change-place.ts";
import { changeRoute } from "./change-route.ts";
import { findChange, findOpenChange, recordBranchMove } from "./changes.ts";
import { changeDetail, showDetail } from "./detail-answer.ts";
import { diffRoute } from "./diff-route.ts";
import { managingRoutes } from "./managing-routes.ts";
import { mergeChange } from "./merge-change.ts";
import { readChange, readChangedMedia, viewChange } from "./read-change.ts";
import { commentRoutes } from "./review/comment-routes.ts";
import { markRoutes } from "./review/mark-routes.ts";
import { mailEnd } from "./review/review-mail.ts";
import { verdictRoute } from "./review/verdict-route.ts";
import { sitePlace } from "./site-place.ts";

const decisions = z
  .array(
    z.union([
      z.strictObject({
        file: z.string().max(1000),
        path: z.string().max(1000),
        take: mergeSide,
      }),
      z.strictObject({
        file: z.string().max(1000),
        path: z.literal("slug"),
        slug: z.string().max(1000).meta({
          description:
            "Another slug for the entry on the branch, if an entry on `main` has the same slug.",
        }),
      }),
    ]),
  )
  .max(1000)
  .default([])
  .meta({ description: "Resolutions of the conflicts, by file and path as in the response." });

/** `/sites/{site}/changes`: reviews branches and merges them into `main`. */
export function changeRoutes(services: SiteServices): readonly Route[] {
  const { hq, identity } = services;
  const place = sitePlace(services);
  const deps = { database: hq.database, now: hq.now, mailer: identity.mailer };
  return [
    ...managingRoutes(place, deps),
    readingRoute(services),
    mediaRoute(services),
    diffRoute(place, deps),
    previewRoute(services),
    ...mergingRoutes(services, deps),
    ...commentRoutes(place, deps),
    ...markRoutes(place, deps),
    verdictRoute(place, deps),
  ];
}

function readingRoute({ hq, sites, baseUrl }: SiteServices): Route {
  const { database } = hq;
  return defineRoute({
    method: "get",
    path: CHANGE,
    id: "getChange",
    summary:
      "Get a change request. Contains its commits, its changes, and whether it can be merged",
    policy: onSite("site.read"),
    input: { params: changeParams },
    answer: changeDetail,
    handle: async ({ site, actor, params: { n } }) => {
      const asOf = hq.now();
      const { store } = await sites.content(site.id);
      const { repository } = store;
      const asked = await findChange(database, site.id, n);
      const { change, ...read } = await readChange({ database, store, ...site }, asked);
      const seen = { change, head: read.head, userId: actor.userId };
      const view = await viewChange({ database, repository }, seen);
      const address = `${baseUrl}/api/manage/sites/${site.id}/changes/${n}`;
      return { body: showDetail({ ...view, read, asOf, store, address }) };
    },
  });
}

function mediaRoute({ hq, sites }: SiteServices): Route {
  return defineStream({
    method: "get",
    path: `${CHANGE}/media/{id}`,
    id: "getChangedMedia",
    summary: "Get a media file from the branch of a change request, or its previous version",
    policy: onSite("site.read"),
    input: {
      params: z.object({ n: changeNumber, id: z.string() }),
      query: z.object({
        side: z.enum(["before", "after"]).default("after"),
        variant: z.string().exactOptional(),
      }),
    },
    mediaType: "application/octet-stream",
    handle: async ({ site, params: { n, id }, query: { side, variant }, request, response }) => {
      const change = await findChange(hq.database, site.id, n);
      const { store } = await sites.content(site.id);
      const record = await readChangedMedia(store, change, { id, side });
      const storage = await hq.storages.openMedia();
      response.set("Vary", "Authorization, Cookie");
      const cache = "private, no-cache";
      await sendMedia({ request, response }, { record, storage, variant, cache });
    },
  });
}

function previewRoute({ hq, sites, identity }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: `${CHANGE}/preview-token`,
    id: "createChangePreviewToken",
    summary:
      "Create a preview token for the branch. It expires in an hour, or earlier with the branch, the site's draft key, a transfer, or your access",
    policy: onSite("change.propose"),
    input: { params: changeParams },
    status: 201,
    answer: previewTokenAnswer,
    handle: async ({ site, actor, params: { n } }) => {
      const change = await findOpenChange(hq.database, site.id, n);
      await branchHead((await sites.content(site.id)).store.repository, change);
      const opens = { branch: change.branch };
      const created = await makePreviewToken(
        { siteId: site.id, opens, userId: actor.userId },
        identity,
      );
      if (site.previewUrl === undefined) return { body: created };
      const address = previewUrlOf(site.previewUrl, undefined, created.token);
      return { body: { ...created, address } };
    },
  });
}

function mergingRoutes(services: SiteServices, deps: ReviewDeps): readonly Route[] {
  const { hq, sites } = services;
  const place = sitePlace(services);
  return [
    changeRoute(place, deps, {
      method: "post",
      below: "/merge",
      id: "mergeChange",
      summary: "Merge a change request into main, and optionally publish its entries",
      requires: "merge",
      tells: "change.merged",
      commits: true,
      audit: { event: "change.merged" },
      input: {
        params: changeParams,
        body: z
          .strictObject({
            head: z.string().exactOptional().meta({
              description: "The reviewed commit. The request fails if the branch has moved.",
            }),
            publish: z.boolean().default(false),
          })
          .optional(),
      },
      answer: z
        .object({
          change: changeAnswer,
          commit: z.string(),
          published: z.int().meta({ description: "Number of published entries." }),
          unpublished: z
            .int()
            .meta({ description: "Number of deleted entries that were unpublished." }),
        })
        .meta({ id: "MergedChangeRequest" }),
      onlyOpen: true,
      handle: async ({ body, ...context }, opened) => {
        const { head, publish = false } = body ?? {};
        const merging = { change: opened.change, head, publish };
        const merged = await mergeChange(services, context, merging);
        await mailEnd(deps, { ...opened, change: merged.change, by: context.actor });
        return { body: { ...merged, change: showChange(merged.change) } };
      },
    }),
    defineRoute({
      method: "post",
      path: `${CHANGE}/update`,
      id: "updateChangeBranch",
      summary:
        "Update the branch of a change request with the changes on main, including resolved conflicts",
      policy: onSite("change.propose"),
      tells: "change.updated",
      commits: true,
      input: { params: changeParams, body: z.strictObject({ decisions }).optional() },
      answer: branchHeadAnswer,
      handle: async ({ site, actor, params: { n }, body }) => {
        const change = await findOpenChange(hq.database, site.id, n);
        const { store } = await sites.content(site.id);
        await store.refresh();
        const tip = await branchHead(store.repository, change);
        await requireFreeSlugs(store, tip, body?.decisions ?? []);
        const head = await store.updateBranch(
          { ref: change.branch, tip, ...toDecisions(body?.decisions ?? []) },
          {
            actor: siteActor(actor),
            message: `Merge main into change ${n}`,
            trailers: { "Loam-Action": "update-change", "Loam-Change": String(n) },
          },
        );
        const brings = (body?.decisions.length ?? 0) === 0 ? "main" : "own";
        const moved = { by: actor.userId, now: hq.now, brings } as const;
        if (head !== tip) await recordBranchMove(hq.database, change, moved);
        return { body: { head }, unchanged: head === tip };
      },
    }),
  ];
}

/** @throws CmsError `invalid_slug`, or `slug_taken` if an entry on `main` or on the branch uses it */
async function requireFreeSlugs(
  store: SiteStore,
  tip: string,
  created: z.output<typeof decisions>,
): Promise<void> {
  for (const one of created) {
    if (!("slug" in one)) continue;
    const { file, slug } = one;
    const problem = slugProblem(slug);
    if (problem !== undefined) throw new CmsError("invalid_slug", problem, { details: { slug } });
    const place = classifyPath(file, store.site());
    const type = place.kind === "entry" ? place.apiId : "";
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    const existing = await store.repository.findFiles(
      tip,
      ["md", "mdx", "markdown", "yml"].map((extension) => `${folder}${slug}.${extension}`),
    );
    if (existing.size > 0 || store.entries(type).some((ref) => ref.slug === slug)) {
      throw new CmsError("slug_taken", `Another entry already has the slug ${slug}.`, {
        details: { slug },
      });
    }
  }
}

/** On a branch, "theirs" is `main`. */
function toDecisions(
  created: z.output<typeof decisions>,
): Required<Pick<UpdatedBranch, "decide" | "rename">> {
  const byPlace = new Map<string, "ours" | "theirs">();
  const slugs = new Map<string, string>();
  for (const one of created) {
    if ("take" in one) {
      byPlace.set(`${one.file}\n${one.path}`, one.take === "branch" ? "ours" : "theirs");
    } else {
      slugs.set(one.file, one.slug);
    }
  }
  return {
    decide: (file, path) => byPlace.get(`${file}\n${path}`),
    rename: (file) => slugs.get(file),
  };
}
