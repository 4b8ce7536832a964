import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type CmsError, countOf, isCmsError, sizeOf } from "@loam/cms-core";
import { createMask } from "@loam/cms-core/mask";
import { expandTemplate, templateNames } from "@loam/cms-core/template";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import { removeRunFolder } from "../isolation/box-home.ts";
import { confine } from "../isolation/confine.ts";
import type { Isolation } from "../isolation/isolation.ts";
import type { Readiness } from "../preflight/check-requirements.ts";
import { findProgram } from "../preflight/find-program.ts";
import { runEnvironment } from "../secrets/run-environment.ts";
import { runSecrets } from "../secrets/run-secrets.ts";
import { allSecretValues, type Secrets } from "../secrets/secrets.ts";
import { readLocalSkill } from "../skills/local-skills.ts";
import type { WorkerState } from "../state/open-state.ts";
import { changeRun, readRun, type RunChange, type RunState } from "../state/runs.ts";
import { resolveRunVariables, valuesOf } from "../variables/run-variables.ts";
import { listVariables } from "../variables/worker-variables.ts";
import { agentCommand } from "./agents.ts";
import { identifyProcess } from "./process-tree.ts";
import { recordChild, recordWaiting } from "./run-claims.ts";
import { createRunLog } from "./run-log.ts";
import type { RunOrder } from "./run-order.ts";
import { type ProcessEnd, runProcess } from "./run-process.ts";
import type { RunTurns } from "./run-turns.ts";
import { openWorkDirectory } from "./work-directory.ts";

/** What runs need. */
export interface RunServices {
  readonly config: WorkerConfig;
  readonly state: WorkerState;
  readonly secrets: Secrets;
  /** Environment of the worker; a run gets little of it. */
  readonly environment: Environment;
  /** Installs the requested version of the skill. @throws CmsError */
  readonly prepare: (order: RunOrder, signal: AbortSignal) => Promise<void>;
  /** @throws CmsError `not_found` if the skill isn't here */
  readonly check: (order: RunOrder, signal: AbortSignal) => Promise<Readiness>;
  /** Returns how runs are isolated. @throws CmsError `invalid_config` if the configured level isn't possible */
  readonly isolation: () => Promise<Isolation>;
  /** Waits before retrying after HQ was unreachable `failures` times in a row. @throws if the signal aborts */
  readonly waitForHq: (failures: number, error: CmsError, signal: AbortSignal) => Promise<void>;
}

