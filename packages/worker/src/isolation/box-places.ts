import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { knownAgent, commandWords } from "../config/agent-presets.ts";
import { homeOf, type WorkerConfig } from "../config/worker-config.ts";
import { readMcpFile } from "../mcp/mcp-file.ts";
import { findProgram, isExecutable } from "../preflight/find-program.ts";
import { isWithin, type SystemPlace } from "./box-arguments.ts";

/** Folders of executables, libraries, and system settings. */
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

/** Returns the system folders of this machine. */
export function systemPlaces(): readonly SystemPlace[] {
  return SYSTEM.flatMap((path): readonly SystemPlace[] => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return [found.isSymbolicLink() ? { path, link: readlinkSync(path) } : { path }];
  });
}

/** The properties of a run that determine its box. */
export interface BoxedRun {
  readonly config: WorkerConfig;
  /** Environment of the run. */
  readonly environment: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  /** Tools that its skill requires. */
  readonly tools: readonly string[];
  readonly directory: string;
}

/**
 * Returns the paths outside the system's folders that a run can read: the executables it may call with their files, the
 * agent's folders, and those added by the operator.
 */
export function readablePlaces(run: BoxedRun): readonly string[] {
  const { config, environment } = run;
  const found = [
    ...resolverFiles(),
    ...agentFolders(config, environment),
    ...searchPathOf(environment),
    ...executablePlaces(run),
    ...agentSocket(environment),
    // The home folder contains a copy.
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

/** Files for name resolution, which can be links into `/run`. */
function resolverFiles(): readonly string[] {
  try {
    return [realpathSync("/etc/resolv.conf")];
  } catch {
    return [];
  }
}

/** Skills, and a known agent's other folders. */
function agentFolders(
  config: WorkerConfig,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  const { folders } = knownAgent(config.agent)?.files ?? { folders: ["skills"] };
  return agentHomes(config, environment).flatMap((home) => folders.map((name) => join(home, name)));
}

/** The agent's folder as configured for the worker, and at the agent's default location. */
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

/** Files of the commands that the run starts, and what they consist of. */
function executablePlaces(run: BoxedRun): readonly string[] {
  const { config, environment, argv, tools } = run;
  const [program = "", script = "", ...rest] = commandWords(argv);
  const searchPath = environment["PATH"] ?? "";
  const mcp = readMcpFile(config.mcpFile);
  const servers = mcp.kind === "read" ? [...mcp.servers.values()] : [];
  const commands = servers.flatMap(({ command }) => (typeof command === "string" ? [command] : []));
  const isOwn = (path: string): boolean => isWithin(path, config.home) || path === config.mcpFile;
  return [
    // A custom command can be a script with other files next to it.
    ...[program, script].flatMap((path) => {
      if (isAbsolute(path)) return isOwn(path) ? [] : placesOfExecutable(path, run);
      return placesOfExecutable(findProgram(path, searchPath), run);
    }),
    ...rest.filter((path) => isAbsolute(path) && !isOwn(path)),
    ...["node", ...tools, ...commands].flatMap((name) =>
      placesOfExecutable(findProgram(name, searchPath), run),
    ),
    // Projects name these commands: nothing else is added for them, and files that aren't executable are skipped.
    ...commands.filter((path) => isAbsolute(path) && isExecutable(path)),
  ];
}

/** Both names of an executable, with its folder or its package. */
function placesOfExecutable(path: string | undefined, run: BoxedRun): readonly string[] {
  if (path === undefined || !existsSync(path)) return [];
  const real = realpathSync(path);
  if (statSync(real).isDirectory()) return [path];
  // Packages that npm installed globally are next to Node's folder of executables.
  const packages = resolve(dirname(real), "../lib/node_modules");
  return [path, real, packages, ...[path, real].map(packageFolder)].filter(
    (place) => !isTooWide(place, run),
  );
}

/** Returns the folder of installed packages, because a Node package can depend on any of them. */
function packageFolder(path: string): string {
  const [, modules] = /^(.*?\/node_modules)\//.exec(path) ?? [];
  return modules ?? dirname(path);
}

/** The socket of the ssh agent, which uses the user's keys without revealing them, if the operator passes it on. */
function agentSocket(environment: Readonly<Record<string, string>>): readonly string[] {
  const { SSH_AUTH_SOCK: socket = "" } = environment;
  return isAbsolute(socket) ? [socket] : [];
}

/** Folders shared by all users. */
const SHARED = new Set(["/tmp", "/run", "/var", "/dev", "/proc", "/sys"]);

/**
 * Whether a folder would expose what runs must not see: the user's whole home, the worker's folder, or most of the
 * disk.
 */
function isTooWide(
  path: string,
  { config, environment }: Pick<BoxedRun, "config" | "environment">,
): boolean {
  const hidden = [homeOf(environment), config.home, config.agentHome].flatMap(namesOf);
  return SHARED.has(path) || hidden.some((folder) => isWithin(folder, path));
}

/** A folder's configured and resolved paths: `/home` is a link on some machines. */
export function namesOf(folder: string): readonly string[] {
  return existsSync(folder) ? [...new Set([folder, realpathSync(folder)])] : [folder];
}

/** System folders, which must not be writable through a work directory. */
const SYSTEM_OWN = ["/etc", "/usr", "/boot", "/proc", "/sys"];

/**
 * Returns why a run cannot be boxed in its directory. The directory is writable and chosen by the project, so it must
 * not contain anything that the box hides, and must not be a hidden folder of the user, which has keys and settings.
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
 * Returns the repository of a linked worktree elsewhere, into which Git writes commits. The repository itself must
 * confirm the link, because the run could have written the file in the worktree.
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
