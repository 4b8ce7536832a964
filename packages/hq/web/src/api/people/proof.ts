import { useSyncExternalStore } from "react";
import { RefusedError } from "../client.ts";

/** Somebody is asked to prove again who they are; what they wanted to do waits for it. */
export interface ProofRequest {
  /** Called once they did, or did not want to. */
  readonly end: (proven: boolean) => void;
}

let open: ProofRequest | undefined;
const listeners = new Set<() => void>();

/** The request that is to be answered now. */
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
 * Does what HQ may want a recent proof for: where it does, the person is asked, and then it is done.
 *
 * @throws RefusedError `reauthentication_required` when the person does not want to prove anything
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isAsked =
      error instanceof RefusedError && error.problem.code === "reauthentication_required";
    if (!isAsked || !(await askForProof())) throw error;
    return act();
  }
}

/** Asks the person to prove who they are, as a sign-in does; the session then has its full time again. */
export function askForProof(): Promise<boolean> {
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
