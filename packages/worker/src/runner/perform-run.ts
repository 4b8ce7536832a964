import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isCmsError, countOf, sizeOf } from "@loam/cms-core";
import { expandTemplate, templateNames } from "@loam/cms-core/template";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import { createMask } from "../mask/mask.ts";
import type { Readiness } from "../preflight/check-requirements.ts";
import { runEnvironment } from "../secrets/run-environment.ts";
import { allSecretValues, type Secrets, sessionSecrets } from "../secrets/secrets.ts";
import { readLocalSkill } from "../skills/local-skills.ts";
import type { WorkerState } from "../state/open-state.ts";
import { changeRun, type RunChange, type RunState } from "../state/runs.ts";
import { resolveRunVariables, valuesOf } from "../variables/run-variables.ts";
import { listVariables } from "../variables/worker-variables.ts";
import { agentCommand } from "./agents.ts";
import { identifyProcess } from "./process-tree.ts";
import { noteChild, takeDirectory } from "./run-claims.ts";
import { createRunLog } from "./run-log.ts";
import type { RunOrder } from "./run-order.ts";
import { type ProcessEnd, type ProcessJob, runProcess } from "./run-process.ts";
import { openWorkDirectory } from "./work-directory.ts";

/** What runs are done with. */
export interface RunServices {
  readonly config: WorkerConfig;
  readonly state: WorkerState;
  readonly secrets: Secrets;
  /** Of the worker; a run gets little of it. */
  readonly environment: Environment;
  /** Brings the version of the skill that is asked for here. @throws CmsError */
  readonly prepare: (order: RunOrder, signal: AbortSignal) => Promise<void>;
  /** @throws CmsError `not_found` when the skill is not here */
  readonly check: (order: RunOrder, signal: AbortSignal) => Promise<Readiness>;
}

/** One run that is under way. */
export interface RunWork {
  readonly order: RunOrder;
  /** Aborted with the state that the run ends in. */
  readonly signal: AbortSignal;
  /** What it requires was found when it was taken on. */
  readonly isChecked: boolean;
  readonly logPath: string;
  readonly logAdded: () => void;
  readonly changed: () => void;
}

/** How a run ended. */
interface Outcome {
  readonly state: RunState;
  readonly exitCode?: number;
  readonly reason?: string;
  readonly items?: Readiness["items"];
}

/** Does a run from where it was taken on to its end, which it returns; what goes wrong is the reason of that end. */
export async function performRun(services: RunServices, work: RunWork): Promise<RunChange> {
  const { state, exitCode, reason, items } = await outcomeOf(services, work);
  return {
    state,
    endedAt: new Date().toISOString(),
    ...(exitCode !== undefined && { exitCode }),
    ...(reason !== undefined && {
      reason: createMask(allSecretValues(services.secrets)).maskText(reason),
    }),
    ...(items !== undefined && { items: JSON.stringify(items) }),
  };
}

