/** Requirements of a project on a machine, as far as specified (spec/skills.md, "Multi-project assignment rules"). */
export interface ProjectManifest {
  /** `heavy`: a database, containers, its own MCP servers, or several ports. Absent: derived from the other fields. */
  readonly weight?: "light" | "heavy" | undefined;
  readonly services: readonly { readonly name: string; readonly ports: readonly number[] }[];
  readonly containers?: number | undefined;
  /** Entries for the worker's MCP configuration, by server name. */
  readonly mcpServers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of skills. */
  readonly skills: readonly string[];
  /** Names of required variables and secrets. */
  readonly envVars: readonly string[];
  /** Its folder on the worker, absolute or relative to the home folder with `~/`. */
  readonly workDir?: string | undefined;
}

export const PORTS = { first: 1, last: 65_535 } as const;

/** Name of an MCP server. */
export const SERVER_NAME: RegExp = /^[\w.-]{1,100}$/;

/** Returns whether a folder on a worker is absolute, or relative to the home folder with `~/`. */
export function isWorkDir(path: string): boolean {
  return /^~?\//.test(path) && !path.split("/").includes("..");
}

/** A conflict, a possible conflict, or a hint. */
export interface Finding<Id extends string = RuleId> {
  /** The rule that produced it. */
  readonly id: Id;
  /** `error`: something fails. `warn`: something can fail. `info`: worth knowing. */
  readonly severity: "info" | "warn" | "error";
  /** The affected projects. */
  readonly projects: readonly string[];
  /** Observations that support the finding. */
  readonly evidence: readonly string[];
  /** Suggested fix. */
  readonly fix: string;
}

/** The rules of the specification. */
export type RuleId =
  | "weight"
  | "memory"
  | "mcp"
  | "variables"
  | "ports"
  | "skills"
  | "resources"
  | "directories";
