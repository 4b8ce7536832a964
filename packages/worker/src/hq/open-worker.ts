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

/** A skill that is to be checked, without running it. */
export interface CheckOrder {
  readonly skill: RunOrder["skill"];
  /** What it requires; absent: as its SKILL.md says, which is fetched where it is not here. */
  readonly requires?: SkillRequirements;
  readonly workspaceId: string;
  /** The registration by which HQ asks for it: another HQ may have a workspace of the same id. */
  readonly workerId?: string;
  readonly variables: RunOrder["variables"];
  readonly precedence: VariablePrecedence;
  readonly isLocal?: boolean;
  /** Of the run that it is checked for. */
  readonly signal?: AbortSignal;
}

/** A worker's parts, opened for a process: the daemon or one command. */
export interface OpenWorker {
  readonly config: WorkerConfig;
  readonly environment: Environment;
  readonly state: WorkerState;
  readonly secrets: Secrets;
  readonly runner: LocalRunner;
  /** How runs are kept apart, as was found when it was first asked. @throws CmsError `invalid_config` */
  readonly isolation: () => Promise<Isolation>;
  /** What a skill requires and this machine has. @throws CmsError `not_found` */
  readonly check: (order: CheckOrder) => Promise<Readiness>;
  readonly close: () => Promise<void>;
}

type AskedRun = RunOrder & CheckOrder;

interface OpenWorkerOptions {
  /** Told whenever a run of this process is at something else, or its log has grown. */
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
  const asked = (order: RunOrder, signal: AbortSignal): AskedRun => {
    const { workerId } = readRun(state, order.id) ?? {};
    return { ...order, signal, ...(workerId !== undefined && { workerId }) };
  };
  let found: Promise<Isolation> | undefined;
  const isolation = async (): Promise<Isolation> => (found ??= openIsolation(config, environment));
  const runner = new LocalRunner(
    {
      ...parts,
      check: async (order, signal) => checkRun(asked(order, signal), check),
      prepare: async (order, signal) => bringSkill(parts, asked(order, signal)),
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

/** Of the first run of a workflow, also what its later steps require (spec/skills.md, "requires block"). */
async function checkRun(order: AskedRun, check: OpenWorker["check"]): Promise<Readiness> {
  const { ready, items } = await check(order);
  const all = { ready, items: [...items] };
  for (const { skill, inputs } of order.following ?? []) {
    const own = Object.entries(inputs).map(([key, value]) => {
      return { key, value, scope: "workflow" as const };
    });
    const shared = order.workflowVariables ?? order.variables;
    // Of two of one name the last counts.
    const later = await check({ ...order, skill, variables: [...shared, ...own] });
    all.ready &&= later.ready;
    all.items.push(...later.items.map((item) => Object.assign(item, { skill: skill.name })));
  }
  return all;
}

type Parts = Pick<OpenWorker, "config" | "state" | "secrets">;

/** A version that HQ asks for must be here as HQ has it; without a version the skill is taken as it is. */
async function bringSkill(parts: Parts, order: AskedRun): Promise<void> {
  const { name, version } = order.skill;
  if (version === null) return;
  const place = { state: parts.state, skillsFolder: parts.config.skillsFolder };
  const { condition } = await conditionOf(place, name);
  if (condition !== "unchanged" || !isDeployed(parts, order)) {
    // The later deployment wins; what somebody edited here is not thrown away for it.
    await fetchSkill(place, hqOf(parts, order), { name, version, overOthers: true });
  }
  requireTree(parts.state, order.skill);
}

/** What was reviewed is what runs. */
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
    const said = `This worker is not registered in the workspace ${workspaceId}.`;
    throw new CmsError("not_found", said);
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
