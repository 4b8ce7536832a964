import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { listFailures } from "./schedule-failures.ts";

/** What is wrong with one entry, as people are told. */
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
    failedAt: z.string().meta({ description: "When it was tried last." }),
    issues: z.array(issueAnswer),
  })
  .meta({ id: "ScheduleFailure" });

/** `/sites/{site}/schedule`: what was to happen and could not. */
export function scheduleRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/schedule",
      id: "getSchedule",
      summary: "When something is due next, and the schedules that failed and are tried again",
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
