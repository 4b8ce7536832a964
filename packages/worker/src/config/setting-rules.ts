import type { VariablePrecedence } from "@loam/cms-core/template";
import { AGENTS, type RunAgent } from "./agent-presets.ts";

/** Isolation of a run from the rest of the machine, weakest first. */
export const ISOLATION_LEVELS = ["none", "contained", "boxed"] as const;

export type IsolationLevel = (typeof ISOLATION_LEVELS)[number];

/** Content of `settings.json`. */
export interface Settings {
  readonly agent?: RunAgent;
  readonly agentHome?: string;
  readonly projectsFolder?: string;
  readonly mcpFile?: string;
  readonly host?: string;
  readonly port?: number;
  readonly url?: string;
  readonly allowedHosts?: readonly string[];
  readonly hqUrl?: string;
  readonly workspace?: string;
  readonly runPath?: string;
  readonly passEnvironment?: readonly string[];
  readonly allowReservedSecrets?: readonly string[];
  readonly memoryRetentionDays?: number;
  readonly runDays?: number;
  readonly runMebibytes?: number;
  readonly variablePrecedence?: VariablePrecedence;
  readonly isolation?: IsolationLevel;
  readonly boxReadable?: readonly string[];
  readonly boxWritable?: readonly string[];
  readonly concurrentRuns?: number;
}

/** Environment variables that a worker reads, except that of its folder. */
export interface EnvironmentSettings {
  readonly AGENT_HOME?: string;
  readonly LOAM_HQ_URL?: string;
  readonly LOAM_TOKEN?: string;
  readonly LOAM_WORKSPACE?: string;
  readonly LOAM_WORKER_KEY?: string;
  readonly LOAM_WORKER_URL?: string;
  readonly LOAM_WORKER_RUN_DAYS?: number;
  readonly LOAM_WORKER_RUN_MEBIBYTES?: number;
  readonly LOAM_VARIABLE_PRECEDENCE?: VariablePrecedence;
  readonly LOAM_WORKER_ISOLATION?: IsolationLevel;
  readonly LOAM_WORKER_CONCURRENT_RUNS?: number;
}

/** Parser of a value, which returns undefined if it is invalid, and the message for that case. */
type Rule<T> = readonly [parse: (value: unknown) => T | undefined, rule: string];

const MAX_DAYS = 36_500;
/** 1 PiB. */
const MAX_MEBIBYTES = 2 ** 30;
const MAX_CONCURRENT_RUNS = 1000;

// Written by hand: a schema library would take longer to load than most commands take in total.
export const SETTING_RULES: { readonly [K in keyof Settings]-?: Rule<Settings[K]> } = {
  agent: [
    parseAgent,
    `must be one of ${AGENTS.join(", ")}, or {"command": ["program", "argument", …]}`,
  ],
  agentHome: [line, "must be a folder"],
  projectsFolder: [line, "must be a folder"],
  mcpFile: [line, "must be a file"],
  host: [matching(/^[\w.:-]{1,255}$/), "must be a host name or IP address of this machine"],
  port: [wholeNumber(0, 65_535), "must be a whole number from 0 to 65535"],
  url: [webAddress, "must be an HTTP or HTTPS URL without a query"],
  allowedHosts: [listOf(matching(/^[\w.:-]{1,255}$/)), "must be a list of host names"],
  hqUrl: [webAddress, "must be an HTTP or HTTPS URL without a query"],
  workspace: [matching(/^[\w-]{1,64}$/), "must be the slug or ID of a workspace"],
  runPath: [line, "must be a search path, in the format of PATH"],
  passEnvironment: [
    listOf(matching(/^[A-Za-z_]\w{0,127}$/)),
    "must be a list of environment variable names",
  ],
  allowReservedSecrets: [
    listOf(matching(/^[A-Za-z_]\w{0,127}$/)),
    "must be a list of environment variable names",
  ],
  memoryRetentionDays: [wholeNumber(1, MAX_DAYS), "must be a whole number of days, at least 1"],
  runDays: [wholeNumber(1, MAX_DAYS), "must be a whole number of days, at least 1"],
  runMebibytes: [wholeNumber(1, MAX_MEBIBYTES), "must be a whole number of MiB, at least 1"],
  variablePrecedence: [precedence, "must be worker-last or workflow-last"],
  isolation: [isolationLevel, "must be none, contained, or boxed"],
  boxReadable: [listOf(line), "must be a list of files and folders"],
  boxWritable: [listOf(line), "must be a list of files and folders"],
  concurrentRuns: [wholeNumber(1, MAX_CONCURRENT_RUNS), "must be a whole number from 1 to 1000"],
};

