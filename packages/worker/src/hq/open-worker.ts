import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import { readSkill, type Skill, type SkillRequirements } from "@loam/cms-core/skills";
import type { VariablePrecedence } from "@loam/cms-core/template";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import type { Isolation } from "../isolation/isolation.ts";
import { openIsolation } from "../isolation/probe-isolation.ts";
import { checkRequirements, type Readiness } from "../preflight/check-requirements.ts";
import { LocalRunner } from "../runner/local-runner.ts";
import type { RunOrder } from "../runner/run-order.ts";
import { openSecrets, type Secrets } from "../secrets/secrets.ts";
import { findDeployedSkill } from "../skills/deployed-skills.ts";
import { fetchSkill, type HqSkills, readHqSkill } from "../skills/hq-skills.ts";
import { readLocalSkill } from "../skills/local-skills.ts";
import { parseSkillName } from "../skills/skill-files.ts";
import { conditionOf } from "../skills/skills-folder.ts";
import { type Link, listLinks } from "../state/links.ts";
import { openState, type WorkerState } from "../state/open-state.ts";
import { readRun, type RunRow } from "../state/runs.ts";
import { backOffMs } from "./back-off.ts";
import { skillsOfLink } from "./hq-access.ts";

/** A request to check a skill without running it. */
export interface CheckOrder {
  readonly skill: RunOrder["skill"];
  /** Its requirements; absent: those in its SKILL.md, which is fetched if it isn't here. */
  readonly requires?: SkillRequirements;
  readonly workspaceId: string;
  /** The registration of the requesting HQ: another HQ can have a workspace with the same id. */
  readonly workerId?: string;
  readonly variables: RunOrder["variables"];
  readonly precedence: VariablePrecedence;
  readonly isLocal?: boolean;
  /** Signal of the run that it is checked for. */
  readonly signal?: AbortSignal;
}

/** A worker's parts, opened for a daemon or for one command. */
export interface OpenWorker {
  readonly config: WorkerConfig;
  readonly environment: Environment;
  readonly state: WorkerState;
  readonly secrets: Secrets;
  readonly runner: LocalRunner;
  /** Returns how runs are isolated, as determined on the first call. @throws CmsError `invalid_config` */
  readonly isolation: () => Promise<Isolation>;
  /** Returns which requirements of a skill this machine meets. @throws CmsError `not_found` */
  readonly check: (order: CheckOrder) => Promise<Readiness>;
  readonly close: () => Promise<void>;
}

type RequestedRun = RunOrder & CheckOrder;

interface OpenWorkerOptions {
  /** Called whenever the state of a run of this process changes, or its log grows. */
  readonly runChanged?: (runId: string) => void;
}

/** @throws CmsError `data_dir_unusable` */
export function openWorker(
  config: WorkerConfig,
  environment: Environment,
  { runChanged = () => undefined }: OpenWorkerOptions = {},
): OpenWorker {
  const state = openState(config.home);
  const secrets = openSecrets(config, state);
  const parts = { config, environment, state, secrets };
  const check = async (order: CheckOrder): Promise<Readiness> => {
    const requires = order.requires ?? (await findSkill(parts, order)).requires;
    return checkRequirements({ config, secrets, environment }, requires, order);
  };
  const toRequestedRun = (order: RunOrder, signal: AbortSignal): RequestedRun => {
    const { workerId } = readRun(state, order.id) ?? {};
    return { ...order, signal, ...(workerId !== undefined && { workerId }) };
  };
  let found: Promise<Isolation> | undefined;
  const isolation = async (): Promise<Isolation> => (found ??= openIsolation(config, environment));
  const runner = new LocalRunner(
    {
      ...parts,
      check: async (order, signal) => checkRun(toRequestedRun(order, signal), check),
      prepare: async (order, signal) => fetchRequestedSkill(parts, toRequestedRun(order, signal)),
      isolation,
      waitForHq: async (failures, error, signal) =>
        wait(backOffMs(failures, error), undefined, { signal }),
    },
    {
      changed: ({ id }: RunRow) => runChanged(id),
      logAdded: runChanged,
    },
  );
  return {
    ...parts,
    runner,
    isolation,
    check,
    async close() {
      await runner.close();
      state.close();
    },
  };
}

