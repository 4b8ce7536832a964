import { setImmediate } from "node:timers/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { deleteSecret, listSecrets, putSecret } from "../secrets/secrets.ts";
import { listVariables } from "../variables/worker-variables.ts";
import type { CommandServices } from "./handle-command.ts";
import { listRunArtifacts, readArtifact } from "./live-artifacts.ts";
import { addToMemory, changeInMemory, deleteFromMemory, searchMemory } from "./live-memory.ts";
import type { HqCommand } from "./worker-api.ts";

type Answer = (services: CommandServices, body: unknown) => object | Promise<object>;

/** Handlers of HQ's live requests by kind. Each throws `ZodError` for an invalid body. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "secret.put": storeSecret,
  "secret.delete": removeSecret,
  "secret.list": ({ secrets, workspaceId }) => ({
    secrets: listSecrets(secrets).filter((key) => ["", workspaceId].includes(key.workspaceId)),
  }),
  "variable.list": ({ state }) => ({
    variables: listVariables(state).map(({ key, value, updatedAt }) => ({ key, value, updatedAt })),
  }),
  "memory.search": searchMemory,
  "memory.add": addToMemory,
  "memory.change": changeInMemory,
  "memory.delete": deleteFromMemory,
  "artifact.list": listRunArtifacts,
  "artifact.read": readArtifact,
  check: checkSkills,
  doctor: async ({ doctor }) => ({ findings: await doctor() }),
};

/** Handles a request that HQ waits for. @returns its result */
export async function answerLive(
  services: CommandServices,
  { kind, body }: HqCommand,
): Promise<object> {
  const answer = Object.hasOwn(ANSWERS, kind) ? ANSWERS[kind] : undefined;
  if (answer !== undefined) return answer(services, body);
  throw new CmsError("invalid", `This worker does not support ${kind}.`);
}

const SECRET = z.object({ key: z.string(), workspaceId: z.string() });
const SEALED = SECRET.extend({ sealed: z.object({ enc: z.string(), ciphertext: z.string() }) });

async function storeSecret(
  { workerId, workspaceId, keyPair, secrets }: CommandServices,
  body: unknown,
): Promise<object> {
  const place = SEALED.parse(body);
  requireOwn(workspaceId, place.workspaceId);
  const value = await keyPair.openSealed(place.sealed, { workerId, ...place });
  const { key } = place;
  return putSecret(secrets, { key, workspaceId: place.workspaceId, value, at: new Date() });
}

function removeSecret({ workspaceId, secrets }: CommandServices, body: unknown): object {
  const place = SECRET.parse(body);
  requireOwn(workspaceId, place.workspaceId);
  return { deleted: deleteSecret(secrets, place) };
}

function requireOwn(workspaceId: string, wanted: string): void {
  if (wanted === "" || wanted === workspaceId) return;
  throw new CmsError(
    "forbidden",
    "A workspace can only set its own secrets and those of the whole worker.",
  );
}

const NAMES = z.array(z.string()).default([]);
const REQUIRES = z.object({
  mcpServers: NAMES,
  cliTools: NAMES,
  anyCliTools: z.array(z.array(z.string())).default([]),
  envVars: NAMES,
});

const CHECK = z.object({
  skills: z
    .array(
      z.object({
        name: z.string(),
        version: z.int().positive().nullish(),
        // Omitted by an older HQ, and for a skill that HQ cannot read.
        requires: REQUIRES.exactOptional(),
      }),
    )
    .max(5000),
  variables: z.array(
    z.object({
      key: z.string().regex(/^\w{1,128}$/),
      value: z.string(),
      scope: z.enum(["workspace", "project", "workflow", "worker"]),
    }),
  ),
  precedence: z.enum(["worker-last", "workflow-last"]).default("worker-last"),
});

export async function checkSkills(
  { check, workspaceId, workerId }: Pick<CommandServices, "check" | "workspaceId" | "workerId">,
  body: unknown,
): Promise<object> {
  const { skills, variables, precedence } = CHECK.parse(body);
  const checked: object[] = [];
  for (const { name, version = null, ...rest } of skills) {
    const skill = { name, version };
    try {
      const order = { skill, ...rest, workspaceId, workerId, variables, precedence };
      checked.push({ ...skill, ...(await check(order)) });
    } catch (error) {
      if (!isCmsError(error)) throw error;
      const items = [{ kind: "skill", name, status: "missing", detail: error.message }];
      checked.push({ ...skill, ready: false, items });
    }
    // There may be thousands: yields to runs, other requests, and the connection to HQ.
    await setImmediate();
  }
  return { skills: checked };
}
