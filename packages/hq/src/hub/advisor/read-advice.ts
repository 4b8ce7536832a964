import type { Finding } from "@loam/cms-core/advice";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { listAssignments } from "../projects/assignments.ts";
import { listProjects } from "../projects/projects.ts";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import { listVariables } from "../variables/variables.ts";
import { listWorkers, type Sightings } from "../workers/workers.ts";
import { type AdvisedProject, adviseWorker, planWorkers } from "./advise.ts";

export interface AdviceDeps {
  readonly database: ControlDatabase;
  readonly polls: Sightings;
  readonly skills: SkillRepositories;
}

/** The advisor's results for a workspace. */
export interface Advice {
  /** Findings for each worker with projects. */
  readonly workers: readonly { readonly workerId: string; readonly findings: readonly Finding[] }[];
  /** Groups of projects that can share a worker. */
  readonly plan: readonly (readonly string[])[];
}

/** An assignment that doesn't exist yet. */
interface PlannedAssignment {
  readonly workerId: string;
  readonly projectId: string;
}

/** Runs the compatibility rules on all assignments, plus the planned one if given. */
export async function readAdvice(
  { database, polls, skills }: AdviceDeps,
  workspaceId: string,
  planned?: PlannedAssignment,
): Promise<Advice> {
  const projects = await readProjects(database, workspaceId);
  const trees = await readTrees(skills, workspaceId, projects);
  const assigned = [
    ...(await listAssignments(database, workspaceId)),
    ...(planned ? [planned] : []),
  ];
  const workers = await listWorkers(database, workspaceId, polls);
  return {
    workers: workers.flatMap(({ id: workerId, facts = {} }) => {
      const ids = new Set(
        assigned.filter((each) => each.workerId === workerId).map((each) => each.projectId),
      );
      const own = projects.filter(({ id }) => ids.has(id));
      if (own.length === 0) return [];
      return [{ workerId, findings: adviseWorker({ facts, skillTrees: trees }, own) }];
    }),
    plan: planWorkers(projects),
  };
}

async function readProjects(
  database: ControlDatabase,
  workspaceId: string,
): Promise<readonly AdvisedProject[]> {
  const projects: AdvisedProject[] = [];
  for (const { id, name, manifest } of await listProjects(database, workspaceId)) {
    const variables = await listVariables(database, { id });
    projects.push({
      id,
      name,
      manifest,
      variables: new Map(variables.map(({ key, value }) => [key, value])),
    });
  }
  return projects;
}

async function readTrees(
  skills: SkillRepositories,
  workspaceId: string,
  projects: readonly AdvisedProject[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const names = new Set(projects.flatMap(({ manifest }) => manifest.skills));
  if (names.size === 0) return new Map();
  const { versions } = await (await skills.of(workspaceId)).follow();
  return new Map(
    [...names].map((name) => [name, new Set((versions.get(name) ?? []).map(({ tree }) => tree))]),
  );
}
