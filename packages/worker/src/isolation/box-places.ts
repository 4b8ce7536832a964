import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { knownAgent, programWords } from "../config/agent-presets.ts";
import { homeOf, type WorkerConfig } from "../config/worker-config.ts";
import { readMcpFile } from "../mcp/mcp-file.ts";
import { findProgram, isExecutable } from "../preflight/find-program.ts";
import { isWithin, type SystemPlace } from "./box-arguments.ts";

/** Where systems have programs, libraries and settings. */
const SYSTEM = [
  "/usr",
  "/etc",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix",
  "/gnu",
  "/snap",
  "/home/linuxbrew/.linuxbrew",
  "/var/lib/ca-certificates",
];

/** The system's folders, as this machine has them. */
export function systemPlaces(): readonly SystemPlace[] {
  return SYSTEM.flatMap((path): readonly SystemPlace[] => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return [found.isSymbolicLink() ? { path, link: readlinkSync(path) } : { path }];
  });
}

/** A run, as far as it matters for what it must see. */
export interface BoxedRun {
  readonly config: WorkerConfig;
  /** Of the run. */
  readonly environment: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  /** Tools that its skill requires. */
  readonly tools: readonly string[];
  readonly directory: string;
}

/**
 * What a run reads outside the system's folders: the programs it may call, with what belongs to them, the agent's
 * folders, and what the operator adds.
 */
export function readablePlaces(run: BoxedRun): readonly string[] {
  const { config, environment } = run;
  const found = [
    ...resolverFiles(),
    ...agentFolders(config, environment),
    ...searchPathOf(environment),
    ...programsOf(run),
    ...agentSocket(environment),
    // In the home folder there is a copy.
    ...(isWithin(config.mcpFile, homeOf(environment)) ? [] : [config.mcpFile]),
    ...config.boxReadable,
  ].filter((path) => existsSync(path));
  const wanted = new Set(
    found.filter((path) => config.boxReadable.includes(path) || !isTooWide(path, run)),
  );
  const folders = [...systemPlaces().map(({ path }) => path), ...wanted];
  return [...wanted].filter(
    (path) => !folders.some((folder) => folder !== path && isWithin(path, folder)),
  );
}

/** Names are resolved by files that may be links into `/run`. */
function resolverFiles(): readonly string[] {
  try {
    return [realpathSync("/etc/resolv.conf")];
  } catch {
    return [];
  }
}

/** Skills, and what a known agent has beside them. */
function agentFolders(
  config: WorkerConfig,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  const { folders } = knownAgent(config.agent)?.files ?? { folders: ["skills"] };
  return agentHomes(config, environment).flatMap((home) => folders.map((name) => join(home, name)));
}

/** The agent's folder as the worker is told, and as the agent itself looks for it. */
export function agentHomes(
  { agent, agentHome }: Pick<WorkerConfig, "agent" | "agentHome">,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  const known = knownAgent(agent);
  if (known === undefined) return [agentHome];
  return [...new Set([agentHome, join(homeOf(environment), known.home)])];
}

