import { CmsError, isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { type DatabaseAddress, parseDatabaseUrl } from "../db/database-address.ts";
import { type Cidr, parseCidr } from "../egress/address-rules.ts";
import { parseSecretKey } from "../secrets/sealer.ts";
import { type GroupRule, parseGroupRules } from "./group-roles.ts";
import { parseStorageAddress, type StorageAddress } from "./storage-address.ts";

const text = z.string().trim();

function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  return text
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
}

const webAddress = text.refine(isPlainWebAddress).transform((value) => value.replace(/\/+$/, ""));

function isPlainWebAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false;
  return url.search === "" && url.hash === "" && url.username === "" && url.password === "";
}

/** First path segments that HQ serves itself. A base URL below one of them would be ambiguous. */
const RESERVED_PATHS: ReadonlySet<string> = new Set(
  "api assets auth git healthz hooks invitation mcp metrics password-reset public readyz setup w".split(
    " ",
  ),
);

function firstName(address: string): string {
  return new URL(address).pathname.split("/")[1] ?? "";
}

const storageAddress = text.transform((value, context): StorageAddress => {
  try {
    const address = parseStorageAddress(value);
    if (address !== undefined) return address;
    context.addIssue({ code: "custom", message: "" });
  } catch (error) {
    if (!isCmsError(error)) throw error;
    context.addIssue({ code: "custom", message: error.message });
  }
  return z.NEVER;
});

const databaseUrl = text.transform((value, context): DatabaseAddress => {
  const address = parseDatabaseUrl(value);
  if (address !== undefined) return address;
  context.addIssue({ code: "custom", message: "" });
  return z.NEVER;
});

const mailServer = text.refine((value) =>
  ["smtp:", "smtps:"].includes(URL.parse(value)?.protocol ?? ""),
);

/** An issuer receives secrets, so without TLS only this machine is allowed. */
const issuer = text.refine((value) => {
  const url = URL.parse(value);
  if (url?.protocol === "https:") return true;
  return url?.protocol === "http:" && LOOPBACK.has(url.hostname);
});

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const domains = text.transform((value) =>
  value
    .toLowerCase()
    .split(",")
    .map((domain) => domain.trim())
    .filter((domain) => domain !== ""),
);

const groupRules = text.transform((value, context): readonly GroupRule[] => {
  const rules = parseGroupRules(value);
  if (rules !== undefined) return rules;
  context.addIssue({ code: "custom", message: "" });
  return z.NEVER;
});

const secretKeys = text.transform((value, context): readonly Buffer[] => {
  const keys = value.split(",").map(parseSecretKey);
  if (!keys.includes(undefined)) return keys.filter((key) => key !== undefined);
  context.addIssue({ code: "custom", message: "" });
  return z.NEVER;
});

const networks = text.transform((value, context): readonly Cidr[] => {
  const parts = value.split(",").map((part) => parseCidr(part.trim()));
  const parsed = parts.filter((cidr) => cidr !== undefined);
  if (parsed.length === parts.length) return parsed;
  context.addIssue({ code: "custom", message: "" });
  return z.NEVER;
});

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The parsed value of each variable that is set. */
export interface Settings {
  readonly LOAM_DATA?: string | undefined;
  readonly LOAM_HOST?: string | undefined;
  readonly LOAM_PORT?: number | undefined;
  readonly LOAM_SHARE_PORT?: "yes" | "no" | undefined;
  readonly LOAM_TRUSTED_PROXIES?: number | undefined;
  readonly LOAM_BASE_URL?: string | undefined;
  readonly LOAM_DATABASE_URL?: DatabaseAddress | undefined;
  readonly LOAM_PUBLIC_STORAGE?: StorageAddress | undefined;
  readonly LOAM_MEDIA_STORAGE?: StorageAddress | undefined;
  readonly LOAM_PUBLIC_STORAGE_URL?: string | undefined;
  readonly LOAM_BILLING?: "manual" | "none" | undefined;
  readonly LOAM_VARIABLE_PRECEDENCE?: "worker-last" | "workflow-last" | undefined;
  readonly LOAM_RUN_DAYS?: number | undefined;
  readonly LOAM_WEBHOOK_ALLOW?: readonly Cidr[] | undefined;
  readonly LOAM_UPSTREAM_ALLOW?: readonly Cidr[] | undefined;
  readonly LOAM_UPSTREAM_INTERVAL?: number | undefined;
  readonly LOAM_WORKER_ALLOW?: readonly Cidr[] | undefined;
  readonly LOAM_READ_LIMIT?: number | undefined;
  readonly LOAM_WRITE_LIMIT?: number | undefined;
  readonly LOAM_SCHEDULER_INTERVAL?: number | undefined;
  readonly LOAM_ADMIN_EMAIL?: string | undefined;
  readonly LOAM_ADMIN_PASSWORD?: string | undefined;
  readonly LOAM_SECRET_KEY?: readonly Buffer[] | undefined;
  readonly LOAM_SMTP_URL?: string | undefined;
  readonly LOAM_MAIL_FROM?: string | undefined;
  readonly LOAM_OIDC_ISSUER?: string | undefined;
  readonly LOAM_OIDC_CLIENT_ID?: string | undefined;
  readonly LOAM_OIDC_CLIENT_SECRET?: string | undefined;
  readonly LOAM_OIDC_ALLOWED_DOMAINS?: readonly string[] | undefined;
  readonly LOAM_OIDC_SCOPE?: string | undefined;
  readonly LOAM_OIDC_GROUPS_CLAIM?: string | undefined;
  readonly LOAM_OIDC_GROUP_ROLES?: readonly GroupRule[] | undefined;
  readonly LOAM_PASSWORD_SIGN_IN?: "on" | "off" | undefined;
  readonly LOAM_METRICS_TOKEN?: string | undefined;
  readonly LOAM_LOG_LEVEL?: LogLevel | undefined;
}

