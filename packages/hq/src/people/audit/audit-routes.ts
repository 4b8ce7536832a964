import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { instanceAdmin } from "../../api/policy.ts";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import { inWorkspace, onSite } from "../workspaces/policies.ts";
import { type AuditLog, listAudit, type ListAudit } from "./audit-log.ts";

const recordAnswer = z
  .object({
    seq: z.int(),
    at: z.string(),
    event: z.string(),
    outcome: z.string().meta({ description: "`allowed`, or the error code." }),
    times: z.int().meta({
      description: "Number of requests. Denied requests are counted, not recorded one by one.",
    }),
    userId: z.string().nullable(),
    userName: z.string().nullable().meta({ description: "Null if the account was deleted." }),
    credential: z.string().nullable(),
    address: z.string(),
    workspaceId: z.string().nullable(),
    siteId: z.string().nullable(),
    target: z.record(z.string(), z.string()),
    hash: z.string(),
  })
  .meta({ id: "AuditRecord" });

/** The largest integer that PostgreSQL stores as a sequence number. */
const MAX_SEQ = 2_147_483_647;

const query = z.object({
  ...pageQuery,
  limit: z.coerce.number().int().min(1).max(500).default(100),
  event: z
    .string()
    .regex(/^[a-z-]{1,50}(?:\.[a-z-]{1,50})?$/)
    .exactOptional()
    .meta({ description: "`read-key.created`, or `read-key` for all events of API keys." }),
  user: z.string().max(100).exactOptional(),
  outcome: z.enum(["allowed", "refused"]).exactOptional(),
  from: z.iso.datetime().exactOptional(),
  until: z.iso.datetime().exactOptional(),
});

const answer = z
  .object({
    records: z.array(recordAnswer),
    cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
  })
  .meta({ id: "AuditRecordList" });

/** Parses the sequence number of the last record on the previous page. */
function readCursor(text: string): number {
  const seq = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (seq >= 1 && seq <= MAX_SEQ) return seq;
  throw new CmsError("invalid_cursor", "The cursor is not from this list.");
}

/** The audit logs of a site, a workspace, and the instance. */
export function auditRoutes({
  hq: { database },
  audit,
}: {
  readonly hq: Hq;
  readonly audit: AuditLog;
}): readonly Route[] {
  const page = async (
    of: Pick<ListAudit, "siteId" | "workspaceId">,
    { limit, cursor, user, ...filter }: z.output<typeof query>,
  ) => {
    await audit.flush();
    const before = cursor === undefined ? {} : { before: readCursor(cursor) };
    // One extra record shows whether there is another page.
    const wanted = { ...of, ...filter, userId: user, limit: limit + 1, ...before };
    const found = await listAudit(database, wanted);
    const records = found.slice(0, limit);
    const last = found.length > limit ? records.at(-1) : undefined;
    return { body: { records, ...(last !== undefined && { cursor: String(last.seq) }) } };
  };
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/audit",
      id: "listSiteAudit",
      summary: "List audit records of the site, newest first",
      policy: onSite("site.audit"),
      input: { query },
      answer,
      handle: ({ site, query: filter }) => page({ siteId: site.id }, filter),
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/audit",
      id: "listWorkspaceAudit",
      summary: "List audit records of the workspace and its sites, newest first",
      policy: inWorkspace("workspace.audit"),
      input: { query },
      answer,
      handle: ({ workspace, query: filter }) => page({ workspaceId: workspace.id }, filter),
    }),
    defineRoute({
      method: "get",
      path: "/audit",
      id: "listAudit",
      summary: "List audit records of the instance, newest first",
      policy: instanceAdmin,
      input: { query },
      answer,
      handle: ({ query: filter }) => page({}, filter),
    }),
  ];
}
