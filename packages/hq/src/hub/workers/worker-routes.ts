import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { waitForOthers } from "../../platform/db/wait-for-others.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Polls } from "./polls.ts";
import { workerFacts, type WorkerFacts } from "./worker-facts.ts";
import { SHARED_TTL_MS } from "./worker-keys.ts";
import type { WorkerNotifier } from "./worker-notifier.ts";
import {
  findWorker,
  inviteWorker,
  listWorkers,
  renameWorker,
  revokeWorker,
  type Worker,
} from "./workers.ts";

/** Dependencies of worker routes. */
export interface WorkerServices {
  readonly hq: Hq;
  readonly hub: {
    readonly polls: Polls;
    readonly notifier: Pick<WorkerNotifier, "lastKnock">;
    /** Ends a worker's runs in the transaction that revokes it. */
    readonly endRunsOf: (transaction: ControlDatabase, workerId: string) => Promise<void>;
  };
}

const workerAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(["pending", "online", "offline", "revoked"]),
    createdAt: z.string(),
    registeredAt: z.string().optional(),
    expiresAt: z
      .string()
      .optional()
      .meta({ description: "For a pending worker: time by which it must register." }),
    lastSeenAt: z.string().optional(),
    revokedAt: z.string().optional(),
    agent: z.string().optional(),
    version: z.string().optional(),
    publicKey: z
      .string()
      .optional()
      .meta({ description: "X25519 public key that secrets are encrypted with, base64url." }),
    fingerprint: z
      .string()
      .optional()
      .meta({ description: "Fingerprint of that key. Compare it with the one the worker shows." }),
    facts: workerFacts.optional(),
    lastKnock: z.object({ at: z.string(), problem: z.string().optional() }).optional().meta({
      description: "Time of HQ's last wake-up request to the worker's URL, and why it failed.",
    }),
  })
  .meta({ id: "Worker" });

const params = z.object({ id: z.string() });
const name = z.string().trim().min(1).max(100);

/** `/workspaces/{ws}/workers`: machines that run skills. */
export function workerRoutes({ hq, hub }: WorkerServices): readonly Route[] {
  const { database, now } = hq;
  const { polls, notifier } = hub;
  const describe = ({ workspaceId, ...worker }: Worker) => {
    const lastKnock = notifier.lastKnock(worker.id);
    return {
      ...worker,
      ...(worker.facts !== undefined && { facts: factsFor(workspaceId, worker.facts) }),
      ...(lastKnock !== undefined && { lastKnock }),
    };
  };
  const one = async (workspaceId: string, id: string) =>
    describe(await findWorker(database, { workspaceId, id }, polls));
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workers",
      id: "listWorkers",
      summary: "List the workers of the workspace and whether they are online",
      policy: inWorkspace("skill.read"),
      input: {},
      answer: z.object({ workers: z.array(workerAnswer) }),
      handle: async ({ workspace }) => ({
        body: { workers: (await listWorkers(database, workspace.id, polls)).map(describe) },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/workspaces/{ws}/workers",
      id: "createWorker",
      summary:
        "Create a worker. The response contains its registration token, which is shown only once",
      policy: inWorkspace("worker.manage"),
      sensitive: true,
      input: { body: z.strictObject({ name }) },
      audit: { event: "worker.created" },
      status: 201,
      answer: z
        .object({ id: z.string(), token: z.string(), expiresAt: z.string() })
        .meta({ id: "CreatedWorker" }),
      handle: async ({ workspace, actor, body }) => {
        const place = { workspaceId: workspace.id, name: body.name, by: actor.userId };
        return { body: await inviteWorker(database, place, { now }) };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workers/{id}",
      id: "getWorker",
      summary: "Get a worker and what it last reported",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: workerAnswer,
      handle: async ({ workspace, params: { id } }) => ({ body: await one(workspace.id, id) }),
    }),
    defineRoute({
      method: "patch",
      path: "/workspaces/{ws}/workers/{id}",
      id: "updateWorker",
      summary: "Rename a worker",
      policy: inWorkspace("worker.manage"),
      input: { params, body: z.strictObject({ name }) },
      audit: { event: "worker.changed" },
      answer: workerAnswer,
      handle: async ({ workspace, params: { id }, body }) => {
        await one(workspace.id, id);
        await renameWorker(database, id, body.name);
        return { body: await one(workspace.id, id) };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/workers/{id}",
      id: "revokeWorker",
      summary: "Revoke a worker. Its key stops working and its runs end",
      policy: inWorkspace("worker.manage"),
      input: { params },
      audit: { event: "worker.revoked" },
      answer: nothing,
      handle: async ({ workspace, params: { id } }) => {
        await one(workspace.id, id);
        await transact(database, async (transaction) => {
          await hub.endRunsOf(transaction, id);
          await revokeWorker(transaction, id, { now });
        });
        polls.drop(id);
        await waitForOthers(database, { maxAgeMs: SHARED_TTL_MS });
        return { body: undefined };
      },
    }),
  ];
}

/** Omits the secrets of other workspaces that the worker serves. */
function factsFor(workspaceId: string, facts: WorkerFacts): WorkerFacts {
  if (facts.secrets === undefined) return facts;
  const secrets = facts.secrets.filter((secret) => ["", workspaceId].includes(secret.workspaceId));
  return { ...facts, secrets };
}
