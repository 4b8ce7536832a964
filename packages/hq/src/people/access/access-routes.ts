import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { siteRole } from "../../api/shared-answers.ts";
import type { Hq } from "../../platform/hq.ts";
import { memberName } from "../workspaces/member-routes.ts";
import { onSite } from "../workspaces/policies.ts";
import type { Site } from "../workspaces/sites.ts";
import { grantAccess, listSiteMembers, revokeAccess } from "./site-access.ts";

const memberAnswer = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: siteRole,
    from: z.enum(["workspace", "creator", "grant", "member"]),
  })
  .meta({ id: "SiteMember" });

const everyone = z.object({ access: z.array(memberAnswer) });

/** `/sites/{site}/access`: roles of members on a site. */
export function accessRoutes({ hq }: { readonly hq: Hq }): readonly Route[] {
  const { database, now } = hq;
  const listed = async (site: Site) => ({
    body: { access: [...(await listSiteMembers(database, site))] },
  });
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/access",
      id: "listAccess",
      summary: "List everyone with access to the site, with their roles",
      policy: onSite("site.read"),
      input: {},
      answer: everyone,
      handle: ({ site }) => listed(site),
    }),
    defineRoute({
      method: "put",
      path: "/sites/{site}/access",
      id: "putAccess",
      summary: "Grant a member Can edit or Can write. `view` removes the grant",
      policy: onSite("site.access"),
      tells: "access.changed",
      input: {
        body: z.strictObject({ user: memberName, role: z.enum(["view", "write", "edit"]) }),
      },
      audit: { event: "access.granted", names: ["user", "role"] },
      sensitive: ({ body }) => body.role !== "view",
      answer: everyone,
      handle: async ({ site, body }) => {
        await grantAccess(database, { site, ...body }, { now });
        return listed(site);
      },
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/access",
      id: "removeAccess",
      summary: "Remove a grant. The query or the body names the user",
      policy: onSite("site.access"),
      tells: "access.changed",
      input: {
        query: z.object({ user: z.string().exactOptional() }),
        body: z.strictObject({ user: z.string() }).optional(),
      },
      audit: { event: "access.removed" },
      answer: nothing,
      handle: async ({ site, query, body }) => {
        const userId = body?.user ?? query.user;
        if (userId === undefined) {
          throw new CmsError("invalid", "Name the user: ?user=<id>.", {
            issues: [{ code: "invalid", field: "user", message: "The parameter user is missing." }],
          });
        }
        await revokeAccess(database, { siteId: site.id, userId });
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/access/{user}",
      id: "deleteAccess",
      summary: "Remove a grant. The member is View only afterwards",
      policy: onSite("site.access"),
      tells: "access.changed",
      input: { params: z.object({ user: z.string() }) },
      audit: { event: "access.removed" },
      answer: nothing,
      handle: async ({ site, params }) => {
        await revokeAccess(database, { siteId: site.id, userId: params.user });
        return { body: undefined };
      },
    }),
  ];
}
