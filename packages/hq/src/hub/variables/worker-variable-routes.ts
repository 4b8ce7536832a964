import { isCmsError } from "@loam/cms-core";
import { parseVariableName } from "@loam/cms-core/template";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { askWorker } from "../relay/ask-worker.ts";
import { enqueueCommand, type NewCommand } from "../workers/commands.ts";
import type { Polls } from "../workers/polls.ts";
import { requireWorker, type Worker } from "../workers/workers.ts";
import { newVariable } from "./variable-shapes.ts";
import { parsePlainValue } from "./variables.ts";

const params = z.object({ id: z.string() });
const keys = params.extend({ key: z.string() });
const workerVariableSchema = z.object({
  key: z.string(),
  value: z.string().exactOptional(),
  updatedAt: z.string().exactOptional(),
});
const workerVariablesSchema = z.object({ variables: z.array(workerVariableSchema).max(5000) });
const workerVariables = z.object({
  variables: z.array(workerVariableSchema.extend({ scope: z.literal("worker") })),
  totalCount: z.number(),
  live: z.boolean().meta({ description: "False: the names that the worker reported last." }),
});
const values = z.enum(["true", "false"]).default("false").meta({
  description: "Include values. HQ asks the worker for them and does not store them.",
});
const accepted = z.object({ key: z.string(), scope: z.literal("worker") });

/** `/workspaces/{ws}/workers/{id}/variables`: stored on the worker; HQ relays changes. */
export function workerVariableRoutes({
  hq: { database, now },
  hub: { polls },
}: {
  readonly hq: Hq;
  readonly hub: { readonly polls: Polls };
}): readonly Route[] {
  async function sendToWorker(place: { workspaceId: string; id: string }, command: NewCommand) {
    await requireWorker(database, place, polls);
    await transact(database, (transaction) =>
      enqueueCommand(transaction, place.id, command, { now }),
    );
    polls.wake(place.id);
  }
  /** Returns variables with values, or undefined if the worker is offline or too old to report them. */
  async function askVariables({ workspaceId, id }: Worker) {
    try {
      const place = { workspaceId, id };
      const answer = await askWorker({ database, polls }, place, "variable.list", () => ({}));
      return workerVariablesSchema.parse(answer).variables;
    } catch (error) {
      if (isCmsError(error)) return undefined;
      throw error;
    }
  }
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workers/{id}/variables",
      id: "listWorkerVariables",
      summary:
        "List the worker's variables. Contains the names it reported last, or its current variables",
      policy: inWorkspace("skill.read"),
      input: { params, query: z.object({ values }) },
      answer: workerVariables,
      handle: async ({ workspace, params: { id }, query }) => {
        const worker = await requireWorker(database, { workspaceId: workspace.id, id }, polls);
        const isAsked = query.values === "true" && worker.state === "online";
        const reported = isAsked ? await askVariables(worker) : undefined;
        const names = (worker.facts?.variables ?? []).map((key) => ({ key }));
        const scope = { scope: "worker" } as const;
        const variables = (reported ?? names).map((one) => Object.assign(one, scope));
        const body = { variables, totalCount: variables.length, live: reported !== undefined };
        return { body };
      },
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/workers/{id}/variables/{key}",
      id: "putWorkerVariable",
      summary: "Set a variable on the worker, now or at its next request",
      policy: inWorkspace("variable.worker"),
      input: { params: keys, body: newVariable },
      audit: { event: "variable.set" },
      status: 202,
      answer: accepted,
      handle: async ({ workspace, params: { id, key }, body }) => {
        const variable = { key: parseVariableName(key), value: parsePlainValue(body.value) };
        const place = { workspaceId: workspace.id, id };
        await sendToWorker(place, { kind: "variable.put", body: variable });
        return { body: { key, scope: "worker" as const } };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/workers/{id}/variables/{key}",
      id: "deleteWorkerVariable",
      summary: "Delete a variable from the worker, now or at its next request",
      policy: inWorkspace("variable.worker"),
      input: { params: keys },
      audit: { event: "variable.deleted" },
      answer: nothing,
      handle: async ({ workspace, params: { id, key } }) => {
        const body = { key: parseVariableName(key) };
        await sendToWorker({ workspaceId: workspace.id, id }, { kind: "variable.delete", body });
        return { body: undefined };
      },
    }),
  ];
}
