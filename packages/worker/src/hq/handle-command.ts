import { CmsError, type ErrorCode, isCmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Readiness } from "../preflight/check-requirements.ts";
import type { LocalRunner } from "../runner/local-runner.ts";
import { parseRunOrder } from "../runner/run-order.ts";
import type { WorkerKeyPair } from "../secrets/key-pair.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { handleOnce } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";
import { readRun } from "../state/runs.ts";
import { deleteVariable, putVariable } from "../variables/worker-variables.ts";
import type { CheckOrder } from "./open-worker.ts";
import type { RunReports } from "./run-reports.ts";
import type { HqCommand } from "./worker-api.ts";

/** A project as sent by HQ. */
export interface DeployedProject {
  readonly id: string;
  readonly name: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** What HQ's commands work with. */
export interface CommandServices {
  readonly workerId: string;
  readonly workspaceId: string;
  readonly state: WorkerState;
  readonly secrets: Secrets;
  readonly keyPair: WorkerKeyPair;
  readonly runner: LocalRunner;
  readonly check: (order: CheckOrder) => Promise<Readiness>;
  readonly doctor: () => Promise<readonly object[]>;
  readonly deploy: (project: DeployedProject) => Promise<void>;
  readonly undeploy: (projectId: string) => Promise<void>;
  readonly tellEnd: RunReports["reportEnd"];
  /** Logs a message for the worker's operator. */
  readonly log: (message: string) => void;
}

const KEY = z.string().regex(/^\w{1,128}$/);
const VARIABLE = z.object({ key: KEY, value: z.string() });
const START = z.object({
  run: z.looseObject({ id: z.string(), skill: z.looseObject({ name: z.string() }) }),
});
const PROJECT_ID = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
const DEPLOY = z.object({
  project: z.object({
    id: PROJECT_ID,
    name: z.string(),
    manifest: z.record(z.string(), z.unknown()),
  }),
});
const UNDEPLOY = z.object({ project: z.object({ id: PROJECT_ID }) });

/** Temporary errors: HQ is unreachable, another process holds a lock, the disk is full. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([
  "source_unreachable",
  "unavailable",
  "storage_failed",
  "insufficient_storage",
]);

/** Whether a retry might succeed. Unknown errors count as temporary: they reveal nothing about the request. */
export function isTemporary(error: unknown): boolean {
  return isCmsError(error) ? PASSING.has(error.code) : !(error instanceof z.ZodError);
}

/**
 * Runs a queued command once, even across restarts. A command that can never succeed is logged for the operator and
 * skipped, so that later ones don't wait for it.
 *
 * @throws errors for which `mayPass` is true; the command is then retried
 */
export async function handleQueued(services: CommandServices, command: HqCommand): Promise<void> {
  const { state, workerId, log } = services;
  const sequence = command.sequence ?? 0;
  const once = (work: () => void): void => void handleOnce(state, { workerId, sequence }, work);
  try {
    await doQueued(services, command, once);
  } catch (error) {
    if (isTemporary(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log(`The command ${command.kind} from HQ failed: ${reason}`);
    once(() => undefined);
  }
}

async function doQueued(
  { state, runner, workerId, workspaceId, deploy, undeploy, tellEnd }: CommandServices,
  { kind, body }: HqCommand,
  once: (work: () => void) => void,
): Promise<void> {
  switch (kind) {
    case "variable.put": {
      const variable = VARIABLE.parse(body);
      once(() => void putVariable(state, { ...variable, at: new Date() }));
      return;
    }
    case "variable.delete": {
      const { key } = z.object({ key: KEY }).parse(body);
      once(() => void deleteVariable(state, key));
      return;
    }
    case "run.start": {
      const { run } = START.parse(body);
      // A key gives access to one workspace, so HQ cannot name the secrets of another.
      const order = parseRunOrder({
        // An older HQ has no reviews.
        reviewed: false,
        ...withoutNulls(run),
        skill: { version: null, ...run.skill },
        workspaceId,
      });
      once(() => runner.takeOn(order, workerId));
      await runner.resume();
      return;
    }
    case "run.cancel": {
      const { runId } = z.object({ runId: z.string() }).parse(body);
      await tellEnd(runId);
      if (readRun(state, runId)?.workerId === workerId) await runner.cancelRun(runId);
      once(() => undefined);
      return;
    }
    case "deploy": {
      await deploy(DEPLOY.parse(body).project);
      once(() => undefined);
      return;
    }
    case "undeploy": {
      await undeploy(UNDEPLOY.parse(body).project.id);
      once(() => undefined);
      return;
    }
    default:
      throw new CmsError("invalid", "this worker version does not support it.");
  }
}

/** HQ can send null for an absent value. */
function withoutNulls(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
}