function searchPathOf(environment: Readonly<Record<string, string>>): readonly string[] {
  return (environment["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
}

/** Of what the run starts, the files, and what they are made of. */
function programsOf(run: BoxedRun): readonly string[] {
  const { config, environment, argv, tools } = run;
  const [program = "", script = "", ...rest] = programWords(argv);
  const searchPath = environment["PATH"] ?? "";
  const mcp = readMcpFile(config.mcpFile);
  const servers = mcp.kind === "read" ? [...mcp.servers.values()] : [];
  const commands = servers.flatMap(({ command }) => (typeof command === "string" ? [command] : []));
  const isOwn = (path: string): boolean => isWithin(path, config.home) || path === config.mcpFile;
  return [
    // What the operator has written may be a script, with others beside it.
    ...[program, script].flatMap((path) => {
      if (isAbsolute(path)) return isOwn(path) ? [] : placesOfProgram(path, run);
      return placesOfProgram(findProgram(path, searchPath), run);
    }),
    ...rest.filter((path) => isAbsolute(path) && !isOwn(path)),
    ...["node", ...tools, ...commands].flatMap((name) =>
      placesOfProgram(findProgram(name, searchPath), run),
    ),
    // Projects name these: nothing comes with them, and what cannot be run is not what they say it is.
    ...commands.filter((path) => isAbsolute(path) && isExecutable(path)),
  ];
}

/** A program by both of its names, with the folder that it lies in, or the packages that it is one of. */
function placesOfProgram(path: string | undefined, run: BoxedRun): readonly string[] {
  if (path === undefined || !existsSync(path)) return [];
  const real = realpathSync(path);
  if (statSync(real).isDirectory()) return [path];
  // Next to the folder of Node's programs are the packages that npm has installed for everyone.
  const packages = resolve(dirname(real), "../lib/node_modules");
  return [path, real, packages, ...[path, real].map(packageFolder)].filter(
    (place) => !isTooWide(place, run),
  );
}

/** A package of Node may need all that is installed with it. */
function packageFolder(path: string): string {
  const [, modules] = /^(.*?\/node_modules)\//.exec(path) ?? [];
  return modules ?? dirname(path);
}

/** Where keys of the person are used without being read, if the operator passes that on. */
function agentSocket(environment: Readonly<Record<string, string>>): readonly string[] {
  const { SSH_AUTH_SOCK: socket = "" } = environment;
  return isAbsolute(socket) ? [socket] : [];
}

/** Folders that hold what belongs to everyone. */
const SHARED = new Set(["/tmp", "/run", "/var", "/dev", "/proc", "/sys"]);

/** With it would come what no run may see: a person's whole folder, the worker's, or most of the disk. */
function isTooWide(
  path: string,
  { config, environment }: Pick<BoxedRun, "config" | "environment">,
): boolean {
  const kept = [homeOf(environment), config.home, config.agentHome].flatMap(namesOf);
  return SHARED.has(path) || kept.some((folder) => isWithin(folder, path));
}

/** A folder as it is called, and where that leads: `/home` is a link on some machines. */
export function namesOf(folder: string): readonly string[] {
  return existsSync(folder) ? [...new Set([folder, realpathSync(folder)])] : [folder];
}

/** What belongs to the system, and is not to be changed by way of a directory. */
const SYSTEM_OWN = ["/etc", "/usr", "/boot", "/proc", "/sys"];

/**
 * Why a run cannot be boxed in its directory. What is changed there is changed outside, and projects say where it is: so
 * it may not contain what the box is to hide, and not be a hidden folder of the person, where keys and settings are.
 */
export function directoryFault(run: BoxedRun, runId: string): string | undefined {
  const { directory, config, environment } = run;
  const own = join(config.projectsFolder, "runs");
  const homes = namesOf(homeOf(environment));
  const projects = namesOf(config.projectsFolder);
  const inProjects = projects.some((folder) => isWithin(directory, folder));
  const isHidden = homes.some(
    (home) => isWithin(directory, home) && relative(home, directory).startsWith("."),
  );
  const isAllowed = inProjects || config.boxWritable.some((path) => isWithin(directory, path));
  const ofOthers = namesOf(own).some(
    (runs) => isWithin(directory, runs) && relative(runs, directory).split("/")[0] !== runId,
  );
  const why = [
    [isTooWide(directory, run), "contains the home folder or the worker's own files"],
    [
      projects.some((folder) => isWithin(folder, directory)),
      "contains the directories of all projects",
    ],
    [ofOthers, "belongs to another run"],
    [SYSTEM_OWN.some((folder) => isWithin(directory, folder)), "belongs to the operating system"],
    [isHidden && !isAllowed, "is in a hidden folder of the home folder"],
  ].find(([is]) => is === true);
  if (why === undefined) return undefined;
  return `A run cannot be boxed in the directory ${directory}, which ${String(why[1])}. Give the project a separate folder, or set isolation to contained.`;
}

/**
 * The repository of a work tree that lies elsewhere, in which git writes what is committed in the tree. Only one that
 * says so itself: the file in the tree may be a run's.
 */
export function repositoryOf(run: BoxedRun): string | undefined {
  const link = join(run.directory, ".git");
  try {
    const [, path] = /^gitdir: (.+)$/m.exec(readFileSync(link, "utf8")) ?? [];
    if (path === undefined) return undefined;
    const own = realpathSync(resolve(run.directory, path));
    const [, repository] = /^(.+)\/worktrees\/[^/]+$/.exec(own) ?? [];
    const tree = readFileSync(join(own, "gitdir"), "utf8").trim();
    if (repository === undefined || realpathSync(tree) !== realpathSync(link)) return undefined;
    return isTooWide(repository, run) ? undefined : repository;
  } catch {
    return undefined;
  }
}
