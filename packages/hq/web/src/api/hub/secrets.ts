import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq } from "../client.ts";
import { useHubMutation, useHubQuery } from "./hub-query.ts";
import type { Worker } from "./workers.ts";

export interface SecretName {
  readonly key: string;
  /** Empty: available in every workspace of the worker. */
  readonly workspaceId: string;
  readonly updatedAt?: string;
}

export interface SecretNames {
  readonly secrets: readonly SecretName[];
  /** False if this is the last state reported before the worker went offline. */
  readonly live: boolean;
}

/** Loads the names of a worker's secrets. Their values are never returned. */
export function useSecrets(workerId: string): UseQueryResult<SecretNames> {
  return useHubQuery(["secrets", workerId], (ws) =>
    readData(
      hq.GET("/workspaces/{ws}/workers/{id}/secrets", { params: { path: { ws, id: workerId } } }),
    ),
  );
}

interface SecretWish {
  readonly worker: Pick<Worker, "id" | "publicKey">;
  readonly workspaceId: string;
  readonly key: string;
  /** Removes the value from the page and returns it. The caller then has the only copy. */
  readonly takeValue: () => string;
}

/** Returns whether this page can encrypt. Web Crypto requires HTTPS or localhost. */
export function canEncrypt(): boolean {
  return isSecureContext;
}

/**
 * Encrypts a secret to its worker's key in this browser and sends it through HQ. The plain value is never sent or
 * stored, not even in the mutation's variables.
 */
export function usePutSecret(): UseMutationResult<void, Error, SecretWish> {
  return useHubMutation(
    async (ws, { worker: { id, publicKey = "" }, workspaceId, key, takeValue }) => {
      const { sealSecret } = await import("@loam/hq/seal");
      const sealed = await sealSecret(publicKey, { workerId: id, workspaceId, key }, takeValue());
      const params = { path: { ws, id, key } };
      const body = { workspaceId, sealed };
      await expectSuccess(hq.PUT("/workspaces/{ws}/workers/{id}/secrets/{key}", { params, body }));
    },
    CHANGES,
  );
}

interface DeleteWish {
  readonly workerId: string;
  readonly workspaceId: string;
  readonly key: string;
}

export function useDeleteSecret(): UseMutationResult<void, Error, DeleteWish> {
  return useHubMutation((ws, { workerId: id, workspaceId, key }) => {
    const params = { path: { ws, id, key }, query: { workspaceId } };
    return expectSuccess(hq.DELETE("/workspaces/{ws}/workers/{id}/secrets/{key}", { params }));
  }, CHANGES);
}

const CHANGES = [["secrets"], ["readiness"], ["workers"], ["worker"]];
