import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { answer, done, hq } from "../client.ts";
import { useHubAct, useHubQuery } from "./hub-query.ts";
import type { Worker } from "./workers.ts";

export interface SecretName {
  readonly key: string;
  /** Empty: in every workspace of the worker. */
  readonly workspaceId: string;
  readonly updatedAt?: string;
}

export interface SecretNames {
  readonly secrets: readonly SecretName[];
  /** False: what the worker told when it was last there. */
  readonly live: boolean;
}

/** The names of a worker's secrets; nobody is told a value. */
export function useSecrets(workerId: string): UseQueryResult<SecretNames> {
  return useHubQuery(["secrets", workerId], (ws) =>
    answer(
      hq.GET("/workspaces/{ws}/workers/{id}/secrets", { params: { path: { ws, id: workerId } } }),
    ),
  );
}

interface SecretWish {
  readonly worker: Pick<Worker, "id" | "publicKey">;
  readonly workspaceId: string;
  readonly key: string;
  /** Takes the value out of the page: it is nowhere but in here from then on. */
  readonly takeValue: () => string;
}

/** Whether this page can seal: browsers give pages of plain http no cryptography, except on this machine. */
export function canSeal(): boolean {
  return isSecureContext;
}

/**
 * Seals a secret to its worker's key in this browser, and has HQ pass it on. The value is never sent, and never kept: not
 * in what this remembers of the act either.
 */
export function usePutSecret(): UseMutationResult<void, Error, SecretWish> {
  return useHubAct(async (ws, { worker: { id, publicKey = "" }, workspaceId, key, takeValue }) => {
    const { sealSecret } = await import("@loam/hq/seal");
    const sealed = await sealSecret(publicKey, { workerId: id, workspaceId, key }, takeValue());
    const params = { path: { ws, id, key } };
    const body = { workspaceId, sealed };
    await done(hq.PUT("/workspaces/{ws}/workers/{id}/secrets/{key}", { params, body }));
  }, CHANGES);
}

interface DeleteWish {
  readonly workerId: string;
  readonly workspaceId: string;
  readonly key: string;
}

export function useDeleteSecret(): UseMutationResult<void, Error, DeleteWish> {
  return useHubAct((ws, { workerId: id, workspaceId, key }) => {
    const params = { path: { ws, id, key }, query: { workspaceId } };
    return done(hq.DELETE("/workspaces/{ws}/workers/{id}/secrets/{key}", { params }));
  }, CHANGES);
}

const CHANGES = [["secrets"], ["readiness"], ["workers"], ["worker"]];
