import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import type { S3Credentials } from "@loam/cms-core/s3";
import { dataPaths } from "../data-folder/data-folder.ts";
import type { DatabaseAddress } from "../db/database-address.ts";
import type { Cidr } from "../egress/address-rules.ts";
import type { MailConfig } from "../mail/mailer.ts";
import { invalidConfig, type LogLevel, parseSettings, type Settings } from "./config-variables.ts";
import type { GroupRule } from "./group-roles.ts";
import type { StorageAddress } from "./storage-address.ts";

/** Environment variables in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface FirstAdmin {
  readonly email: string;
  /** Absent: HQ prints a one-time setup link instead. */
  readonly password?: string;
}

/** The OpenID Connect issuer for single sign-on. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Email domains whose users get an account on first sign-in. Empty: none. */
  readonly allowedDomains: readonly string[];
  /** The requested scope: `openid email profile`, plus what the issuer requires for groups. */
  readonly scope: string;
  /** The claim that contains the user's groups. */
  readonly groupsClaim: string;
  readonly groupRules: readonly GroupRule[];
}

/** Effective configuration of one HQ process. Paths are absolute; URLs have no trailing slash. */
export interface HqConfig {
  readonly dataFolder: string;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Whether other processes of this machine listen on the same port. */
  readonly sharePort: boolean;
  /** Number of trusted proxies in front of HQ that set `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** Absent: `http://<host>:<port>` of the listening server. */
  readonly baseUrl?: string;
  readonly database: DatabaseAddress;
  readonly publicStorage: StorageAddress;
  readonly mediaStorage: StorageAddress;
  /** Absent: resolved by the AWS SDK. */
  readonly s3Credentials?: S3Credentials;
  /** Absent: `{base_url}/public`. */
  readonly publicStorageUrl?: string;
  /** `none` treats every workspace as having a payment method. */
  readonly billing: "manual" | "none";
  readonly variablePrecedence: "worker-last" | "workflow-last";
  /** Days that runs and their logs are kept. */
  readonly runDays: number;
  /** Private networks that webhooks can reach. */
  readonly webhookAllow: readonly Cidr[];
  /** Private networks that can host upstream repositories. */
  readonly upstreamAllow: readonly Cidr[];
  /** Maximum seconds between two polls of an upstream. */
  readonly upstreamIntervalSeconds: number;
  /** Private networks in which HQ sends wake-up requests to workers. */
  readonly workerAllow: readonly Cidr[];
  /** Read API requests per minute and site. */
  readonly readLimit: number;
  /** Writes per minute and site. */
  readonly writeLimit: number;
  readonly schedulerIntervalSeconds: number;
  readonly firstAdmin?: FirstAdmin;
  /** The first key encrypts, all of them decrypt. Empty: HQ creates a key in the data folder. */
  readonly secretKeys: readonly Buffer[];
  /** Absent: links go to the log and into responses to the inviting user. */
  readonly mail?: MailConfig;
  /** Absent: no single sign-on. */
  readonly oidc?: OidcConfig;
  /** Whether users can sign in with a password. Can be false only if there is an issuer. */
  readonly passwordSignIn: boolean;
  /** Absent: only this machine can read metrics. */
  readonly metricsToken?: string;
  readonly logLevel: LogLevel;
}

/**
 * Merges the environment with the variables of `<folder>/.env`. The environment wins.
 *
 * @throws CmsError `invalid_config` if `.env` exists but cannot be read.
 */
export function readEnvironment(folder: string, environment: Environment): Environment {
  const set = Object.entries(environment).filter(([, value]) => (value ?? "") !== "");
  return { ...readEnvFile(resolve(folder, ".env")), ...Object.fromEntries(set) };
}

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw invalidConfig([`${path} cannot be read. Check its permissions.`]);
  }
}

/**
 * Parses the configuration (contracts, section 1). Relative paths are resolved against `folder`.
 *
 * @throws CmsError `invalid_config` with one issue per invalid variable.
 */
export function parseConfig(environment: Environment, folder: string): HqConfig {
  const settings = parseSettings(environment);
  const dataFolder = resolve(folder, settings.LOAM_DATA ?? "data");
  const { LOAM_BASE_URL: baseUrl, LOAM_PUBLIC_STORAGE_URL: publicStorageUrl } = settings;
  const region = environment["AWS_REGION"];
  return {
    dataFolder,
    host: settings.LOAM_HOST ?? "127.0.0.1",
    ...readPort(settings),
    trustedProxies: settings.LOAM_TRUSTED_PROXIES ?? 0,
    database: settings.LOAM_DATABASE_URL ?? {
      kind: "sqlite",
      file: dataPaths(dataFolder).database,
    },
    publicStorage: resolveStorage(settings.LOAM_PUBLIC_STORAGE, resolve(dataFolder, "public"), {
      folder,
      region,
    }),
    mediaStorage: resolveStorage(settings.LOAM_MEDIA_STORAGE, resolve(dataFolder, "media"), {
      folder,
      region,
    }),
    ...readCredentials(environment),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(publicStorageUrl !== undefined && { publicStorageUrl }),
    ...readPolicies(settings),
    ...readFirstAdmin(settings),
    ...readIdentity(settings),
  };
}

function resolveStorage(
  address: StorageAddress | undefined,
  standard: string,
  { folder, region }: { readonly folder: string; readonly region: string | undefined },
): StorageAddress {
  if (address === undefined) return { kind: "folder", folder: standard };
  if (address.kind === "folder") return { kind: "folder", folder: resolve(folder, address.folder) };
  const location = { ...(region !== undefined && { region }), ...address.location };
  return { kind: "s3", location };
}