const schema: z.ZodType<Settings> = z.object({
  LOAM_DATA: text.optional(),
  LOAM_HOST: text.regex(/^[\w.:-]+$/).optional(),
  LOAM_PORT: wholeNumber(0, 65_535).optional(),
  LOAM_SHARE_PORT: z.enum(["yes", "no"]).optional(),
  LOAM_TRUSTED_PROXIES: wholeNumber(0, 16).optional(),
  LOAM_BASE_URL: webAddress.refine((value) => !RESERVED_PATHS.has(firstName(value))).optional(),
  LOAM_DATABASE_URL: databaseUrl.optional(),
  LOAM_PUBLIC_STORAGE: storageAddress.optional(),
  LOAM_MEDIA_STORAGE: storageAddress.optional(),
  LOAM_PUBLIC_STORAGE_URL: webAddress.optional(),
  LOAM_BILLING: z.enum(["manual", "none"]).optional(),
  LOAM_VARIABLE_PRECEDENCE: z.enum(["worker-last", "workflow-last"]).optional(),
  LOAM_RUN_DAYS: wholeNumber(1, 3650).optional(),
  LOAM_WEBHOOK_ALLOW: networks.optional(),
  LOAM_UPSTREAM_ALLOW: networks.optional(),
  LOAM_UPSTREAM_INTERVAL: wholeNumber(10, 86_400).optional(),
  LOAM_WORKER_ALLOW: networks.optional(),
  LOAM_READ_LIMIT: wholeNumber(1, 1_000_000).optional(),
  LOAM_WRITE_LIMIT: wholeNumber(1, 1_000_000).optional(),
  LOAM_SCHEDULER_INTERVAL: wholeNumber(1, 86_400).optional(),
  LOAM_ADMIN_EMAIL: z.email().optional(),
  LOAM_ADMIN_PASSWORD: z.string().optional(),
  LOAM_SECRET_KEY: secretKeys.optional(),
  LOAM_SMTP_URL: mailServer.optional(),
  LOAM_MAIL_FROM: text.regex(/@/).optional(),
  LOAM_OIDC_ISSUER: issuer.optional(),
  LOAM_OIDC_CLIENT_ID: text.optional(),
  LOAM_OIDC_CLIENT_SECRET: text.optional(),
  LOAM_OIDC_ALLOWED_DOMAINS: domains.optional(),
  LOAM_OIDC_SCOPE: text.regex(/(?:^| )openid(?: |$)/).optional(),
  LOAM_OIDC_GROUPS_CLAIM: text.optional(),
  LOAM_OIDC_GROUP_ROLES: groupRules.optional(),
  LOAM_PASSWORD_SIGN_IN: z.enum(["on", "off"]).optional(),
  LOAM_METRICS_TOKEN: text.regex(/^\S{16,}$/).optional(),
  LOAM_LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
});

const NETWORKS = "must be networks such as 10.1.0.0/16 or fd00::/8, separated by commas";