export const ENVIRONMENT_RULES: {
  readonly [K in keyof EnvironmentSettings]-?: Rule<EnvironmentSettings[K]>;
} = {
  AGENT_HOME: [line, "must be a folder"],
  LOAM_HQ_URL: [webAddress, "must be an HTTP or HTTPS URL without a query"],
  LOAM_TOKEN: [line, "must be a personal access token"],
  LOAM_WORKSPACE: [matching(/^[\w-]{1,64}$/), "must be the slug or ID of a workspace"],
  LOAM_WORKER_KEY: [key, "must be 32 bytes in base64 (openssl rand -base64 32)"],
  LOAM_WORKER_URL: [webAddress, "must be an HTTP or HTTPS URL without a query"],
  LOAM_WORKER_RUN_DAYS: [digits(1, MAX_DAYS), "must be a whole number of days, at least 1"],
  LOAM_WORKER_RUN_MEBIBYTES: [
    digits(1, MAX_MEBIBYTES),
    "must be a whole number of MiB, at least 1",
  ],
  LOAM_VARIABLE_PRECEDENCE: [precedence, "must be worker-last or workflow-last"],
  LOAM_WORKER_ISOLATION: [isolationLevel, "must be none, contained, or boxed"],
  LOAM_WORKER_CONCURRENT_RUNS: [
    digits(1, MAX_CONCURRENT_RUNS),
    "must be a whole number from 1 to 1000",
  ],
};

function parseAgent(value: unknown): RunAgent | undefined {
  if (typeof value === "string") return AGENTS.includes(value) ? value : undefined;
  if (typeof value !== "object" || value === null || !("command" in value)) return undefined;
  const [program, ...rest] = listOf(line)(value.command) ?? [];
  return program === undefined ? undefined : { command: [program, ...rest] };
}

/** Accepts one line of text. */
function line(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return /[\0\r\n]/.test(value) ? undefined : value;
}

function matching(pattern: RegExp): (value: unknown) => string | undefined {
  return (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);
}

function wholeNumber(min: number, max: number): (value: unknown) => number | undefined {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
      ? value
      : undefined;
}

/** Accepts a whole number in the environment. */
function digits(min: number, max: number): (value: unknown) => number | undefined {
  const parse = wholeNumber(min, max);
  return (value) =>
    typeof value === "string" && /^\d{1,10}$/.test(value) ? parse(Number(value)) : undefined;
}

function listOf<T>(
  parse: (value: unknown) => T | undefined,
): (value: unknown) => readonly T[] | undefined {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const parsed = value.map(parse).filter((item) => item !== undefined);
    return parsed.length === value.length ? parsed : undefined;
  };
}

function precedence(value: unknown): VariablePrecedence | undefined {
  return value === "worker-last" || value === "workflow-last" ? value : undefined;
}

function isolationLevel(value: unknown): IsolationLevel | undefined {
  return ISOLATION_LEVELS.find((level) => level === value);
}

function webAddress(value: unknown): string | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  const isPlain = url.search === "" && url.hash === "" && url.username === "";
  return isPlain && typeof value === "string" ? value : undefined;
}

function key(value: unknown): string | undefined {
  return typeof value === "string" && Buffer.from(value.trim(), "base64").length === 32
    ? value.trim()
    : undefined;
}
