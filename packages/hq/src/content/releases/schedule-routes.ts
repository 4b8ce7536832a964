import type { Issue } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { SiteServices } from "../../sites/services.ts";

/** A problem of one entry in responses. */
export const issueAnswer: z.ZodType<IssueAnswer, IssueAnswer> = z
  .object({
    message: z.string(),
    field: z.string().exactOptional(),
    path: z.string().exactOptional(),
  })
  .meta({ id: "Issue" });

interface IssueAnswer {
  message: string;
  field?: string;
  path?: string;
}

const failureAnswer = z
  .object({
    entryId: z.string(),
    action: z.enum(["publish", "unpublish"]),
    dueAt: z.string(),
    failedAt: z.string().meta({ description: "Time of the last attempt." }),
    issues: z.array(issueAnswer),
  })
  .meta({ id: "ScheduleFailure" });

/** `/sites/{site}/schedule`: scheduled actions that failed. */
export function scheduleRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/schedule",
      id: "getSchedule",
      summary: "List upcoming schedules, and failed ones that are retried",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({ nextDueAt: z.string().nullable(), failures: z.array(failureAnswer) }),
      handle: async ({ site }) => {
        const { index } = await sites.content(site.id);
        const failures = await listFailures(hq.database, site.id);
        return {
          body: {
            nextDueAt: (await index.nextDue(hq.now()))?.toISOString() ?? null,
            failures: failures.map((failure) =>
              Object.assign({}, failure, { issues: [...failure.issues] }),
            ),
          },
        };
      },
    }),
  ];
}

/** A due time and the reasons why the scheduled action failed. */
export interface ScheduleFailure {
  readonly entryId: string;
  readonly action: "publish" | "unpublish";
  /** The scheduled time. */
  readonly dueAt: string;
  /** The time of the last attempt. */
  readonly failedAt: string;
  readonly issues: readonly Pick<Issue, "message" | "field" | "path">[];
}

const issuesSchema = z.array(
  z.object({
    message: z.string(),
    field: z.string().exactOptional(),
    path: z.string().exactOptional(),
  }),
);

/** Formats the parts of issues that are stored and shown. */
export function printIssues(issues: ScheduleFailure["issues"]): string {
  return JSON.stringify(issuesSchema.parse(issues));
}

export function parseIssues(text: string): ScheduleFailure["issues"] {
  return issuesSchema.parse(JSON.parse(text));
}

/** Lists the current failures of a site, longest due first. */
export async function listFailures(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly ScheduleFailure[]> {
  const rows = await database
    .selectFrom("schedule_failures")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("due_at")
    .orderBy("entry_id")
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    action: row.action,
    dueAt: row.due_at,
    failedAt: row.failed_at,
    issues: parseIssues(row.issues),
  }));
}

/** Replaces all recorded failures: the others succeeded or are no longer scheduled. */
export async function replaceFailures(
  database: ControlDatabase,
  siteId: string,
  failures: readonly (Omit<ScheduleFailure, "issues"> & { readonly issues: readonly Issue[] })[],
): Promise<void> {
  await transact(database, async (transaction) => {
    await transaction.deleteFrom("schedule_failures").where("site_id", "=", siteId).execute();
    for (const { entryId, action, dueAt, failedAt, issues } of failures) {
      await transaction
        .insertInto("schedule_failures")
        .values({
          site_id: siteId,
          entry_id: entryId,
          action,
          due_at: dueAt,
          failed_at: failedAt,
          issues: printIssues(issues),
        })
        .execute();
    }
  });
}
