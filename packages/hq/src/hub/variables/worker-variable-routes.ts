import { parseVariableName } from "@loam/cms-core/template";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { enqueueCommand, type NewCommand } from "../workers/commands.ts";
import type { Polls } from "../workers/polls.ts";
import { requireWorker } from "../workers/workers.ts";
import { parsePlainValue } from "./variables.ts";

const params = z.object({ id: z.string() });
const keys = params.extend({ key: z.string() });
const accepted = z.object({ key: z.string(), scope: z.literal("worker") });

/** `/workspaces/{ws}/workers/{id}/variables`: they live on the worker, HQ tells it what to keep. */
export function workerVariableRoutes({
  hq: { database, now },
  hub: { polls },
}: {
  readonly hq: Hq;
  readonly hub: { readonly polls: Polls };
}): readonly Route[] {
  async function tell(place: { workspaceId: string; id: string }, command: NewCommand) {
    await requireWorker(database, place, polls);
    await transact(database, (transaction) =>
      enqueueCommand(transaction, place.id, command, { now }),
    );
    polls.wake(place.id);
  }
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workers/{id}/variables",
      id: "listWorkerVariables",
      summary: "The names of the worker's variables, as it told them last; it keeps their values",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: z.object({
        variables: z.array(z.object({ key: z.string(), scope: z.literal("worker") })),
        totalCount: z.number(),
      }),
      handle: async ({ workspace, params: { id } }) => {
        const place = { workspaceId: workspace.id, id };
        const { facts } = await requireWorker(database, place, polls);
        const names = facts?.variables ?? [];
        const variables = names.map((key) => ({ key, scope: "worker" as const }));
        return { body: { variables, totalCount: variables.length } };
      },
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/workers/{id}/variables/{key}",
      id: "putWorkerVariable",
      summary: "Tell the worker to keep a variable: now, or when it next asks",
      policy: inWorkspace("variable.write"),
      input: { params: keys, body: z.strictObject({ value: z.string() }) },
      audit: { event: "variable.set" },
      status: 202,
      answer: accepted,
      handle: async ({ workspace, params: { id, key }, body }) => {
        const variable = { key: parseVariableName(key), value: parsePlainValue(body.value) };
        const place = { workspaceId: workspace.id, id };
        await tell(place, { kind: "variable.put", body: variable });
        return { body: { key, scope: "worker" as const } };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/workers/{id}/variables/{key}",
      id: "deleteWorkerVariable",
      summary: "Tell the worker to forget a variable: now, or when it next asks",
      policy: inWorkspace("variable.write"),
      input: { params: keys },
      audit: { event: "variable.deleted" },
      answer: nothing,
      handle: async ({ workspace, params: { id, key } }) => {
        const body = { key: parseVariableName(key) };
        await tell({ workspaceId: workspace.id, id }, { kind: "variable.delete", body });
        return { body: undefined };
      },
    }),
  ];
}
