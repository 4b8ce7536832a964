import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { openState, type WorkerState } from "./open-state.ts";

/** Opens the state of a new worker, removed when the test ends. */
export async function temporaryState(): Promise<WorkerState> {
  const state = openState(await temporaryFolder("worker-state"));
  onTestFinished(() => state.close());
  return state;
}
