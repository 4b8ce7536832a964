import { isCmsError } from "@loam/cms-core";
import { deployServers, undeployServers } from "../mcp/deploy-servers.ts";
import { parseManifest } from "../mcp/manifest.ts";
import { fetchSkill } from "../skills/hq-skills.ts";
import { conditionOf, removeSkill } from "../skills/skills-folder.ts";
import { type Deployment, findDeployment, listDeployments } from "../state/deployments.ts";
import type { Link } from "../state/links.ts";
import { type DeployedProject, isTemporary } from "./handle-command.ts";
import { skillsOfLink } from "./hq-access.ts";
import type { OpenWorker } from "./open-worker.ts";
import type { WorkerApi } from "./worker-api.ts";

/** The machine on which projects are deployed, and the registration used. */
interface Machine {
  readonly worker: OpenWorker;
  readonly link: Link;
  /** Logs a message for the worker's operator. */
  readonly log: (message: string) => void;
}

/**
 * Deploys a project's servers and skills, and removes those that it no longer has. A problem with one skill is logged
 * and doesn't affect the others.
 */
export async function deployProject(
  machine: Machine & { readonly api: Pick<WorkerApi, "findSkill"> },
  project: DeployedProject,
  signal: AbortSignal,
): Promise<void> {
  const { worker, link, log, api } = machine;
  const { config, state, secrets } = worker;
  const { skills } = parseManifest(project.manifest);
  const deployment = {
    projectId: project.id,
    name: project.name,
    workerId: link.workerId,
    manifest: JSON.stringify(project.manifest),
    deployedAt: new Date().toISOString(),
  };
  const mcp = { state, path: config.mcpFile };
  const place = { state, skillsFolder: config.skillsFolder };
  const before = findDeployment(state, project.id);
  // Must come first: only the project's previous state shows which skills were its own.
  if (before !== undefined) await removeSkills(machine, before, skills);
  for (const warning of deployServers(mcp, deployment)) log(warning);
  const hq = { ...skillsOfLink(config, secrets.sealer, link), signal };
  for (const name of skills) {
    try {
      // HQ chooses the version, because the newest may not be reviewed.
      const { version } = await api.findSkill(name);
      await fetchSkill(place, hq, { name, version, overOthers: true });
    } catch (error) {
      if (!isCmsError(error) || isTemporary(error)) throw error;
      log(`The skill ${name} of ${project.name} was not deployed: ${error.message}`);
    }
  }
}

/** Removes a deployed project, except local edits, the files it created, and its memory. */
export async function undeployProject(machine: Machine, projectId: string): Promise<void> {
  const { worker, link, log } = machine;
  const { config, state } = worker;
  const deployment = findDeployment(state, projectId);
  if (deployment?.workerId !== link.workerId) return;
  await removeSkills(machine, deployment, []);
  const mcp = { state, path: config.mcpFile };
  for (const warning of undeployServers(mcp, deployment)) log(warning);
}

/** Removes every project that a registration has deployed. */
export async function undeployAll(machine: Machine): Promise<void> {
  const { worker, link } = machine;
  const own = listDeployments(worker.state).filter(({ workerId }) => workerId === link.workerId);
  for (const { projectId } of own) await undeployProject(machine, projectId);
}

async function removeSkills(
  { worker: { config, state }, link, log }: Machine,
  deployment: Deployment,
  kept: readonly string[],
): Promise<void> {
  const place = { state, skillsFolder: config.skillsFolder };
  const { projectId, name: project } = deployment;
  const others = listDeployments(state).filter((other) => other.projectId !== projectId);
  const needed = new Set([...kept, ...others.flatMap(skillsOf)]);
  for (const name of skillsOf(deployment).filter((skill) => !needed.has(skill))) {
    const { condition, deployed } = await conditionOf(place, name);
    // A skill from another source doesn't belong to this project.
    const isOwn = deployed?.source === link.hqUrl && deployed.workspace === link.workspaceId;
    if (!isOwn || condition === "absent") continue;
    if (condition === "unchanged") {
      await removeSkill(place, name);
      log(
        `Removed the skill ${name} of ${project}. To undo this, run agent-cli skill restore ${name}.`,
      );
    } else {
      log(
        `The skill ${name} of ${project} has local edits and was kept. To remove it, run agent-cli skill rm ${name} --force.`,
      );
    }
  }
}

function skillsOf({ manifest }: Deployment): readonly string[] {
  return parseManifest(JSON.parse(manifest)).skills;
}
