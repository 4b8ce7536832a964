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

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface FirstAdmin {
  readonly email: string;
  /** Absent: a one-time setup link is printed instead. */
  readonly password?: string;
}

/** The issuer that signs people in (OpenID Connect). */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whose verified addresses get an account at their first sign-in; none when empty. */
  readonly allowedDomains: readonly string[];
  /** What is asked for: `openid email profile`, and what the issuer requires for groups. */
  readonly scope: string;
  /** The claim that names a person's groups. */
  readonly groupsClaim: string;
  readonly groupRules: readonly GroupRule[];
}

/** What is in force in one HQ process. Folders are absolute, addresses end without a slash. */
export interface HqConfig {
  readonly dataFolder: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Whether other processes of this machine listen there, too. */
  readonly sharePort: boolean;
  /** Proxies in front that say in `X-Forwarded-For` where a request came from. */
  readonly trustedProxies: number;
  /** Absent: `http://<host>:<port>` of the listening server. */
  readonly baseUrl?: string;
  readonly database: DatabaseAddress;
  readonly publicStorage: StorageAddress;
  readonly mediaStorage: StorageAddress;
  /** Absent: as the AWS SDK finds them. */
  readonly s3Credentials?: S3Credentials;
  /** Absent: `{base_url}/public`. */
  readonly publicStorageUrl?: string;
  /** `none` counts every workspace as having a payment method. */
  readonly billing: "manual" | "none";
  readonly variablePrecedence: "worker-last" | "workflow-last";
  /** For how many days runs and their logs are kept. */
  readonly runDays: number;
  /** Networks that webhooks may reach although they are private. */
  readonly webhookAllow: readonly Cidr[];
  /** Networks in which sites may have an upstream although they are private. */
  readonly upstreamAllow: readonly Cidr[];
  /** How often upstreams are looked at, at least. */
  readonly upstreamIntervalSeconds: number;
  /** Networks in which HQ knocks at workers although they are private. */
  readonly workerAllow: readonly Cidr[];
  /** Read API requests a minute and site. */
  readonly readLimit: number;
  /** Writes a minute and site. */
  readonly writeLimit: number;
  readonly schedulerIntervalSeconds: number;
  readonly firstAdmin?: FirstAdmin;
  /** The first encrypts, all decrypt; none: a key of its own in the data folder. */
  readonly secretKeys: readonly Buffer[];
  /** Absent: links are in the log and in answers to the person who invites. */
  readonly mail?: MailConfig;
  /** Absent: nobody signs in by an account elsewhere. */
  readonly oidc?: OidcConfig;
  /** Whether people sign in by password; off only where there is an issuer. */
  readonly passwordSignIn: boolean;
  /** Absent: metrics are for this machine alone. */
  readonly metricsToken?: string;
  readonly logLevel: LogLevel;
}

/**
 * The environment over the variables of `<folder>/.env`: what is set in the environment wins.
 *
 * @throws CmsError `invalid_config` when `.env` is there and cannot be read.
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
 * Reads the configuration (contracts, section 1). Relative folders are relative to `folder`.
 *
 * @throws CmsError `invalid_config` with one issue for each variable that is wrong.
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
    publicStorage: placeOf(settings.LOAM_PUBLIC_STORAGE, resolve(dataFolder, "public"), {
      folder,
      region,
    }),
    mediaStorage: placeOf(settings.LOAM_MEDIA_STORAGE, resolve(dataFolder, "media"), {
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

function placeOf(
  address: StorageAddress | undefined,
  standard: string,
  { folder, region }: { readonly folder: string; readonly region: string | undefined },
): StorageAddress {
  if (address === undefined) return { kind: "folder", folder: standard };
  if (address.kind === "folder") return { kind: "folder", folder: resolve(folder, address.folder) };
  const location = { ...(region !== undefined && { region }), ...address.location };
  return { kind: "s3", location };
}

/** AWS's own names, so that every tool of theirs is configured along; also from `.env`. */
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

/** An address by which a browser on this machine reaches a host that is listened on. */
export function localUrl(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
