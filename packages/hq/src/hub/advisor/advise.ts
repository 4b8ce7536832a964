import { sizeOf } from "@loam/cms-core";
import {
  type JudgedPair,
  judgeDirectories,
  judgePorts,
  judgeServers,
  judgeStrain,
  judgeVariables,
  judgeWeights,
  type Measure,
  type PairFinding,
  projectPrefix,
  strainRemedy,
} from "@loam/cms-core/advice";
import type { ProjectManifest } from "../projects/manifest.ts";
import type { WorkerFacts } from "../workers/worker-facts.ts";

/** One thing that stands in the way, or may. */
export interface Finding {
  /** Which rule of spec/skills.md ("Multi-project assignment rules") found it. */
  readonly id:
    | "weight"
    | "memory"
    | "mcp"
    | "variables"
    | "ports"
    | "skills"
    | "resources"
    | "directories";
  /** `error`: something goes wrong. `warn`: something may. `info`: worth knowing. */
  readonly severity: "info" | "warn" | "error";
  /** Ids of the projects that it is about. */
  readonly projects: readonly string[];
  readonly evidence: readonly string[];
  readonly fix: string;
}

/** A project as far as the rules look at it. */
export interface AdvisedProject {
  readonly id: string;
  readonly name: string;
  readonly manifest: ProjectManifest;
  /** What is set for it, by name. */
  readonly variables: ReadonlyMap<string, string>;
}

/** What is known of a worker. */
export interface AdvisedWorker {
  readonly facts: WorkerFacts;
  /** Of each skill of the workspace, the content of every version. */
  readonly skillTrees: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Everything that the rules say of projects that share a worker. */
export function adviseWorker(
  worker: AdvisedWorker,
  projects: readonly AdvisedProject[],
): readonly Finding[] {
  const pairs = projects.flatMap((left, at) =>
    projects.slice(at + 1).flatMap((right) => conflictsOf(left, right)),
  );
  return [...pairs, ...foreignSkills(worker, projects), ...strain(worker.facts, projects)];
}

/** Puts projects together that get along; the order in which they come is the order in which they are placed. */
export function planWorkers(projects: readonly AdvisedProject[]): readonly (readonly string[])[] {
  const groups: AdvisedProject[][] = [];
  for (const project of projects) {
    const fits = groups.find((group) => group.every((other) => getAlong(other, project)));
    if (fits === undefined) groups.push([project]);
    else fits.push(project);
  }
  return groups.map((group) => group.map(({ id }) => id));
}

function getAlong(left: AdvisedProject, right: AdvisedProject): boolean {
  return conflictsOf(left, right).every(({ severity }) => severity !== "error");
}

/** What two projects do to each other on one worker. */
export function conflictsOf(left: AdvisedProject, right: AdvisedProject): readonly Finding[] {
  const pair = { one: left, other: right };
  const differs = (key: string): boolean => {
    const [mine, theirs] = [left.variables.get(key), right.variables.get(key)];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  };
  const findings = [
    ...judgeWeights(pair),
    memory(left, right),
    ...judgeServers(pair),
    ...judgeVariables(pair, differs),
    ...judgePorts(pair, []),
    ...foldersOf(pair, left, right),
  ];
  const projects = [left.id, right.id];
  return findings.map((finding) => Object.assign(finding, { projects }));
}

const memory = (left: AdvisedProject, right: AdvisedProject): Omit<Finding, "projects"> => ({
  id: "memory",
  severity: "info",
  evidence: [`${left.name} and ${right.name} share the same memory.`],
  fix: "Save project memory entries with their project_id. The worker's diagnostics (doctor) find entries without one.",
});

/** Of the manifests alone: the worker looks at what is really there. */
function foldersOf(
  pair: JudgedPair,
  left: AdvisedProject,
  right: AdvisedProject,
): readonly PairFinding[] {
  const [mine, theirs] = [left.manifest.workDir, right.manifest.workDir];
  if (mine === undefined || theirs === undefined) return [];
  return judgeDirectories(
    pair,
    { path: asFolder(mine), shown: mine },
    { path: asFolder(theirs), shown: theirs },
  );
}

function asFolder(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return path.startsWith("~") ? parts.join("/") : `/${parts.join("/")}`;
}

/** A skill of another workspace, or one that was put there by hand: the later deployment wins. */
function foreignSkills(
  { facts, skillTrees }: AdvisedWorker,
  projects: readonly AdvisedProject[],
): readonly Finding[] {
  const deployed = new Map((facts.skills ?? []).map((skill) => [skill.name, skill]));
  return projects.flatMap(({ id, name, manifest }) =>
    manifest.skills.flatMap((skill): Finding[] => {
      const { tree } = deployed.get(skill) ?? {};
      if (tree === undefined || skillTrees.get(skill)?.has(tree) === true) return [];
      return [
        {
          id: "skills",
          severity: "error",
          projects: [id],
          evidence: [`The worker has a skill ${skill} that is not from this workspace.`],
          fix: `Rename the skill to ${projectPrefix(name)}-${skill}. Otherwise, the later deployment replaces the earlier one.`,
        },
      ];
    }),
  );
}

const GIB = 1024 ** 3;

/** Whether the machine carries what is assigned to it. */
function strain(facts: WorkerFacts, projects: readonly AdvisedProject[]): readonly Finding[] {
  const strained = judgeStrain(measuresOf(facts));
  if (strained.length === 0 || projects.length === 0) return [];
  return [
    {
      id: "resources",
      severity: strained.some(({ severity }) => severity === "error") ? "error" : "warn",
      projects: projects.map(({ id }) => id),
      evidence: strained.map(({ text }) => text),
      fix: strainRemedy(projects),
    },
  ];
}

/** What the worker told of, at the moment when it did. */
function measuresOf(facts: WorkerFacts): readonly Measure[] {
  const { load, cores, memoryFree, memoryTotal, diskFree } = facts;
  const fiveMinutes = load?.[1] ?? 0;
  const used = memoryFree === undefined ? 0 : 1 - memoryFree / (memoryTotal ?? memoryFree);
  return [
    {
      share: cores === undefined ? 0 : fiveMinutes / Math.max(1, cores),
      text: `Load average over five minutes: ${fiveMinutes} on ${cores ?? 1} cores.`,
      isMomentary: true,
    },
    {
      share: used,
      text: `Memory in use: ${Math.round(used * 100)} %.`,
      isMomentary: true,
    },
    {
      // Nothing can be put on it.
      share: (diskFree ?? GIB) < GIB ? 1 : 0,
      text: `Free disk space: ${sizeOf(diskFree ?? GIB)}.`,
      isMomentary: false,
    },
  ];
}
