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
 * The assignment table and the seven conflict points of the specification, on what is deployed here and what really is,
 * then clocks, versions and containers: the errors first.
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

/** Whether a project takes a worker of its own. */
export function isHeavy({ manifest }: Pick<ProjectFacts, "manifest">): boolean {
  return weightOf({ manifest }).isHeavy;
}

function judgePair(one: ProjectFacts, other: ProjectFacts, facts: DoctorFacts): readonly Finding[] {
  const pair = { one, other };
  const taken = [...facts.projects.flatMap(portsOf), ...facts.listeners.map(({ port }) => port)];
  const shared = [
    ...judgeWeights(pair),
    ...judgePorts(pair, taken),
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

/** Who sees the same secret gets the same value; in workspaces of their own they may have one each. */
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
  // Within a workspace it is one skill.
  if (one.workspaceId === other.workspaceId) return [];
  return one.manifest.skills
    .filter((name) => other.manifest.skills.includes(name))
    .map((name) => ({
      id: "skills",
      severity: "error",
      projects: [one.name, other.name],
      evidence: [
        `both have a skill ${name}, of different workspaces; the later deployment has the folder`,
      ],
      fix: `Call it by the project's name, as ${projectPrefix(one.name)}-${name}, or give each a worker.`,
    }));
}

function judgeWorkTrees(one: ProjectFacts, other: ProjectFacts): readonly Finding[] {
  const [{ directory: left }, { directory: right }] = [one, other];
  if (left.repository === undefined || left.repository !== right.repository) return [];
  const projects = [one.name, other.name];
  const evidence = [`${left.path} and ${right.path} are work trees of ${left.repository}`];
  const fix = "They share branches, stashes and hooks: use a clone each if that disturbs.";
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
    const fix = "It is made by the first run; if files should be there, put them there before.";
    return [{ ...about, severity: "info", evidence: [`${path} is not there yet`], fix }];
  }
  if (reserved.includes(real)) {
    const evidence = [`${path} is the whole home folder, or what the worker itself keeps`];
    const fix = "Give the project a directory of its own (workDir in the manifest).";
    return [{ ...about, severity: "error", evidence, fix }];
  }
  if (isWritable) return [];
  const fix = "Give the worker's user the right to write there, or choose another.";
  return [{ ...about, severity: "error", evidence: [`${path} cannot be written to`], fix }];
}

/** A port of a project at which something listens that does not work in its directory. */
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
      evidence: [
        `port ${port} is taken by process ${pid ?? "?"}, which works in ${directory ?? "?"}`,
      ],
      fix: "End that process, or give the project another port.",
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
      evidence: [`${directory.path} has a skill ${skill} of its own beside the deployed one`],
      fix: "Agents differ in which of them they take: rename or remove one.",
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
    evidence: [
      `${key} of workspace ${workspaceId} differs from the worker-wide ${key}, and wins there`,
    ],
    fix: "If that is not wanted, delete one of them.",
  }));
  const allowed = reserved.map((key): Finding => ({
    id: "variables",
    severity: "warn",
    projects: [],
    evidence: [`${key} is set as a secret: programs of every run take instructions from it`],
    fix: "Delete it, and take it out of allowReservedSecrets.",
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
