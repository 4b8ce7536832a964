import { existsSync } from "node:fs";
import { checkGit } from "@loam/cms-core/git";
import { SECRET_VARIABLES, variableNames } from "../../platform/config/config-variables.ts";
import { type Environment, type HqConfig, localUrl } from "../../platform/config/config.ts";
import {
  formatStorageAddress,
  type StorageAddress,
} from "../../platform/config/storage-address.ts";
import { formatDatabaseAddress } from "../../platform/db/database-address.ts";
import { formatCidr } from "../../platform/egress/address-rules.ts";
import { checkSpace } from "../../platform/storage/check-space.ts";
import { checkStorage } from "../../platform/storage/storages.ts";
import { configuredPublicUrl } from "../../sites/publisher/site-publisher.ts";
import { type DatabaseState, examineDatabase } from "./examine-database.ts";

/** Variables of the command-line clients, which aren't errors in HQ's environment. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  "LOAM_HQ_URL",
  "LOAM_TOKEN",
  "LOAM_WORKSPACE",
  "LOAM_WORKER_HOME",
]);

/** The configuration of an instance and the state of its parts. Secrets are masked. */
export interface Examination {
  readonly node: string;
  /** Git's version, or why it cannot be used. */
  readonly git: string;
  /** Whether there is enough space for data, public files, and media. */
  readonly disk: { readonly problem?: string };
  readonly config: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
  readonly dataFolderExists: boolean;
  readonly database: DatabaseState;
  readonly storages: readonly StorageState[];
  /** Names of the unusable parts. */
  readonly unusable: readonly string[];
}

interface ExamineOptions {
  /** @default 64 MiB */
  readonly minFreeBytes?: number;
}

/** Checks the configured parts without making changes. `environment` includes `.env`. */
export async function examineInstance(
  config: HqConfig,
  environment: Environment,
  { minFreeBytes }: ExamineOptions = {},
): Promise<Examination> {
  const variables = setVariables(environment);
  const dataFolderExists = existsSync(config.dataFolder);
  let git = "";
  const gitProblem = await findProblem(async () => void (git = await checkGit()));
  const space = await findProblem(async () => checkSpace(config, minFreeBytes));
  const database = await examineDatabase(config);
  const storages = [
    await examine("Public storage", config.publicStorage, config),
    await examine("Media storage", config.mediaStorage, config),
  ];
  return {
    node: process.version,
    git: gitProblem ?? git,
    disk: space === undefined ? {} : { problem: space },
    config: maskedConfig(config),
    variables,
    ignored: Object.keys(variables).filter((name) => !variableNames().includes(name)),
    dataFolderExists,
    database,
    storages,
    unusable: unusableNames([
      { name: "git", problem: gitProblem },
      { name: "disk", problem: space },
      { name: "control database", problem: database.problem },
      ...storages.filter(({ unmade }) => unmade !== true || dataFolderExists),
    ]),
  };
}

const MASK = "********";

/** Returns the effective configuration for display. */
function maskedConfig(config: HqConfig): Readonly<Record<string, unknown>> {
  const { firstAdmin, database, publicStorage, mediaStorage, s3Credentials, ...others } = config;
  const {
    secretKeys,
    mail,
    oidc,
    metricsToken,
    webhookAllow,
    upstreamAllow,
    workerAllow,
    ...plain
  } = others;
  // A port chosen by the system is known only while the server runs.
  const known = config.baseUrl !== undefined || config.port !== 0;
  return {
    ...plain,
    ...(known && {
      baseUrl: config.baseUrl ?? localUrl(config.host, config.port),
      publicStorageUrl: configuredPublicUrl(config),
    }),
    webhookAllow: webhookAllow.map(formatCidr),
    upstreamAllow: upstreamAllow.map(formatCidr),
    workerAllow: workerAllow.map(formatCidr),
    database: formatDatabaseAddress(database),
    publicStorage: formatStorageAddress(publicStorage),
    mediaStorage: formatStorageAddress(mediaStorage),
    ...(s3Credentials !== undefined && { s3Credentials: MASK }),
    secretKeys: secretKeys.map(() => MASK),
    ...(metricsToken !== undefined && { metricsToken: MASK }),
    ...(mail !== undefined && { mail: { ...mail, smtpUrl: MASK } }),
    ...(oidc !== undefined && { oidc: { ...oidc, clientSecret: MASK } }),
    ...(firstAdmin !== undefined && {
      firstAdmin: {
        email: firstAdmin.email,
        ...(firstAdmin.password !== undefined && { password: MASK }),
      },
    }),
  };
}

interface StorageState {
  readonly name: string;
  readonly address: string;
  /** Absent if it can be used. */
  readonly problem?: string;
  /** Whether the folder doesn't exist yet, as before the first start, which creates it. */
  readonly unmade?: true;
}

async function examine(
  name: string,
  address: StorageAddress,
  config: HqConfig,
): Promise<StorageState> {
  const problem = await findProblem(async () => checkStorage(address, config));
  return {
    name,
    address: formatStorageAddress(address),
    ...(problem !== undefined && { problem }),
    ...(address.kind === "folder" && !existsSync(address.folder) && { unmade: true as const }),
  };
}

/** A part of HQ and why it cannot be used. */
interface Part {
  readonly name: string;
  readonly problem?: string | undefined;
}

function unusableNames(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ name, problem }) => (problem === undefined ? [] : [name.toLowerCase()]));
}

async function findProblem(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns all `LOAM_` variables with secrets masked. */
function setVariables(environment: Environment): Readonly<Record<string, string>> {
  const set = Object.entries(environment).flatMap(([name, value]) => {
    if (!name.startsWith("LOAM_") || CLIENT_VARIABLES.has(name)) return [];
    // The value of a misspelled variable might be a password.
    const shown = variableNames().includes(name) && !SECRET_VARIABLES.has(name);
    return [[name, shown ? (value ?? "") : MASK] as const];
  });
  return Object.fromEntries(set.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