/**
 * Checks a run. For the first run of a workflow, includes the requirements of later steps (spec/skills.md, "requires
 * block").
 */
async function checkRun(order: RequestedRun, check: OpenWorker["check"]): Promise<Readiness> {
  const { ready, items } = await check(order);
  const all = { ready, items: [...items] };
  for (const { skill, inputs } of order.following ?? []) {
    const own = Object.entries(inputs).map(([key, value]) => {
      return { key, value, scope: "workflow" as const };
    });
    const shared = order.workflowVariables ?? order.variables;
    // The last of several variables with the same name wins.
    const later = await check({ ...order, skill, variables: [...shared, ...own] });
    all.ready &&= later.ready;
    all.items.push(...later.items.map((item) => Object.assign(item, { skill: skill.name })));
  }
  return all;
}

type Parts = Pick<OpenWorker, "config" | "state" | "secrets">;

/** Fetches the version that HQ requests. Without a version, the local skill is used as it is. */
async function fetchRequestedSkill(parts: Parts, order: RequestedRun): Promise<void> {
  const { name, version } = order.skill;
  if (version === null) return;
  const place = { state: parts.state, skillsFolder: parts.config.skillsFolder };
  const { condition } = await conditionOf(place, name);
  if (condition !== "unchanged" || !isDeployed(parts, order)) {
    // The later deployment wins, but local edits aren't discarded for it.
    await fetchSkill(place, hqOf(parts, order), { name, version, overOthers: true });
  }
  requireTree(parts.state, order.skill);
}

/** Ensures that the reviewed files are those that run. */
function requireTree(state: WorkerState, { name, version, tree }: RunOrder["skill"]): void {
  const deployed = findDeployedSkill(state, name);
  if (tree === undefined || deployed?.tree === tree) return;
  throw new CmsError(
    "conflict",
    `The local files of ${name} v${version} do not match HQ. Fetch the skill again with --force.`,
  );
}

function isDeployed({ state, config }: Parts, order: CheckOrder): boolean {
  const { skill, workspaceId } = order;
  const deployed = findDeployedSkill(state, skill.name);
  return (
    deployed?.version === skill.version &&
    deployed?.workspace === workspaceId &&
    deployed.source === findLink(state, order)?.hqUrl &&
    existsSync(join(config.skillsFolder, skill.name, "SKILL.md"))
  );
}

function findLink(state: WorkerState, { workerId, workspaceId }: CheckOrder): Link | undefined {
  const links = listLinks(state);
  return (
    links.find((link) => link.workerId === workerId) ??
    links.find((link) => link.workspaceId === workspaceId)
  );
}

function hqOf({ config, state, secrets }: Parts, order: CheckOrder): HqSkills {
  const { workspaceId, signal } = order;
  const link = findLink(state, order);
  if (link === undefined) {
    const message = `This worker is not registered in the workspace ${workspaceId}.`;
    throw new CmsError("not_found", message);
  }
  return { ...skillsOfLink(config, secrets.sealer, link), ...(signal && { signal }) };
}

async function findSkill(parts: Parts, order: CheckOrder): Promise<Skill> {
  const name = parseSkillName(order.skill.name);
  if (order.skill.version === null || isDeployed(parts, order)) {
    return readLocalSkill(parts.config.skillsFolder, name);
  }
  const { files } = await readHqSkill(hqOf(parts, order), name, order.skill.version);
  const main = files.find((file) => file.path === "SKILL.md");
  return readSkill(main?.bytes ?? Buffer.of(), { path: `${name}/SKILL.md`, folder: name });
}
