import { sep } from "node:path";
import { canonicalJson } from "../mcp/mcp-file.ts";
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

/** As the manifest says; where it does not, a project with services of its own is heavy. */
export function isHeavy({ manifest }: Pick<ProjectFacts, "manifest">): boolean {
  if (manifest.weight !== undefined) return manifest.weight === "heavy";
  const servers = Object.keys(manifest.mcpServers).length;
  return (manifest.containers ?? 0) > 0 || portsOf({ manifest }).length > 1 || servers > 0;
}

function judgePair(one: ProjectFacts, other: ProjectFacts, facts: DoctorFacts): readonly Finding[] {
  return [
    ...judgeWeights(one, other),
    ...judgePorts(one, other, facts),
    ...judgeServers(one, other),
    ...judgeVariables(one, other, facts.secrets),
    ...judgeSkills(one, other),
    ...judgeDirectories(one, other),
  ];
}

function judgeWeights(one: ProjectFacts, other: ProjectFacts): readonly Finding[] {
  const heavy = [one, other].filter(isHeavy).map(({ name }) => name);
  if (heavy.length === 0) return [];
  const isBoth = heavy.length === 2;
  return [
    {
      id: "weight",
      severity: isBoth ? "error" : "info",
      projects: [one.name, other.name],
      evidence: [`${heavy.join(" and ")}: services, containers or MCP servers of its own`],
      fix: isBoth
        ? "Give each of them a worker of its own."
        : "One worker is enough, with a directory for each.",
    },
  ];
}

function judgePorts(
  one: ProjectFacts,
  other: ProjectFacts,
  { projects, listeners }: DoctorFacts,
): readonly Finding[] {
  const others = new Set(portsOf(other));
  const taken = new Set([...projects.flatMap(portsOf), ...listeners.map(({ port }) => port)]);
  return portsOf(one)
    .filter((port) => others.has(port))
    .map((port) => ({
      id: "ports",
      severity: isHeavy(one) && isHeavy(other) ? "error" : "warn",
      projects: [one.name, other.name],
      evidence: [`both declare port ${port}`],
      fix: `Give one of them another port, as ${freePort(port, taken)}, or each a worker.`,
    }));
}

function judgeServers(one: ProjectFacts, other: ProjectFacts): readonly Finding[] {
  return Object.entries(one.manifest.mcpServers)
    .filter(([name, server]) => {
      const same = other.manifest.mcpServers[name];
      return same !== undefined && canonicalJson(same) !== canonicalJson(server);
    })
    .map(([name]) => ({
      id: "mcp",
      severity: "error",
      projects: [one.name, other.name],
      evidence: [
        `both have an MCP server ${name}, with different settings; that of ${other.name} was deployed later and is in force`,
      ],
      fix: `Call it by the project's name, as ${slugOf(one.name)}-${name}, or give each a worker.`,
    }));
}

/** Who sees the same secret gets the same value; in workspaces of their own they may have one each. */
function judgeVariables(
  one: ProjectFacts,
  other: ProjectFacts,
  { keys }: SecretFacts,
): readonly Finding[] {
  const wanted = new Map(other.manifest.envVars.map((name) => [name.toLowerCase(), name]));
  return one.manifest.envVars.flatMap((name): readonly Finding[] => {
    const also = wanted.get(name.toLowerCase());
    if (also === undefined) return [];
    const projects = [one.name, other.name];
    if (also !== name) {
      const evidence = [`${one.name} wants ${name}, ${other.name} wants ${also}`];
      return [{ id: "variables", severity: "warn", projects, evidence, fix: "Write them alike." }];
    }
    const hasOwn = (workspaceId: string): boolean =>
      keys.some((key) => key.key === name && key.workspaceId === workspaceId);
    const isApart = one.workspaceId !== other.workspaceId;
    if (isApart && (hasOwn(one.workspaceId) || hasOwn(other.workspaceId))) return [];
    return [
      {
        id: "variables",
        severity: "warn",
        projects,
        evidence: [`both want ${name}, and a run of either sees the same secret`],
        fix: `If their values differ: call it by the project's name, as ${slugOf(one.name).toUpperCase().replaceAll("-", "_")}_${name}, or give each a worker.`,
      },
    ];
  });
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
      fix: `Call it by the project's name, as ${slugOf(one.name)}-${name}, or give each a worker.`,
    }));
}

function judgeDirectories(one: ProjectFacts, other: ProjectFacts): readonly Finding[] {
  const [{ directory: left }, { directory: right }] = [one, other];
  const projects = [one.name, other.name];
  const [first, second] = [left.real ?? left.path, right.real ?? right.path];
  if (isWithin(first, second) || isWithin(second, first)) {
    const evidence = [`${one.name} works in ${left.path}, ${other.name} in ${right.path}`];
    const fix = "Give each a directory of its own (workDir in the manifest).";
    return [{ id: "directories", severity: "error", projects, evidence, fix }];
  }
  if (left.repository === undefined || left.repository !== right.repository) return [];
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

function freePort(port: number, taken: ReadonlySet<number>): number {
  let free = port === 65_535 ? 1024 : port + 1;
  while (taken.has(free)) free = free === 65_535 ? 1024 : free + 1;
  return free;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "project"
  );
}

function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const));
}
