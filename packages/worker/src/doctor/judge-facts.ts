import { sep } from "node:path";
import {
  type JudgedPair,
  judgeDirectories,
  judgePorts,
  judgeServers,
  judgeVariables,
  judgeWeights,
  projectPrefix,
  weightOf,
} from "@loam/cms-core/advice";
import type { DoctorFacts, ProjectFacts, SecretFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { judgeMcp, judgeMemory, judgeResources } from "./judge-machine.ts";
import { judgeClocks, judgeContainers, judgeVersions } from "./judge-versions.ts";

/**
 * Applies the specification's assignment table and its seven conflict points to the deployed projects and the actual
 * machine, then checks clocks, versions, and containers. Returns errors first.
 */
export function judgeFacts(facts: DoctorFacts): readonly Finding[] {
  const { projects } = facts;
  const findings = [
    ...pairsOf(projects).flatMap(([one, other]) => judgePair(one, other, facts)),
    ...projects.flatMap((project) => judgeProject(project, facts)),
    ...judgeMemory(facts),
    ...judgeMcp(facts),
    ...judgeSecrets(facts.secrets, projects),
    ...judgeResources(facts),
    ...judgeClocks(facts),
    ...judgeVersions(facts),
    ...judgeContainers(facts),
  ];
  const order = ["error", "warn", "info"];
  return findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Whether a project needs a dedicated worker. */
export function isHeavy({ manifest }: Pick<ProjectFacts, "manifest">): boolean {
  return weightOf({ manifest }).isHeavy;
}

function judgePair(one: ProjectFacts, other: ProjectFacts, facts: DoctorFacts): readonly Finding[] {
  const pair = { one, other };
  const usedPorts = [
    ...facts.projects.flatMap(portsOf),
    ...facts.listeners.map(({ port }) => port),
  ];
  const shared = [
    ...judgeWeights(pair),
    ...judgePorts(pair, usedPorts),
    ...judgeServers(pair),
    ...judgeVariables(withSharedNames(pair, facts.secrets), () => false),
    ...judgeDirectories(pair, folderOf(one), folderOf(other)),
  ];
  const projects = [one.name, other.name];
  const found: readonly Finding[] = shared.map((finding) => Object.assign(finding, { projects }));
  const areApart = !found.some(({ id }) => id === "directories");
  return [...found, ...judgeSkills(one, other), ...(areApart ? judgeWorkTrees(one, other) : [])];
}

function folderOf({ directory: { path, real = path } }: ProjectFacts) {
  return { path: real, shown: path };
}

/** Projects that share a secret get the same value; those in separate workspaces can have different ones. */
function withSharedNames(
  { one, other }: { readonly one: ProjectFacts; readonly other: ProjectFacts },
  { keys }: SecretFacts,
): JudgedPair {
  const isApart = one.workspaceId !== other.workspaceId;
  const hasOwn = (name: string): boolean =>
    keys.some(
      ({ key, workspaceId }) =>
        key === name && [one.workspaceId, other.workspaceId].includes(workspaceId),
    );
  const envVars = one.manifest.envVars.filter((name) => !isApart || !hasOwn(name));
  return { one: { ...one, manifest: { ...one.manifest, envVars } }, other };
}

function judgeSkills(one: ProjectFacts, other: ProjectFacts): readonly Finding[] {
  // Within a workspace it is the same skill.
  if (one.workspaceId === other.workspaceId) return [];
  return one.manifest.skills
    .filter((name) => other.manifest.skills.includes(name))
    .map((name) => ({
      id: "skills",
      severity: "error",
      projects: [one.name, other.name],
      evidence: [
        `both have a skill ${name} from different workspaces, and the later deployment replaces the earlier one`,
      ],
      fix: `Prefix the skill name with the project name, such as ${projectPrefix(one.name)}-${name}, or assign the projects to separate workers.`,
    }));
}

function judgeWorkTrees(one: ProjectFacts, other: ProjectFacts): readonly Finding[] {
  const [{ directory: left }, { directory: right }] = [one, other];
  if (left.repository === undefined || left.repository !== right.repository) return [];
  const projects = [one.name, other.name];
  const evidence = [`${left.path} and ${right.path} are worktrees of ${left.repository}`];
  const fix =
    "The projects share branches, stashes, and hooks. If that causes problems, use separate clones.";
  return [{ id: "directories", severity: "info", projects, evidence, fix }];
}

function judgeProject(project: ProjectFacts, facts: DoctorFacts): readonly Finding[] {
  return [
    ...judgeDirectory(project, facts.resources.reservedFolders),
    ...judgeListeners(project, facts),
    ...judgeOwnSkills(project),
  ];
}

function judgeDirectory(
  { name, directory }: ProjectFacts,
  reserved: readonly string[],
): readonly Finding[] {
  const { path, real, isWritable } = directory;
  const about = { id: "directories", projects: [name] } as const;
  if (real === undefined) {
    const fix =
      "The first run creates the directory. If the project needs files there, add them before the first run.";
    return [{ ...about, severity: "info", evidence: [`${path} does not exist yet`], fix }];
  }
  if (reserved.includes(real)) {
    const evidence = [`${path} is the home folder or contains the worker's own files`];
    const fix = "Give the project a separate directory (workDir in the manifest).";
    return [{ ...about, severity: "error", evidence, fix }];
  }
  if (isWritable) return [];
  const fix = "Give the worker's user write permission, or choose another directory.";
  return [{ ...about, severity: "error", evidence: [`${path} is not writable`], fix }];
}

/** Reports ports of a project on which a process outside its directory listens. */
function judgeListeners(project: ProjectFacts, { listeners }: DoctorFacts): readonly Finding[] {
  const ports = new Set(portsOf(project));
  const home = project.directory.real ?? project.directory.path;
  return listeners
    .filter(({ port, directory }) => ports.has(port) && directory !== undefined)
    .filter(({ directory = "" }) => !isWithin(directory, home))
    .map(({ port, pid, directory }) => ({
      id: "ports",
      severity: "warn",
      projects: [project.name],
      evidence: [`port ${port} is used by process ${pid ?? "?"} in ${directory ?? "?"}`],
      fix: "Stop that process, or use another port for the project.",
    }));
}

function judgeOwnSkills({
  name,
  manifest,
  ownSkills,
  directory,
}: ProjectFacts): readonly Finding[] {
  return manifest.skills
    .filter((skill) => ownSkills.includes(skill))
    .map((skill) => ({
      id: "skills",
      severity: "warn",
      projects: [name],
      evidence: [`${directory.path} has its own skill ${skill} in addition to the deployed one`],
      fix: "Agents can pick either one. Rename or delete one of them.",
    }));
}

function judgeSecrets(
  { hiding, reserved }: SecretFacts,
  projects: readonly ProjectFacts[],
): readonly Finding[] {
  const hidden = hiding.map(({ key, workspaceId }): Finding => ({
    id: "variables",
    severity: "info",
    projects: projects.filter((one) => one.workspaceId === workspaceId).map(({ name }) => name),
    evidence: [`${key} of workspace ${workspaceId} overrides the different worker-wide ${key}`],
    fix: "If this isn't intended, delete one of them.",
  }));
  const allowed = reserved.map((key): Finding => ({
    id: "variables",
    severity: "warn",
    projects: [],
    evidence: [
      `${key} is set as a secret, but software in every run reads this environment variable`,
    ],
    fix: "Delete the secret, and remove it from allowReservedSecrets.",
  }));
  return [...hidden, ...allowed];
}

function portsOf({ manifest }: Pick<ProjectFacts, "manifest">): readonly number[] {
  return manifest.services.flatMap(({ ports }) => ports);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const));
}
