import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Polls } from "../workers/polls.ts";
import { askWorker } from "./ask-worker.ts";

const text = z.string().max(4000);

const finding = z
  .object({
    id: text,
    severity: z.enum(["info", "warn", "error"]),
    projects: z.array(text).max(1000).default([]),
    evidence: z.array(text).max(1000).default([]),
    fix: text.default(""),
  })
  .meta({ id: "WorkerFinding" });

/** `/workspaces/{ws}/workers/{id}/doctor`. */
export function doctorRoute({
  hq: { database },
  hub: { polls },
}: {
  readonly hq: Hq;
  readonly hub: { readonly polls: Polls };
}): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workers/{id}/doctor",
      id: "askWorkerDoctor",
      summary: "Run the worker's diagnostics",
      policy: inWorkspace("skill.read"),
      input: { params: z.object({ id: z.string() }) },
      answer: z.object({ findings: z.array(finding) }),
      handle: async ({ workspace, params: { id } }) => {
        const place = { workspaceId: workspace.id, id };
        const answer = await askWorker({ database, polls }, place, "doctor", () => ({}));
        return { body: z.object({ findings: z.array(finding).max(1000) }).parse(answer) };
      },
    }),
  ];
}
