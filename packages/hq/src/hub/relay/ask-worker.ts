import type { ControlDatabase } from "../../platform/db/database.ts";
import { type LiveCommands, workerOffline } from "../workers/live-commands.ts";
import type { Polls } from "../workers/polls.ts";
import { requireWorker, type Worker } from "../workers/workers.ts";

type LiveKind = Parameters<LiveCommands["ask"]>[1];

interface AskDeps {
  readonly database: ControlDatabase;
  readonly polls: Polls;
}

/**
 * Sends a live command to a worker and returns its answer.
 *
 * @throws CmsError `not_found`, `conflict`, `worker_offline`, and errors of the worker
 */
export async function askWorker(
  { database, polls }: AskDeps,
  place: { readonly workspaceId: string; readonly id: string },
  kind: LiveKind,
  bodyOf: (worker: Worker) => unknown,
): Promise<unknown> {
  const worker = await requireWorker(database, place, polls);
  // Fail fast: waiting ten seconds for an offline machine would make HQ seem slow.
  if (worker.state !== "online" && !(await polls.reach(worker.id))) throw workerOffline();
  return polls.live.ask(worker.id, kind, await bodyOf(worker));
}