/** A run in progress. */
export interface RunWork {
  readonly order: RunOrder;
  /** Aborted with the final state of the run. */
  readonly signal: AbortSignal;
  /** Whether its requirements were already checked when it was accepted. */
  readonly isChecked: boolean;
  readonly turns: RunTurns;
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

/**
 * Performs an accepted run to its end and returns the outcome; errors become the reason of the outcome.
 *
 * @returns undefined if the worker is stopped before the run starts; it starts when the worker is back
 */
export async function performRun(
  services: RunServices,
  work: RunWork,
): Promise<RunChange | undefined> {
  const outcome = await outcomeOf(services, work);
  if (outcome === undefined) return undefined;
  const { state, exitCode, reason, items } = outcome;
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

async function outcomeOf(services: RunServices, work: RunWork): Promise<Outcome | undefined> {
  const { order, signal } = work;
  const folder = runFolder(services.config, order.id);
  try {
    const place = await takeTurn(services, work);
    if ("state" in place) return place;
    signal.throwIfAborted();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await start(services, work, { folder, directory: place.directory });
  } catch (error) {
    if (signal.aborted) return canBeginLater(services, work) ? undefined : stopped(signal);
    if (!isCmsError(error)) throw error;
    const isRefused = error.code === "skill_unreviewed";
    return { state: isRefused ? "refused" : "failed", reason: error.message };
  } finally {
    await removeRunFolder(folder);
  }
}

/** Temporary folder of one run. */
export function runFolder({ home }: Pick<WorkerConfig, "home">, runId: string): string {
  return join(home, "runs", runId);
}

/** For a stopped worker: whether a run requested by HQ or waiting in the queue can start after a restart. */
function canBeginLater(
  { state }: RunServices,
  { order: { id }, signal, isChecked, turns }: RunWork,
): boolean {
  if (signal.reason !== "lost" || readRun(state, id)?.state !== "queued") return false;
  return !isChecked || turns.isWaiting(id);
}

/**
 * Fetches the skill and waits for the run's turn. While HQ is unreachable it waits, and others run first, because no
 * one requests the run a second time.
 *
 * @returns how the run ends if this machine cannot perform it
 */
async function takeTurn(
  services: RunServices,
  work: RunWork,
): Promise<{ readonly directory: string } | Outcome> {
  const { order, signal, turns } = work;
  for (let failures = 1; ; failures += 1) {
    try {
      const refused = await installSkill(services, work);
      if (refused !== undefined) return refused;
      const directory = openWorkDirectory(services, order);
      const turn = { directory, signal, waits: work.changed };
      const hadToWait = await turns.take(order.id, turn);
      // Another version may have replaced it in the meantime.
      const refusedNow = hadToWait ? await installSkill(services, work) : undefined;
      return refusedNow ?? { directory };
    } catch (error) {
      const isAway = isCmsError(error) && error.code === "source_unreachable";
      if (signal.aborted || !isAway) throw error;
      recordWaiting(services.state, order.id);
      turns.leave(order.id);
      await services.waitForHq(failures, error, signal);
    }
  }
}

/** Installs the requested skill. @returns how the run ends if this machine cannot perform it */
async function installSkill(
  { prepare, check, secrets }: RunServices,
  { order, signal, isChecked }: RunWork,
): Promise<Outcome | undefined> {
  // Before any of its files are placed where the agent would find them.
  runSecrets(secrets, order);
  await prepare(order, signal);
  if (isChecked) return undefined;
  const { ready, items } = await check(order, signal);
  if (!ready) return { state: "refused", items, reason: describeUnmet(order, items) };
  // The check may have contacted HQ; another version may have replaced it in the meantime.
  await prepare(order, signal);
  return undefined;
}

/** Describes what is missing, with one sentence per skill. */
export function describeUnmet(order: RunOrder, items: Readiness["items"]): string {
  const missing = items.filter(({ status }) => status !== "ok");
  const bySkill = Map.groupBy(missing, ({ skill = order.skill.name }) => skill);
  const sentences = Array.from(bySkill, ([skill, of]) => {
    return `Requirements of ${skill} are not met: ${of.map(({ name }) => name).join(", ")}.`;
  });
  return sentences.join(" ");
}

function stopped(signal: AbortSignal): Outcome {
  return signal.reason === "lost"
    ? { state: "lost", reason: "The worker was stopped." }
    : { state: "cancelled" };
}

interface Surroundings {
  readonly folder: string;
  readonly directory: string;
}

async function start(
  services: RunServices,
  work: RunWork,
  { folder, directory }: Surroundings,
): Promise<Outcome> {
  const { config, state, secrets, environment } = services;
  const { order, signal } = work;
  const { body, requires } = readLocalSkill(config.skillsFolder, order.skill.name);
  const own = listVariables(state);
  const resolved = resolveRunVariables(order.variables, own, order.precedence);
  const variables = valuesOf(resolved);
  const { confinement } = await services.isolation();
  const isBoxed = confinement.level === "boxed";
  const command = await agentCommand(config, { body, variables, folder, isBoxed });
  const prompt = expandTemplate(body, variables);
  const ownSecrets = runSecrets(secrets, order);
  // Uses the given values, because another process can replace a secret at any instant.
  const mask = createMask([...ownSecrets.values(), ...allSecretValues(secrets)]);
  // Recorded before the start: a run that may have started is never started again.
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
  const passed = runEnvironment(config, { environment, secrets: ownSecrets, runId: order.id });
  const job = { ...command, environment: { ...passed, ...command.environment }, directory };
  const missing = missingCommand(job);
  if (missing !== undefined) return { state: "failed", reason: missing };
  const confined = confine(confinement, {
    ...job,
    runId: order.id,
    config,
    folder,
    files: command.files ?? [],
    tools: [...requires.cliTools, ...requires.anyCliTools.flat()],
  });
  const log = await createRunLog(work.logPath, { mask, added: work.logAdded });
  const end = await runProcess({
    runId: order.id,
    argv: confined.argv,
    input: command.input,
    folder: directory,
    environment: confined.environment,
    limits: order.limits,
    signal,
    started: (pid) => recordChild(state, order.id, identifyProcess(pid)),
    output: log.take,
    ended: confined.ended,
  }).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  const { reason, ...outcome } = withLogNote(outcomeOfProcess(end, work), await log.close());
  // A secret may have been replaced in the meantime.
  return { ...outcome, ...(reason !== undefined && { reason: mask.maskText(reason) }) };
}

/** Gives a clearer message than the wrapper command would. */
function missingCommand({
  argv: [program],
  environment,
  directory,
}: {
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
}): string | undefined {
  const isPath = program.includes("/");
  const path = isPath
    ? join(isAbsolute(program) ? "/" : directory, program)
    : findProgram(program, environment["PATH"] ?? "");
  if (path !== undefined && existsSync(path)) return undefined;
  return `The command ${program} is not in the PATH of the run, or its directory no longer exists.`;
}

/** Adds to the outcome that the log is incomplete, because the log itself cannot show it. */
function withLogNote(outcome: Outcome, cut: string | undefined): Outcome {
  if (cut === undefined) return outcome;
  const note = `The log is incomplete because it could not be written: ${cut}.`;
  return { ...outcome, reason: outcome.reason === undefined ? note : `${outcome.reason} ${note}` };
}

function outcomeOfProcess(end: ProcessEnd, { order, signal }: RunWork): Outcome {
  switch (end.kind) {
    case "exited":
      return end.exitCode === 0
        ? { state: "succeeded", exitCode: 0 }
        : {
            state: "failed",
            exitCode: end.exitCode,
            reason: `The agent exited with code ${end.exitCode}.`,
          };
    case "killed":
      return { state: "failed", reason: `The agent was terminated by ${end.signal}.` };
    case "timed_out":
      return {
        state: "timed_out",
        reason: `The run took longer than ${countOf(order.limits.seconds, "second")} and was stopped.`,
      };
    case "too_much_output":
      return {
        state: "failed",
        reason: `The run wrote more than ${sizeOf(order.limits.outputBytes)} of output and was stopped.`,
      };
    case "cancelled":
      return stopped(signal);
    case "not_started":
      return { state: "failed", reason: end.reason };
  }
}
