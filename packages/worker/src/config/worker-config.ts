import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import { knownAgent, type RunAgent } from "./agent-presets.ts";
import {
  ENVIRONMENT_RULES,
  type EnvironmentSettings,
  type IsolationLevel,
  SETTING_RULES,
  type Settings,
} from "./setting-rules.ts";

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Effective configuration of one worker process. Paths are absolute; URLs have no trailing slash. */
export interface WorkerConfig {
  /** Folder of all of the worker's files. */
  readonly home: string;
  /** The coding agent's own folder, `~/.<agent>`. */
  readonly agentHome: string;
  /** Folder of deployed skills: `<agentHome>/skills`. */
  readonly skillsFolder: string;
  /** Folder of the projects' work directories, unless their manifest defines another place. */
  readonly projectsFolder: string;
  /** The agent's file of MCP servers. */
  readonly mcpFile: string;
  readonly agent: RunAgent;
  /** Host that the local interface listens on. */
  readonly host: string;
  /** 0 uses a free port. */
  readonly port: number;
  /** URL at which HQ can reach the local interface to wake the worker; absent: HQ doesn't. */
  readonly url?: string;
  /** Host names that requests to the local interface can use, in addition to that of `url` and the loopback names. */
  readonly allowedHosts: readonly string[];
  /** URL of HQ for commands. */
  readonly hqUrl?: string;
  /** Token of commands for HQ. */
  readonly token?: string;
  readonly workspace?: string;
  /** Encrypts secrets; absent: a key in a file of `home`. */
  readonly secretKey?: Buffer;
  /** `PATH` of runs; absent: that of the worker. */
  readonly runPath?: string;
  /** Environment variables of the worker that runs also get. */
  readonly passEnvironment: readonly string[];
  /** Reserved names that secrets of this machine are allowed to have. */
  readonly allowReservedSecrets: readonly string[];
  /** Days after which unchanged memory entries are deleted; absent: never. */
  readonly memoryRetentionDays?: number;
  /** Days for which a run is kept after its end, with its log and artifacts. */
  readonly runDays: number;
  /** Maximum total size of the logs and artifacts of ended runs; beyond it, the oldest are deleted. */
  readonly runMebibytes: number;
  /** Which scope of variables wins in a run without HQ. */
  readonly variablePrecedence?: VariablePrecedence;
  /** Isolation level of runs; absent: the highest that this machine supports. */
  readonly isolation?: IsolationLevel;
  /** Additional files and folders that a boxed run can read, or modify. */
  readonly boxReadable: readonly string[];
  readonly boxWritable: readonly string[];
  /** Maximum number of concurrent runs; others wait. */
  readonly concurrentRuns: number;
}

/** The file next to the worker's state with the operator's settings. */
export const SETTINGS_FILE = "settings.json";

/**
 * Reads the environment, then `settings.json` in the worker's folder; the environment takes precedence.
 *
 * @throws CmsError `invalid_config`, which names every invalid value
 */
export function readWorkerConfig(environment: Environment): WorkerConfig {
  const person = homeOf(environment);
  const home = placeBelow(person, environment["LOAM_WORKER_HOME"] || "~/.loam-worker");
  const wrong: string[] = [];
  const set = checkAll(ENVIRONMENT_RULES, environment, (problem) => wrong.push(problem));
  const file = join(home, SETTINGS_FILE);
  const fileSettings = readSettingsFile(file, wrong);
  const settings = checkAll(SETTING_RULES, fileSettings, (problem) =>
    wrong.push(`${file}: ${problem}`),
  );
  if (wrong.length > 0) throw invalidConfig(wrong);
  return {
    home,
    ...readAgent(set, settings, person),
    projectsFolder: placeBelow(person, settings.projectsFolder ?? join(home, "projects")),
    mcpFile: placeBelow(person, settings.mcpFile ?? "~/.mcp.json"),
    ...readHqSettings(set, settings),
    ...readInterface(set, settings),
    ...readRunSettings(settings),
    ...readIsolation(set, settings, person),
    ...readPrecedence(set, settings),
    runDays: set.LOAM_WORKER_RUN_DAYS ?? settings.runDays ?? 30,
    runMebibytes: set.LOAM_WORKER_RUN_MEBIBYTES ?? settings.runMebibytes ?? 1024,
  };
}

/** Each known agent reads its skills from a different folder. */
function readAgent(
  set: EnvironmentSettings,
  settings: Settings,
  person: string,
): Pick<WorkerConfig, "agent" | "agentHome" | "skillsFolder"> {
  const agent = settings.agent ?? "claude";
  const standard = join("~", knownAgent(agent)?.home ?? ".claude");
  const agentHome = placeBelow(person, set.AGENT_HOME ?? settings.agentHome ?? standard);
  return { agent, agentHome, skillsFolder: join(agentHome, "skills") };
}

