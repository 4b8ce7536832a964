import { isIPv4 } from "node:net";
import { CmsError, sizeOf } from "@loam/cms-core";
import { isSecretName, parseSecretName } from "@loam/cms-core/template";
import type { Request } from "express";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { sealSecret, type SecretPlace } from "../../client/seal-secret.ts";
import { inWorkspace } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import type { Polls } from "../workers/polls.ts";
import { requireWorker, type Worker } from "../workers/workers.ts";
import { askWorker } from "./ask-worker.ts";

interface SecretServices {
  readonly hq: Hq;
  readonly baseUrl: string;
  readonly hub: { readonly polls: Polls };
}

const MAX_VALUE_BYTES = 48 * 1024;
/** Maximum length of a sealed value in base64url. */
const MAX_SEALED = Math.ceil(((MAX_VALUE_BYTES + 16) * 4) / 3);

const params = z.object({ id: z.string() });
const keys = params.extend({ key: z.string() });
const base64url = z.string().regex(/^[\w-]+$/, "Must be base64url.");
const workspaceId = z.string().max(100).meta({
  description: "ID of this workspace; empty for a secret that is available in all workspaces.",
});

const body = z.strictObject({
  workspaceId,
  sealed: z
    .strictObject({ enc: base64url.length(43), ciphertext: base64url.max(MAX_SEALED) })
    .optional()
    .meta({
      description:
        "HPKE base mode to the worker's public key (X25519, HKDF-SHA256, AES-256-GCM), info `loam-secret/1`; aad: worker ID, workspace ID, and key, each prefixed with its length as two bytes.",
    }),
  value: z
    .string()
    .optional()
    .meta({ description: "Instead of `sealed`. Only over HTTPS or on the same machine." }),
});

const secretList = z.object({
  secrets: z.array(
    z.object({ key: z.string(), workspaceId: z.string(), updatedAt: z.string().optional() }),
  ),
  totalCount: z.number(),
  live: z
    .boolean()
    .meta({ description: "False: what the worker reported when it was last online." }),
});

const secretListSchema = z.object({
  secrets: z.array(
    z.object({
      key: z.string(),
      workspaceId: z.string().optional(),
      workspace_id: z.string().optional(),
      updatedAt: z.iso
        .datetime({ offset: true })
        .transform((time) => new Date(time).toISOString())
        .optional(),
    }),
  ),
});

/** `/workspaces/{ws}/workers/{id}/secrets`: names of secrets, and relaying their sealed values to the worker. */
export function secretRoutes(services: SecretServices): readonly Route[] {
  const { hq, baseUrl, hub } = services;
  const deps = { database: hq.database, polls: hub.polls };
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/workers/{id}/secrets",
      id: "listWorkerSecrets",
      summary: "List the names of the worker's secrets. Values are never returned",
      policy: inWorkspace("skill.read"),
      input: { params },
      answer: secretList,
      handle: async ({ workspace, params: { id } }) => {
        const worker = await requireWorker(
          deps.database,
          { workspaceId: workspace.id, id },
          hub.polls,
        );
        return { body: await listSecrets(deps, worker) };
      },
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/workers/{id}/secrets/{key}",
      id: "putWorkerSecret",
      summary: "Set a secret on the worker. HQ relays it without storing it",
      policy: inWorkspace("worker.manage"),
      input: { params: keys, body },
      audit: { event: "secret.set" },
      answer: nothing,
      handle: async ({ workspace, request, params: { id, key }, body: asked }) => {
        parseSecretName(key);
        requireOwn(workspace.id, asked.workspaceId);
        await askWorker(deps, { workspaceId: workspace.id, id }, "secret.put", async (worker) => {
          const place = { workerId: id, workspaceId: asked.workspaceId, key };
          const sealed =
            asked.sealed ?? (await seal(worker, place, asked.value, { request, baseUrl }));
          return { key, workspaceId: asked.workspaceId, sealed };
        });
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/workers/{id}/secrets/{key}",
      id: "deleteWorkerSecret",
      summary: "Delete a secret from the worker",
      policy: inWorkspace("worker.manage"),
      input: { params: keys, query: z.object({ workspaceId: workspaceId.default("") }) },
      audit: { event: "secret.deleted" },
      answer: nothing,
      handle: async ({ workspace, params: { id, key }, query }) => {
        requireKey(key);
        requireOwn(workspace.id, query.workspaceId);
        const secret = { key, workspaceId: query.workspaceId };
        await askWorker(deps, { workspaceId: workspace.id, id }, "secret.delete", () => secret);
        return { body: undefined };
      },
    }),
  ];
}

async function listSecrets(
  deps: { readonly database: Hq["database"]; readonly polls: Polls },
  { id, workspaceId: own, state, facts }: Worker,
): Promise<z.output<typeof secretList>> {
  const isOwn = (secret: { readonly workspaceId: string }): boolean =>
    secret.workspaceId === "" || secret.workspaceId === own;
  if (state !== "online") {
    const secrets = (facts?.secrets ?? []).filter(isOwn);
    return { secrets, totalCount: secrets.length, live: false };
  }
  const place = { workspaceId: own, id };
  const answer = secretListSchema.parse(await askWorker(deps, place, "secret.list", () => ({})));
  const secrets = answer.secrets
    .map(({ key, workspaceId: of, workspace_id, updatedAt }) => {
      return { key, workspaceId: of ?? workspace_id ?? "", updatedAt };
    })
    .filter(isOwn);
  return { secrets, totalCount: secrets.length, live: true };
}

/** Secrets whose name was reserved later can still be deleted. */
function requireKey(key: string): void {
  if (!isSecretName(key)) parseSecretName(key);
}

/** A worker can serve several workspaces. */
function requireOwn(own: string, asked: string): void {
  if (asked === "" || asked === own) return;
  throw new CmsError(
    "forbidden",
    "Secrets are set for this workspace, or for all workspaces with an empty workspaceId.",
  );
}

async function seal(
  { publicKey = "" }: Worker,
  place: SecretPlace,
  value: string | undefined,
  { request, baseUrl }: { readonly request: Request; readonly baseUrl: string },
): Promise<Awaited<ReturnType<typeof sealSecret>>> {
  if (value === undefined || value === "") {
    throw new CmsError(
      "invalid",
      "Send the secret as `sealed`, or as a `value` that is not empty.",
    );
  }
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) {
    throw new CmsError("too_large", `A secret can be up to ${sizeOf(MAX_VALUE_BYTES)}.`);
  }
  if (!baseUrl.startsWith("https:") && !isLoopback(clientAddress(request))) {
    throw new CmsError(
      "forbidden",
      "Secrets can only be sent to HQ over HTTPS or from the same machine. Otherwise, encrypt the secret with the worker's public key and send it as `sealed`.",
    );
  }
  return sealSecret(publicKey, place, value);
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return address === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}
