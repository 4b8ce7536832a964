import { useSyncExternalStore } from "react";
import { RefusedError } from "./client.ts";

/** A pending request to confirm the user's identity. The action that needs it waits. */
export interface ProofRequest {
  /** Called when the user has confirmed or canceled. */
  readonly end: (proven: boolean) => void;
}

let open: ProofRequest | undefined;
const listeners = new Set<() => void>();

/** Returns the current request, if any. */
export function useProofRequest(): ProofRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

/**
 * Runs an action that can require a recent proof of identity. If so, asks the user and runs it again.
 *
 * @throws RefusedError `reauthentication_required` if the user cancels
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isAsked =
      error instanceof RefusedError && error.problem.code === "reauthentication_required";
    if (!isAsked || !(await requestProof())) throw error;
    return act();
  }
}

/** Asks the user to confirm their identity as in a sign-in, which also renews the session's lifetime. */
export function requestProof(): Promise<boolean> {
  open?.end(false);
  return new Promise((resolve) => {
    show({
      end(proven) {
        show(undefined);
        resolve(proven);
      },
    });
  });
}

function show(request: ProofRequest | undefined): void {
  open = request;
  for (const listener of listeners) listener();
}