async function outcomeOf(services: RunServices, work: RunWork): Promise<Outcome> {
  const { order, signal } = work;
  const folder = join(services.config.home, "runs", order.id);
  try {
    let refused = await bring(services, work);
    if (refused !== undefined) return refused;
    const directory = openWorkDirectory(services, order);
    if (!takeDirectory(services.state, order.id, directory)) {
      await waitForDirectory(services.state, work, directory);
      // Meanwhile another version may have taken its place.
      refused = await bring(services, work);
      if (refused !== undefined) return refused;
    }
    signal.throwIfAborted();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await start(services, work, { folder, directory });
  } catch (error) {
    if (signal.aborted) return stopped(signal);
    if (!isCmsError(error)) throw error;
    return { state: "failed", reason: error.message };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the skill that is asked for in its place. @returns how the run ends where this machine cannot do it */
async function bring(
  { prepare, check }: RunServices,
  { order, signal, isChecked }: RunWork,
): Promise<Outcome | undefined> {
  await prepare(order, signal);
  if (isChecked) return undefined;
  const { ready, items } = await check(order, signal);
  if (!ready) return { state: "refused", items, reason: unmet(order, items) };
  // The check may have asked HQ; meanwhile another version may have taken its place.
  await prepare(order, signal);
  return undefined;
}

/** What is missing, as a sentence for each skill. */
export function unmet(order: RunOrder, items: Readiness["items"]): string {
  const missing = items.filter(({ status }) => status !== "ok");
  const bySkill = Map.groupBy(missing, ({ skill = order.skill.name }) => skill);
  const sentences = Array.from(bySkill, ([skill, of]) => {
    return `${skill} needs what is not here: ${of.map(({ name }) => name).join(", ")}.`;
  });
  return sentences.join(" ");
}

function stopped(signal: AbortSignal): Outcome {
  return signal.reason === "lost"
    ? { state: "lost", reason: "The worker was stopped." }
    : { state: "cancelled" };
}

/** Another process may have it: nobody tells when it lets go. */
const DIRECTORY_POLL_MS = 200;

/** @throws when the signal aborts */
async function waitForDirectory(
  state: WorkerState,
  { order, signal }: RunWork,
  directory: string,
): Promise<void> {
  do await wait(DIRECTORY_POLL_MS, undefined, { signal });
  while (!takeDirectory(state, order.id, directory));
}

interface Surroundings {
  readonly folder: string;
  readonly directory: string;
}

async function start(
  { config, state, secrets, environment }: RunServices,
  work: RunWork,
  { folder, directory }: Surroundings,
): Promise<Outcome> {
  const { order, signal } = work;
  const { body } = readLocalSkill(config.skillsFolder, order.skill.name);
  const own = listVariables(state);
  const resolved = resolveRunVariables(order.variables, own, order.precedence);
  const variables = valuesOf(resolved);
  const { argv, input } = await agentCommand(config.agent, { body, variables, folder });
  const prompt = expandTemplate(body, variables);
  const given = sessionSecrets(secrets, order.workspaceId);
  // With what it is given: another process may replace a secret at any instant.
  const mask = createMask([...given.values(), ...allSecretValues(secrets)]);
  // Before it starts: a run of which nobody knows whether it began is never begun again.
  changeRun(state, order.id, {
    state: "running",
    workDir: directory,
    startedAt: new Date().toISOString(),
    promptHash: createHash("sha256").update(prompt).digest("hex"),
    ownVariables: JSON.stringify(
      templateNames(body).filter((name) => resolved.get(name)?.scope === "worker"),
    ),
  });
  work.changed();
  const log = await createRunLog(work.logPath, { mask, added: work.logAdded });
  const job: ProcessJob = {
    runId: order.id,
    argv,
    input,
    folder: directory,
    environment: runEnvironment(config, {
      environment,
      secrets: given,
      runId: order.id,
    }),
    limits: order.limits,
    signal,
    started: (pid) => noteChild(state, order.id, identifyProcess(pid)),
    output: log.take,
  };
  const end = await runProcess(job).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  const { reason, ...outcome } = withCut(outcomeOfProcess(end, work), await log.close());
  // A secret may have been replaced meanwhile.
  return { ...outcome, ...(reason !== undefined && { reason: mask.maskText(reason) }) };
}

/** An end whose log is not whole says so: nothing in the log can. */
function withCut(outcome: Outcome, cut: string | undefined): Outcome {
  if (cut === undefined) return outcome;
  const told = `Its log ends early, as it could not be written: ${cut}.`;
  return { ...outcome, reason: outcome.reason === undefined ? told : `${outcome.reason} ${told}` };
}

function outcomeOfProcess(end: ProcessEnd, { order, signal }: RunWork): Outcome {
  switch (end.kind) {
    case "exited":
      return end.exitCode === 0
        ? { state: "succeeded", exitCode: 0 }
        : {
            state: "failed",
            exitCode: end.exitCode,
            reason: `The agent ended with exit code ${end.exitCode}.`,
          };
    case "killed":
      return { state: "failed", reason: `The agent was ended by ${end.signal}.` };
    case "timed_out":
      return {
        state: "timed_out",
        reason: `It took longer than ${countOf(order.limits.seconds, "second")}, and was ended.`,
      };
    case "too_much_output":
      return {
        state: "failed",
        reason: `It wrote more than ${sizeOf(order.limits.outputBytes)}, and was ended.`,
      };
    case "cancelled":
      return stopped(signal);
    case "not_started":
      return { state: "failed", reason: end.reason };
  }
}
