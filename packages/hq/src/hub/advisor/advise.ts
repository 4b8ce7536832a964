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
  const pair = { left, right, projects: [left.id, right.id] };
  return [weights, memory, mcpServers, variables, ports, directories].flatMap((rule) => rule(pair));
}

interface Pair {
  readonly left: AdvisedProject;
  readonly right: AdvisedProject;
  readonly projects: readonly string[];
}

type Rule = (pair: Pair) => readonly Finding[];

/** Declared, or told from what the project brings: containers, MCP servers of its own, several ports. */
function weightOf({ weight, services, containers = 0, mcpServers }: ProjectManifest): {
  readonly weight: "light" | "heavy";
  readonly because: string;
} {
  if (weight !== undefined) return { weight, because: `declared ${weight}` };
  const portCount = services.flatMap((service) => service.ports).length;
  const signs = [
    containers > 0 ? `${containers} containers` : "",
    portCount > 1 ? `${portCount} ports` : "",
    Object.keys(mcpServers).length > 0 ? "MCP servers of its own" : "",
  ].filter((sign) => sign !== "");
  return signs.length > 0
    ? { weight: "heavy", because: signs.join(", ") }
    : { weight: "light", because: "nothing heavy in its manifest" };
}

const weights: Rule = ({ left, right, projects }) => {
  const [first, second] = [weightOf(left.manifest), weightOf(right.manifest)];
  const evidence = [`${left.name}: ${first.because}`, `${right.name}: ${second.because}`];
  const heavy = [first, second].filter(({ weight }) => weight === "heavy").length;
  if (heavy === 0) return [];
  const common = { id: "weight", projects, evidence } as const;
  return heavy === 2
    ? [{ ...common, severity: "error", fix: "Assign them to separate workers." }]
    : [{ ...common, severity: "info", fix: "Give each a directory of its own." }];
};

const memory: Rule = ({ left, right, projects }) => [
  {
    id: "memory",
    severity: "info",
    projects,
    evidence: [`${left.name} and ${right.name} share one memory.`],
    fix: "Keep what is known of one project with its project_id; the worker's doctor finds entries without one.",
  },
];

const mcpServers: Rule = ({ left, right, projects }) => {
  const mine = left.manifest.mcpServers;
  const theirs = right.manifest.mcpServers;
  const differing = Object.keys(mine).filter(
    (name) => Object.hasOwn(theirs, name) && canonical(mine[name]) !== canonical(theirs[name]),
  );
  return differing.map((name) => ({
    id: "mcp",
    severity: "error",
    projects,
    evidence: [`${left.name} and ${right.name} configure the MCP server ${name} differently.`],
    fix: `Rename one of them, as to ${slugOf(right.name)}-${name}: the last that is deployed wins.`,
  }));
};

/** JSON with its keys in order, so that equal configurations are equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const variables: Rule = ({ left, right, projects }) => {
  const shared = left.manifest.envVars.filter((key) => right.manifest.envVars.includes(key));
  return shared.map((key) => {
    const [mine, theirs] = [left.variables.get(key), right.variables.get(key)];
    const differ = mine !== undefined && theirs !== undefined && mine !== theirs;
    return {
      id: "variables",
      severity: differ ? "error" : "warn",
      projects,
      evidence: [
        differ
          ? `${key} is set to different values for ${left.name} and for ${right.name}.`
          : `${left.name} and ${right.name} both need ${key}; as a secret it has one value on a worker.`,
      ],
      fix: `Use names of their own, as ${envName(left.name)}_${key}, or separate workers.`,
    };
  });
};

const ports: Rule = ({ left, right, projects }) => {
  const mine = portsOf(left);
  const theirs = portsOf(right);
  const shared = [...mine].filter(([port]) => theirs.has(port));
  const areHeavy = [left, right].every(({ manifest }) => weightOf(manifest).weight === "heavy");
  const taken = new Set([...mine.keys(), ...theirs.keys()]);
  return shared.map(([port, service]) => ({
    id: "ports",
    severity: areHeavy ? "error" : "warn",
    projects,
    evidence: [`Port ${port}: ${service} of ${left.name}, ${theirs.get(port)} of ${right.name}.`],
    fix: `Use separate workers, or give one of them another port, as ${freePort(port, taken)}.`,
  }));
};

function portsOf({ manifest }: AdvisedProject): ReadonlyMap<number, string> {
  return new Map(
    manifest.services.flatMap(({ name, ports: list }) => list.map((port) => [port, name] as const)),
  );
}

function freePort(port: number, taken: ReadonlySet<number>): number {
  let free = port + 1;
  while (taken.has(free)) free += 1;
  return free <= 65_535 ? free : 1024;
}

const directories: Rule = ({ left, right, projects }) => {
  const [mine, theirs] = [left.manifest.workDir, right.manifest.workDir];
  if (mine === undefined || theirs === undefined) return [];
  const [first, second] = [asFolder(mine), asFolder(theirs)];
  if (!first.startsWith(second) && !second.startsWith(first)) return [];
  return [
    {
      id: "directories",
      severity: "error",
      projects,
      evidence: [`${left.name} works in ${mine}, ${right.name} in ${theirs}.`],
      fix: "Give each a directory of its own, none within the other.",
    },
  ];
};

function asFolder(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return path.startsWith("~")
    ? `${parts.join("/")}/`
    : `/${parts.map((part) => `${part}/`).join("")}`;
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
          evidence: [
            `The worker has another skill ${skill}, which is no version of this workspace's.`,
          ],
          fix: `Rename the skill to ${slugOf(name)}-${skill}: the later deployment replaces the other.`,
        },
      ];
    }),
  );
}

const GIB = 1024 ** 3;

/** Whether the machine carries what is assigned to it. */
function strain(facts: WorkerFacts, projects: readonly AdvisedProject[]): readonly Finding[] {
  const strained = strainOf(facts).filter(({ share }) => share >= 0.7);
  if (strained.length === 0 || projects.length === 0) return [];
  const heavy = projects.filter(({ manifest }) => weightOf(manifest).weight === "heavy");
  const isFull = strained.some(({ share }) => share >= 0.9);
  // One project alone strains only itself.
  const isError = isFull && heavy.length > 0 && projects.length > 1;
  const names = heavy.map(({ name }) => name).join(", ");
  return [
    {
      id: "resources",
      severity: isError ? "error" : "warn",
      projects: projects.map(({ id }) => id),
      evidence: strained.map(({ text }) => text),
      fix: `Move a project to another worker${names === "" ? "" : `: the heaviest are ${names}`}.`,
    },
  ];
}

/** How much is in use of what the worker told of, as a share of it. */
function strainOf({ load, cores, memoryFree, memoryTotal, diskFree }: WorkerFacts): readonly {
  readonly share: number;
  readonly text: string;
}[] {
  const fiveMinutes = load?.[1] ?? 0;
  const used = memoryFree === undefined ? 0 : 1 - memoryFree / (memoryTotal ?? memoryFree);
  return [
    {
      share: cores === undefined ? 0 : fiveMinutes / Math.max(1, cores),
      text: `Load of ${fiveMinutes} on ${cores ?? 1} cores, over five minutes.`,
    },
    { share: used, text: `${Math.round(used * 100)} % of the memory is in use.` },
    {
      share: (diskFree ?? GIB) < GIB ? 1 : 0,
      text: `${diskFree ?? GIB} bytes of the disk are free.`,
    },
  ];
}

function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return slug === "" ? "project" : slug;
}

function envName(name: string): string {
  return slugOf(name).replaceAll("-", "_").toUpperCase();
}
