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

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What is in force in one process of a worker. Folders are absolute, addresses end without a slash. */
export interface WorkerConfig {
  /** Folder of everything that the worker keeps. */
  readonly home: string;
  /** The coding agent's own folder, `~/.<agent>`. */
  readonly agentHome: string;
  /** Where skills are deployed: `<agentHome>/skills`. */
  readonly skillsFolder: string;
  /** Folder of the projects' work directories that no manifest places elsewhere. */
  readonly projectsFolder: string;
  /** The agent's MCP servers. */
  readonly mcpFile: string;
  readonly agent: RunAgent;
  /** Where the local interface listens. */
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Where HQ reaches the local interface, to knock at it; absent: it does not. */
  readonly url?: string;
  /** Names by which the local interface may be asked for, besides that of `url` and those of this machine's loopback. */
  readonly allowedHosts: readonly string[];
  /** HQ that commands ask. */
  readonly hqUrl?: string;
  /** With which commands ask HQ. */
  readonly token?: string;
  readonly workspace?: string;
  /** Seals secrets; absent: a key in a file of `home`. */
  readonly secretKey?: Buffer;
  /** The path on which a run finds programs; absent: that of the worker. */
  readonly runPath?: string;
  /** Variables of the worker's own environment that runs get, too. */
  readonly passEnvironment: readonly string[];
  /** Reserved names that secrets of this machine may have all the same. */
  readonly allowReservedSecrets: readonly string[];
  /** Memory that nothing has changed for so long is deleted; absent: kept for good. */
  readonly memoryRetentionDays?: number;
  /** For how long a run is kept after its end, with its log and artifacts. */
  readonly runDays: number;
  /** How much the logs and artifacts of ended runs may take together; above it the oldest go. */
  readonly runMebibytes: number;
  /** Which scope of variables wins in a run without HQ. */
  readonly variablePrecedence?: VariablePrecedence;
  /** How far runs are kept apart; absent: as far as this machine can. */
  readonly isolation?: IsolationLevel;
  /** Files and folders that a boxed run can read, or change, besides its own. */
  readonly boxReadable: readonly string[];
  readonly boxWritable: readonly string[];
  /** How many runs are under way at one time; further ones wait. */
  readonly concurrentRuns: number;
}

/** The file beside the worker's state with what its operator has chosen. */
export const SETTINGS_FILE = "settings.json";

/**
 * Reads the environment, then `settings.json` in the worker's folder; what is set in the environment wins.
 *
 * @throws CmsError `invalid_config`, which names every value that cannot be used.
 */
export function readWorkerConfig(environment: Environment): WorkerConfig {
  const person = homeOf(environment);
  const home = placeBelow(person, environment["LOAM_WORKER_HOME"] || "~/.loam-worker");
  const wrong: string[] = [];
  const set = checkAll(ENVIRONMENT_RULES, environment, (problem) => wrong.push(problem));
  const file = join(home, SETTINGS_FILE);
  const given = readSettingsFile(file, wrong);
  const settings = checkAll(SETTING_RULES, given, (problem) => wrong.push(`${file}: ${problem}`));
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

/** Each known agent looks for its skills in a folder of its own. */
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

/** The folder of the person whose worker this is. */
export function homeOf(environment: Environment): string {
  return environment["HOME"] || homedir();
}

/** A path of which `~` is the person's folder; a relative one is below it. */
function placeBelow(home: string, path: string): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(home, path);
}

type Rules<T> = {
  readonly [K in keyof T]-?: readonly [parse: (value: unknown) => T[K] | undefined, rule: string];
};

/** Of what is given, each value that has a rule; an empty text counts as absent. */
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

/** What is wrong with it as a whole, or with a name in it, is added to what is wrong. */
function readSettingsFile(path: string, wrong: string[]): Readonly<Record<string, unknown>> {
  const text = readIfThere(path);
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

function readIfThere(path: string): string | undefined {
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
