import type { DoctorFacts, ProjectFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { judgeFacts } from "./judge-facts.ts";

const OTHERS = "a project of another workspace";

/**
 * Returns the findings for the HQ of one workspace: problems of its own projects. Names, paths, and secrets of other
 * workspaces on this machine aren't included.
 */
export function judgeFor(facts: DoctorFacts, workspaceId: string): readonly Finding[] {
  const isOwn = (of: Pick<ProjectFacts, "workspaceId">): boolean => of.workspaceId === workspaceId;
  const hidden = facts.projects.filter((project) => !isOwn(project));
  const places = new Set(hidden.map(({ directory }) => directory.real));
  const { secrets, resources } = facts;
  const findings = judgeFacts({
    ...facts,
    projects: facts.projects.map((project) => (isOwn(project) ? project : withoutName(project))),
    secrets: { ...secrets, hiding: secrets.hiding.filter(isOwn) },
    resources: {
      ...resources,
      disks: new Map([...resources.disks].filter(([folder]) => !places.has(folder))),
    },
  });
  return findings.filter(
    ({ projects }) => projects.length === 0 || projects.some((name) => name !== OTHERS),
  );
}

function withoutName(project: ProjectFacts): ProjectFacts {
  const { path, real = path, ...directory } = project.directory;
  return { ...project, name: OTHERS, directory: { ...directory, real, path: "the same place" } };
}