/** Uses AWS's own variable names, so that AWS tools share the configuration. Read from `.env` also. */
function readCredentials(environment: Environment): Pick<HqConfig, "s3Credentials"> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (accessKeyId === undefined || secretAccessKey === undefined) return {};
  return {
    s3Credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  };
}

type Policies = Omit<
  HqConfig,
  | "dataFolder"
  | "host"
  | "port"
  | "sharePort"
  | "trustedProxies"
  | "baseUrl"
  | "database"
  | "publicStorage"
  | "mediaStorage"
  | "s3Credentials"
  | "publicStorageUrl"
  | "firstAdmin"
  | "secretKeys"
  | "mail"
  | "oidc"
  | "passwordSignIn"
>;

function readPort(settings: Settings): Pick<HqConfig, "port" | "sharePort"> {
  const { LOAM_PORT: port = 4400, LOAM_SHARE_PORT: share, LOAM_DATABASE_URL: database } = settings;
  const sharePort = share === "yes";
  if (sharePort && database === undefined) {
    throw invalidConfig([
      "LOAM_SHARE_PORT requires PostgreSQL. With SQLite, there is only one process.",
    ]);
  }
  if (sharePort && port === 0) throw invalidConfig(["LOAM_SHARE_PORT requires LOAM_PORT."]);
  return { port, sharePort };
}

function readPolicies(settings: Settings): Policies {
  return {
    billing: settings.LOAM_BILLING ?? "manual",
    variablePrecedence: settings.LOAM_VARIABLE_PRECEDENCE ?? "worker-last",
    runDays: settings.LOAM_RUN_DAYS ?? 90,
    ...readAllowedNetworks(settings),
    upstreamIntervalSeconds: settings.LOAM_UPSTREAM_INTERVAL ?? 300,
    readLimit: settings.LOAM_READ_LIMIT ?? 300,
    writeLimit: settings.LOAM_WRITE_LIMIT ?? 60,
    schedulerIntervalSeconds: settings.LOAM_SCHEDULER_INTERVAL ?? 300,
    ...(settings.LOAM_METRICS_TOKEN !== undefined && { metricsToken: settings.LOAM_METRICS_TOKEN }),
    logLevel: settings.LOAM_LOG_LEVEL ?? "info",
  };
}

function readAllowedNetworks(
  settings: Settings,
): Pick<HqConfig, "webhookAllow" | "upstreamAllow" | "workerAllow"> {
  return {
    webhookAllow: settings.LOAM_WEBHOOK_ALLOW ?? [],
    upstreamAllow: settings.LOAM_UPSTREAM_ALLOW ?? [],
    workerAllow: settings.LOAM_WORKER_ALLOW ?? [],
  };
}

function readFirstAdmin(settings: Settings): Pick<HqConfig, "firstAdmin"> {
  const { LOAM_ADMIN_EMAIL: email, LOAM_ADMIN_PASSWORD: password } = settings;
  if (email !== undefined) {
    return { firstAdmin: { email, ...(password !== undefined && { password }) } };
  }
  if (password === undefined) return {};
  throw invalidConfig(["LOAM_ADMIN_PASSWORD requires LOAM_ADMIN_EMAIL. Set both or neither."]);
}

function readIdentity(
  settings: Settings,
): Pick<HqConfig, "secretKeys" | "mail" | "oidc" | "passwordSignIn"> {
  const { LOAM_SMTP_URL: smtpUrl, LOAM_MAIL_FROM: from } = settings;
  if ((smtpUrl === undefined) !== (from === undefined)) {
    throw invalidConfig([
      "LOAM_SMTP_URL and LOAM_MAIL_FROM must be set together. Set both or neither.",
    ]);
  }
  return {
    secretKeys: settings.LOAM_SECRET_KEY ?? [],
    ...(smtpUrl !== undefined && from !== undefined && { mail: { smtpUrl, from } }),
    ...readOidc(settings),
    passwordSignIn: settings.LOAM_PASSWORD_SIGN_IN !== "off",
  };
}

function readOidc(settings: Settings): Pick<HqConfig, "oidc"> {
  const {
    LOAM_OIDC_ISSUER: issuer,
    LOAM_OIDC_CLIENT_ID: clientId,
    LOAM_OIDC_CLIENT_SECRET: clientSecret,
    LOAM_OIDC_ALLOWED_DOMAINS: allowedDomains = [],
  } = settings;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) {
    if (settings.LOAM_PASSWORD_SIGN_IN !== "off") return {};
    throw invalidConfig([
      "LOAM_PASSWORD_SIGN_IN=off requires LOAM_OIDC_ISSUER. Otherwise, no one could sign in.",
    ]);
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw invalidConfig([
      "LOAM_OIDC_ISSUER, LOAM_OIDC_CLIENT_ID, and LOAM_OIDC_CLIENT_SECRET must be set together. Set all or none.",
    ]);
  }
  const scope = settings.LOAM_OIDC_SCOPE ?? "openid email profile";
  const groupsClaim = settings.LOAM_OIDC_GROUPS_CLAIM ?? "groups";
  const groupRules = settings.LOAM_OIDC_GROUP_ROLES ?? [];
  const groups = { scope, groupsClaim, groupRules };
  return { oidc: { issuer, clientId, clientSecret, allowedDomains, ...groups } };
}

/** Returns a URL at which a browser on this machine reaches the host that HQ listens on. */
export function localUrl(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
