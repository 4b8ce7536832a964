import { z } from "zod";
import { instanceAdmin } from "../../api/policy.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import { inWorkspace, onSite } from "../workspaces/policies.ts";
import { type AuditLog, listAudit, type ListAudit } from "./audit-log.ts";

const recordAnswer = z
  .object({
    seq: z.int(),
    at: z.string(),
    event: z.string(),
    outcome: z.string().meta({ description: "`allowed`, or the code of the error." }),
    times: z.int().meta({ description: "How many it stands for; refusals are counted." }),
    userId: z.string().nullable(),
    credential: z.string().nullable(),
    address: z.string(),
    workspaceId: z.string().nullable(),
    siteId: z.string().nullable(),
    target: z.record(z.string(), z.string()),
    hash: z.string(),
  })
  .meta({ id: "AuditRecord" });

/** The largest number that PostgreSQL gives a record. */
const MAX_SEQ = 2_147_483_647;

const query = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  before: z.coerce.number().int().min(1).max(MAX_SEQ).optional(),
});

const answer = z.object({
  records: z.array(recordAnswer),
  next: z.int().nullable().meta({ description: "`before` of the next page." }),
});

/** What people did and tried: of a site, of a workspace, of the instance. */
export function auditRoutes({
  hq: { database },
  audit,
}: {
  readonly hq: Hq;
  readonly audit: AuditLog;
}): readonly Route[] {
  const page = async (of: Omit<ListAudit, "before">, before: number | undefined) => {
    await audit.flush();
    const records = await listAudit(database, { ...of, ...(before !== undefined && { before }) });
    const next = records.length === of.limit ? (records.at(-1)?.seq ?? null) : null;
    return { body: { records: [...records], next } };
  };
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/audit",
      id: "listSiteAudit",
      summary: "Sensitive acts on the site, the newest first",
      policy: onSite("site.audit"),
      input: { query },
      answer,
      handle: ({ site, query: { limit, before } }) => page({ siteId: site.id, limit }, before),
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/audit",
      id: "listWorkspaceAudit",
      summary: "Sensitive acts in the workspace and on its sites, the newest first",
      policy: inWorkspace("workspace.audit"),
      input: { query },
      answer,
      handle: ({ workspace, query: { limit, before } }) =>
        page({ workspaceId: workspace.id, limit }, before),
    }),
    defineRoute({
      method: "get",
      path: "/audit",
      id: "listAudit",
      summary: "Sensitive acts on the whole instance, the newest first",
      policy: instanceAdmin,
      input: { query },
      answer,
      handle: ({ query: { limit, before } }) => page({ limit }, before),
    }),
  ];
}
