import { sizeOf } from "@loam/cms-core";
import {
  type Finding,
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
  type ProjectManifest,
  strainRemedy,
} from "@loam/cms-core/advice";
import type { WorkerFacts } from "../workers/worker-facts.ts";

/** The parts of a project that the rules use. */
export interface AdvisedProject {
  readonly id: string;
  readonly name: string;
  readonly manifest: ProjectManifest;
  /** Its variables, by name. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The parts of a worker that the rules use. */
export interface AdvisedWorker {
  readonly facts: WorkerFacts;
  /** For each skill of the workspace, the tree ids of all versions. */
  readonly skillTrees: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Runs all rules on projects that share a worker. */
export function adviseWorker(
  worker: AdvisedWorker,
  projects: readonly AdvisedProject[],
): readonly Finding[] {
  const pairs = projects.flatMap((left, at) =>
    projects.slice(at + 1).flatMap((right) => findConflicts(left, right)),
  );
  return [...pairs, ...foreignSkills(worker, projects), ...checkResources(worker.facts, projects)];
}

/** Groups compatible projects. Projects are placed in the given order. */
export function planWorkers(projects: readonly AdvisedProject[]): readonly (readonly string[])[] {
  const groups: AdvisedProject[][] = [];
  for (const project of projects) {
    const fits = groups.find((group) => group.every((other) => areCompatible(other, project)));
    if (fits === undefined) groups.push([project]);
    else fits.push(project);
  }
  return groups.map((group) => group.map(({ id }) => id));
}

function areCompatible(left: AdvisedProject, right: AdvisedProject): boolean {
  return findConflicts(left, right).every(({ severity }) => severity !== "error");
}

/** Returns the conflicts between two projects on one worker. */
export function findConflicts(left: AdvisedProject, right: AdvisedProject): readonly Finding[] {
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
    ...compareFolders(pair, left, right),
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

/** Based on the manifests only. The worker checks its actual folders. */
function compareFolders(
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

/** Detects skills of another workspace or created manually. The later deployment wins. */
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

/** Checks whether the machine has the resources for its projects. */
function checkResources(
  facts: WorkerFacts,
  projects: readonly AdvisedProject[],
): readonly Finding[] {
  const strained = judgeStrain(readMeasures(facts));
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

/** Returns the resource measurements from the worker's last report. */
function readMeasures(facts: WorkerFacts): readonly Measure[] {
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
      // Nothing can be placed on it.
      share: (diskFree ?? GIB) < GIB ? 1 : 0,
      text: `Free disk space: ${sizeOf(diskFree ?? GIB)}.`,
      isMomentary: false,
    },
  ];
}
