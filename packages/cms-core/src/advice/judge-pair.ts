import { countOf } from "../base/quantity.ts";
import { asciiWords } from "../base/text.ts";
import { type Finding, PORTS, type ProjectManifest } from "./project-manifest.ts";

/** The properties of a project that the rules use. */
export interface JudgedProject {
  readonly name: string;
  readonly manifest: Omit<ProjectManifest, "skills" | "workDir">;
}

/** Two projects on one worker. */
export interface JudgedPair {
  readonly one: JudgedProject;
  readonly other: JudgedProject;
}

/** A possible conflict between two projects. */
export type PairFinding = Omit<
  Finding<"weight" | "mcp" | "variables" | "ports" | "directories">,
  "projects"
>;

/** Returns the weight in the manifest. Without one, a project with its own services is heavyweight. */
export function weightOf({ manifest }: Pick<JudgedProject, "manifest">): {
  readonly isHeavy: boolean;
  readonly because: string;
} {
  const { weight, services, containers = 0, mcpServers } = manifest;
  if (weight !== undefined) return { isHeavy: weight === "heavy", because: `declared ${weight}` };
  const portCount = services.flatMap(({ ports }) => ports).length;
  const signs = [
    containers > 0 ? countOf(containers, "container") : "",
    portCount > 1 ? countOf(portCount, "port") : "",
    Object.keys(mcpServers).length > 0 ? "own MCP servers" : "",
  ].filter((sign) => sign !== "");
  return signs.length > 0
    ? { isHeavy: true, because: signs.join(", ") }
    : { isHeavy: false, because: "no heavy features in its manifest" };
}

export function judgeWeights({ one, other }: JudgedPair): readonly PairFinding[] {
  const [first, second] = [weightOf(one), weightOf(other)];
  const heavy = [first, second].filter(({ isHeavy }) => isHeavy).length;
  if (heavy === 0) return [];
  const evidence = [`${one.name}: ${first.because}`, `${other.name}: ${second.because}`];
  return heavy === 2
    ? [{ id: "weight", severity: "error", evidence, fix: "Assign them to separate workers." }]
    : [
        {
          id: "weight",
          severity: "info",
          evidence,
          fix: "Give each project a separate directory.",
        },
      ];
}

/** @param usedPorts ports that other processes on the machine use, as far as known */
export function judgePorts(
  { one, other }: JudgedPair,
  usedPorts: Iterable<number>,
): readonly PairFinding[] {
  const [mine, theirs] = [portsOf(one), portsOf(other)];
  const used = new Set([...usedPorts, ...mine.keys(), ...theirs.keys()]);
  const areHeavy = weightOf(one).isHeavy && weightOf(other).isHeavy;
  return [...mine]
    .filter(([port]) => theirs.has(port))
    .map(([port, service]) => ({
      id: "ports",
      severity: areHeavy ? "error" : "warn",
      evidence: [
        `Port ${port} is used by ${service} of ${one.name} and ${theirs.get(port)} of ${other.name}.`,
      ],
      fix: `Use another port for one of them, such as ${findFreePort(port, used)}, or assign them to separate workers.`,
    }));
}

function portsOf({ manifest }: JudgedProject): ReadonlyMap<number, string> {
  return new Map(
    manifest.services.flatMap(({ name, ports }) => ports.map((port) => [port, name] as const)),
  );
}

const FIRST_PORT = 1024;

/** Returns the next free port. After the last one, it continues with the first unprivileged one. */
function findFreePort(port: number, usedPorts: ReadonlySet<number>): number {
  let free = portAfter(port);
  while (usedPorts.has(free) && free !== port) free = portAfter(free);
  return free;
}

function portAfter(port: number): number {
  return port >= PORTS.last ? FIRST_PORT : port + 1;
}

export function judgeServers({ one, other }: JudgedPair): readonly PairFinding[] {
  const [mine, theirs] = [one.manifest.mcpServers, other.manifest.mcpServers];
  return Object.keys(mine)
    .filter((name) => Object.hasOwn(theirs, name))
    .filter((name) => canonicalJson(mine[name]) !== canonicalJson(theirs[name]))
    .map((name) => ({
      id: "mcp",
      severity: "error",
      evidence: [
        `${one.name} and ${other.name} configure the MCP server ${name} differently. The last one deployed wins.`,
      ],
      fix: `Prefix the server name with the project name, such as ${projectPrefix(one.name)}-${name}, or assign the projects to separate workers.`,
    }));
}

/** Serializes JSON with sorted keys, so that equal settings have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** @param differs returns whether a name is known to have different values in the two projects */
export function judgeVariables(
  { one, other }: JudgedPair,
  differs: (name: string) => boolean,
): readonly PairFinding[] {
  const theirs = new Map(other.manifest.envVars.map((name) => [name.toLowerCase(), name]));
  return one.manifest.envVars.flatMap((name): readonly PairFinding[] => {
    const otherName = other.manifest.envVars.includes(name) ? name : theirs.get(name.toLowerCase());
    if (otherName === undefined) return [];
    if (otherName !== name) {
      const evidence = [`${one.name} requires ${name}, but ${other.name} requires ${otherName}.`];
      return [
        { id: "variables", severity: "warn", evidence, fix: "Use the same spelling in both." },
      ];
    }
    const isOther = differs(name);
    const own = `${projectPrefix(one.name).toUpperCase().replaceAll("-", "_")}_${name}`;
    return [
      {
        id: "variables",
        severity: isOther ? "error" : "warn",
        evidence: [
          isOther
            ? `${name} is set to different values for ${one.name} and for ${other.name}.`
            : `${one.name} and ${other.name} both need ${name}. A secret has only one value per worker.`,
        ],
        fix: `If the values differ, use separate names, such as ${own}, or separate workers.`,
      },
    ];
  });
}

/** Working directory of a project. */
interface WorkFolder {
  /** Absolute path, or a path relative to the same base for both. */
  readonly path: string;
  /** Path for display. */
  readonly shown: string;
}

export function judgeDirectories(
  { one, other }: JudgedPair,
  left: WorkFolder,
  right: WorkFolder,
): readonly PairFinding[] {
  if (!isWithin(left.path, right.path) && !isWithin(right.path, left.path)) return [];
  const evidence = [`${one.name} works in ${left.shown}, and ${other.name} in ${right.shown}.`];
  const fix =
    "Give each project a separate directory that isn't inside the other (workDir in the manifest).";
  return [{ id: "directories", severity: "error", evidence, fix }];
}

function isWithin(path: string, folder: string): boolean {
  const inner = /[/\\]$/.test(folder) ? folder : `${folder}/`;
  return path === folder || `${path}/`.startsWith(inner) || path.startsWith(`${folder}\\`);
}

/** Returns the prefix of names in a project's files. */
export function projectPrefix(name: string): string {
  return asciiWords(name) || "project";
}