/** What to do when the value of a variable is invalid. */
const RULES: Readonly<Record<keyof Settings, string>> = {
  LOAM_DATA: "must be a folder",
  LOAM_HOST: "must be a host name or an IP address",
  LOAM_PORT: "must be a port number from 0 to 65535",
  LOAM_SHARE_PORT: "must be yes or no",
  LOAM_TRUSTED_PROXIES: "must be the number of proxies in front of HQ, 0 to 16",
  LOAM_BASE_URL:
    "must be an http or https URL without a query, and without a path that HQ uses, such as /api or /public",
  LOAM_DATABASE_URL:
    "must be postgres://user:password@host:port/database, with special characters in the password percent-encoded",
  LOAM_PUBLIC_STORAGE: "must be file:<folder> or s3://bucket/prefix?endpoint=…&region=…",
  LOAM_MEDIA_STORAGE: "must be file:<folder> or s3://bucket/prefix?endpoint=…&region=…",
  LOAM_PUBLIC_STORAGE_URL: "must be an http or https URL without a query",
  LOAM_BILLING: "must be manual or none",
  LOAM_VARIABLE_PRECEDENCE: "must be worker-last or workflow-last",
  LOAM_RUN_DAYS: "must be a whole number of days, 1 to 3650",
  LOAM_WEBHOOK_ALLOW: NETWORKS,
  LOAM_UPSTREAM_ALLOW: NETWORKS,
  LOAM_UPSTREAM_INTERVAL: "must be a whole number of seconds, 10 to 86400",
  LOAM_WORKER_ALLOW: NETWORKS,
  LOAM_READ_LIMIT: "must be a whole number of requests per minute, 1 to 1000000",
  LOAM_WRITE_LIMIT: "must be a whole number of writes per minute, 1 to 1000000",
  LOAM_SCHEDULER_INTERVAL: "must be a whole number of seconds, 1 to 86400",
  LOAM_ADMIN_EMAIL: "must be an email address",
  LOAM_ADMIN_PASSWORD: "must be text",
  LOAM_SECRET_KEY: "must be 32 bytes in base64, or several such keys separated by commas",
  LOAM_SMTP_URL: "must be smtp://user:password@host:port or smtps://…",
  LOAM_MAIL_FROM: "must be an email address, or Name <address>",
  LOAM_OIDC_ISSUER: "must be an https URL (http only on this machine)",
  LOAM_OIDC_CLIENT_ID: "must be text",
  LOAM_OIDC_CLIENT_SECRET: "must be text",
  LOAM_OIDC_ALLOWED_DOMAINS: "must be domains separated by commas",
  LOAM_OIDC_SCOPE: "must be scopes separated by spaces, including openid",
  LOAM_OIDC_GROUPS_CLAIM: "must be the name of a claim",
  LOAM_OIDC_GROUP_ROLES:
    "must be rules such as admins=instance-admin or editors=main:member, separated by commas",
  LOAM_PASSWORD_SIGN_IN: "must be on or off",
  LOAM_METRICS_TOKEN: "must be at least 16 characters without spaces",
  LOAM_LOG_LEVEL: `must be one of ${LOG_LEVELS.join(", ")}`,
};

/** Variables whose value is never printed. */
export const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  "LOAM_ADMIN_PASSWORD",
  "LOAM_DATABASE_URL",
  "LOAM_SECRET_KEY",
  "LOAM_SMTP_URL",
  "LOAM_OIDC_CLIENT_SECRET",
  "LOAM_METRICS_TOKEN",
]);

/** Returns the names of all variables that HQ reads. */
export function variableNames(): readonly string[] {
  return Object.keys(RULES);
}

/**
 * Parses the variables that HQ knows. An empty value counts as not set.
 *
 * @throws CmsError `invalid_config` with one issue per invalid variable.
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const variables = Object.entries(environment).filter(([, value]) => (value ?? "").trim() !== "");
  // An issue without its own message adds nothing to the rule.
  const parsed = schema.safeParse(Object.fromEntries(variables), {
    error: ({ code }) => (code === "custom" ? "" : undefined),
  });
  if (parsed.success) return parsed.data;
  const wrong = new Map(
    parsed.error.issues.map(({ path, code, message }) => [
      path[0],
      code === "custom" ? message : "",
    ]),
  );
  throw invalidConfig(
    Object.entries(RULES)
      .filter(([name]) => wrong.has(name))
      .map(([name, rule]) => `${name} ${rule}. ${wrong.get(name)}`.trim()),
  );
}

/** Creates an error with one line per problem in the configuration. */
export function invalidConfig(lines: readonly string[]): CmsError {
  return new CmsError("invalid_config", lines.join(" "), {
    issues: lines.map((message) => ({ code: "invalid_config", message })),
  });
}