function readIsolation(
  set: EnvironmentSettings,
  settings: Settings,
  person: string,
): Pick<WorkerConfig, "isolation" | "boxReadable" | "boxWritable" | "concurrentRuns"> {
  const isolation = set.LOAM_WORKER_ISOLATION ?? settings.isolation;
  const places = (paths: readonly string[] = []): readonly string[] =>
    paths.map((path) => placeBelow(person, path));
  return {
    ...(isolation !== undefined && { isolation }),
    boxReadable: places(settings.boxReadable),
    boxWritable: places(settings.boxWritable),
    concurrentRuns: set.LOAM_WORKER_CONCURRENT_RUNS ?? settings.concurrentRuns ?? 2,
  };
}

function readHqSettings(
  set: EnvironmentSettings,
  settings: Settings,
): Pick<WorkerConfig, "hqUrl" | "token" | "workspace" | "secretKey"> {
  const hqUrl = set.LOAM_HQ_URL ?? settings.hqUrl;
  const workspace = set.LOAM_WORKSPACE ?? settings.workspace;
  const { LOAM_TOKEN: token, LOAM_WORKER_KEY: key } = set;
  return {
    ...(hqUrl !== undefined && { hqUrl: hqUrl.replace(/\/+$/, "") }),
    ...(token !== undefined && { token }),
    ...(workspace !== undefined && { workspace }),
    ...(key !== undefined && { secretKey: Buffer.from(key, "base64") }),
  };
}

function readInterface(
  set: EnvironmentSettings,
  settings: Settings,
): Pick<WorkerConfig, "host" | "port" | "url" | "allowedHosts"> {
  const url = set.LOAM_WORKER_URL ?? settings.url;
  return {
    host: settings.host ?? "127.0.0.1",
    port: settings.port ?? 4500,
    ...(url !== undefined && { url: url.replace(/\/+$/, "") }),
    allowedHosts: settings.allowedHosts ?? [],
  };
}

function readRunSettings(
  settings: Settings,
): Pick<
  WorkerConfig,
  "runPath" | "passEnvironment" | "allowReservedSecrets" | "memoryRetentionDays"
> {
  const { runPath, memoryRetentionDays } = settings;
  return {
    passEnvironment: settings.passEnvironment ?? [],
    allowReservedSecrets: settings.allowReservedSecrets ?? [],
    ...(runPath !== undefined && { runPath }),
    ...(memoryRetentionDays !== undefined && { memoryRetentionDays }),
  };
}

function readPrecedence(
  set: EnvironmentSettings,
  settings: Settings,
): Pick<WorkerConfig, "variablePrecedence"> {
  const variablePrecedence = set.LOAM_VARIABLE_PRECEDENCE ?? settings.variablePrecedence;
  return variablePrecedence === undefined ? {} : { variablePrecedence };
}

/** Home folder of the worker's user. */
export function homeOf(environment: Environment): string {
  return environment["HOME"] || homedir();
}

/** Resolves a path; `~` and relative paths are below the user's home. */
function placeBelow(home: string, path: string): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(home, path);
}

type Rules<T> = {
  readonly [K in keyof T]-?: readonly [parse: (value: unknown) => T[K] | undefined, rule: string];
};

/** Checks each value that has a rule; an empty text counts as absent. */
function checkAll<T extends object>(
  rules: Rules<T>,
  given: Readonly<Record<string, unknown>>,
  tell: (problem: string) => void,
): Partial<T> {
  const checked: Partial<T> = {};
  for (const name in rules) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === "") continue;
    const [parse, rule] = rules[name];
    const parsed = parse(value);
    if (parsed === undefined) tell(`${name} ${rule}.`);
    else checked[name] = parsed;
  }
  return checked;
}

/** Adds problems of the file, or of unknown names in it, to `wrong`. */
function readSettingsFile(path: string, wrong: string[]): Readonly<Record<string, unknown>> {
  const text = readIfExists(path);
  if (text === undefined) return {};
  const settings = parseObject(text);
  if (settings === undefined) {
    wrong.push(`${path} must be a JSON object.`);
    return {};
  }
  const known = Object.keys(SETTING_RULES);
  for (const name of Object.keys(settings)) {
    if (!known.includes(name))
      wrong.push(`${path}: unknown setting ${name}. Settings: ${known.join(", ")}.`);
  }
  return settings;
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw invalidConfig([`${path} cannot be read. Check its permissions.`]);
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return undefined;
  }
}

function invalidConfig(lines: readonly string[]): CmsError {
  return new CmsError("invalid_config", lines.join(" "), {
    issues: lines.map((message) => ({ code: "invalid_config", message })),
  });
}
