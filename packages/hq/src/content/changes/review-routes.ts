import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { makePreviewToken } from "../../people/access/preview-token.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { previewAddress } from "../entries/preview-routes.ts";
import { commentAnswer } from "./change-answer.ts";
import { tipOf } from "./change-branch.ts";
import { CHANGE, changeParams } from "./change-paths.ts";
import { findChange, findOpenChange } from "./changes.ts";
import { insertComment, listComments, putReview, resolveComment } from "./reviews.ts";

const verdict = z.enum(["approved", "changes_requested"]);

/** What people say of a change request. */
export function reviewRoutes(services: SiteServices): readonly Route[] {
  return [...commentRoutes(services), approveRoute(services), previewRoute(services)];
}

function previewRoute({ hq, sites, identity }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: `${CHANGE}/preview-token`,
    id: "createChangePreviewToken",
    summary:
      "A draft key for what stands on the branch, which ends in an hour, or earlier with the branch, the site's draft key, a transfer, or your access",
    policy: onSite("change.propose"),
    input: { params: changeParams },
    status: 201,
    answer: z.object({
      token: z.string().meta({ description: "To be sent as `draftKey`, beside a read key." }),
      expiresAt: z.string(),
      address: z
        .string()
        .exactOptional()
        .meta({ description: "The site's Preview URL with the token; absent without one." }),
    }),
    handle: async ({ site, actor, params: { n } }) => {
      const change = await findOpenChange(hq.database, site.id, n);
      await tipOf((await sites.content(site.id)).store.repository, change);
      const opens = { branch: change.branch };
      const made = await makePreviewToken(
        { siteId: site.id, opens, userId: actor.userId },
        identity,
      );
      if (site.previewUrl === undefined) return { body: made };
      const address = previewAddress(site.previewUrl, undefined, made.token);
      return { body: { ...made, address } };
    },
  });
}

function commentRoutes({ hq }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${CHANGE}/comments`,
      id: "listChangeComments",
      summary: "What was said of a change request, the oldest first",
      policy: onSite("site.read"),
      input: { params: changeParams },
      answer: z.object({ contents: z.array(commentAnswer), totalCount: z.int() }),
      handle: async ({ site, params: { n } }) => {
        const change = await findChange(hq.database, site.id, n);
        const contents = [...(await listComments(hq.database, change))];
        return { body: { contents, totalCount: contents.length } };
      },
    }),
    defineRoute({
      method: "post",
      path: `${CHANGE}/comments`,
      id: "commentChange",
      summary: "Say something of a change request, of a file, a field or a line in it",
      policy: onSite("change.propose"),
      tells: "change.commented",
      input: {
        params: changeParams,
        body: z.strictObject({
          body: z.string().trim().min(1).max(10_000),
          path: z.string().max(1000).nullable().default(null),
          field: z.string().max(200).nullable().default(null),
          line: z.int().min(1).max(10_000_000).nullable().default(null),
        }),
      },
      status: 201,
      answer: commentAnswer,
      handle: async ({ site, actor, params: { n }, body }) => {
        const change = await findChange(hq.database, site.id, n);
        const said = { ...body, userId: actor.userId, createdAt: hq.now().toISOString() };
        return { body: await insertComment(hq.database, change, said) };
      },
    }),
    defineRoute({
      method: "patch",
      path: `${CHANGE}/comments/{id}`,
      id: "resolveChangeComment",
      summary: "Mark a comment as resolved, or as open again",
      policy: onSite("change.propose"),
      tells: "change.commented",
      input: {
        params: z.object({ n: z.coerce.number().int().min(1), id: z.string().max(40) }),
        body: z.strictObject({ resolved: z.boolean() }),
      },
      answer: commentAnswer,
      handle: async ({ site, params: { n, id }, body: { resolved } }) => {
        const change = await findChange(hq.database, site.id, n);
        const resolvedAt = resolved ? hq.now().toISOString() : null;
        return { body: await resolveComment(hq.database, change, { id, resolvedAt }) };
      },
    }),
  ];
}

function approveRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "post",
    path: `${CHANGE}/approve`,
    id: "approveChange",
    summary: "Approve what stands on the branch now, or ask for changes",
    policy: onSite("change.approve"),
    tells: "change.reviewed",
    input: {
      params: changeParams,
      body: z.strictObject({
        verdict: verdict.default("approved"),
        head: z.string().meta({ description: "The commit that was looked at." }),
      }),
    },
    audit: { event: "change.reviewed" },
    answer: z.object({ verdict, head: z.string() }),
    handle: async ({ site, actor, params: { n }, body }) => {
      const change = await findOpenChange(hq.database, site.id, n);
      if (change.createdBy === actor.userId && body.verdict === "approved") {
        throw new CmsError("forbidden", "Nobody approves a change request of their own.");
      }
      const { repository } = (await sites.content(site.id)).store;
      const head = await tipOf(repository, change);
      if (head !== body.head) {
        const message = "The branch has moved since you looked at it; look at it again.";
        throw new CmsError("stale", message, { details: { base: body.head, current: head } });
      }
      const review = { ...body, userId: actor.userId, createdAt: hq.now().toISOString() };
      await putReview(hq.database, change, review);
      return { body };
    },
  });
}
