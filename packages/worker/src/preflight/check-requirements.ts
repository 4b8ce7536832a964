import type { SkillRequirements } from "@loam/cms-core/skills";
import {
  isReservedSecretName,
  type ResolvedVariable,
  type VariablePrecedence,
} from "@loam/cms-core/template";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import { type McpFile, type McpServer, readMcpFile } from "../mcp/mcp-file.ts";
import { runEnvironment } from "../secrets/run-environment.ts";
import { listSecrets, type SecretKey, type Secrets } from "../secrets/secrets.ts";
import { type GivenVariable, resolveRunVariables } from "../variables/run-variables.ts";
import { listVariables } from "../variables/worker-variables.ts";
import { findProgram, isProgramName } from "./find-program.ts";

/** Result for one requirement of a skill. */
export interface RequirementItem {
  readonly kind: "mcp_server" | "cli_tool" | "env_var";
  readonly name: string;
  /** `unknown`: it couldn't be checked. */
  readonly status: "ok" | "missing" | "unknown";
  /** Where it was found, or what to do. */
  readonly detail?: string;
  /** The later skill of the workflow that requires it; absent: the skill itself. */
  readonly skill?: string;
}

export interface Readiness {
  /** Whether all requirements are met. */
  readonly ready: boolean;
  readonly items: readonly RequirementItem[];
}

/** The run for which requirements are checked. */
export interface RunContext {
  /** `""` for an ad hoc run. */
  readonly workspaceId: string;
  readonly variables: readonly GivenVariable[];
  readonly precedence: VariablePrecedence;
  /** Whether another workspace that has a secret can be named: on this machine, never to an HQ. @default false */
  readonly isLocal?: boolean;
}

/** The machine on which requirements are checked. */
export interface Machine {
  readonly config: WorkerConfig;
  readonly secrets: Secrets;
  /** Environment of the worker. */
  readonly environment: Environment;
}

/** Checks all requirements of a skill, as a run of it would (spec/skills.md, "requires block"). */
export function checkRequirements(
  { config, secrets, environment }: Machine,
  requires: SkillRequirements,
  context: RunContext,
): Readiness {
  const found: Found = {
    mcpPath: config.mcpFile,
    mcp: readMcpFile(config.mcpFile),
    secrets: listSecrets(secrets),
    variables: resolveRunVariables(
      context.variables,
      listVariables(secrets.state),
      context.precedence,
    ),
    base: runEnvironment(config, { environment, secrets: new Map(), runId: "" }),
    workspaceId: context.workspaceId,
    isLocal: context.isLocal === true,
    allowReserved: config.allowReservedSecrets,
  };
  const items = judgeRequirements(requires, found);
  return { ready: items.every(({ status }) => status === "ok"), items };
}

/** What is available on the machine for one run. */
interface Found {
  readonly mcpPath: string;
  readonly mcp: McpFile;
  /** Secrets of all workspaces. */
  readonly secrets: readonly SecretKey[];
  readonly variables: ReadonlyMap<string, ResolvedVariable>;
  /** The environment of the run without its secrets. */
  readonly base: Readonly<Record<string, string>>;
  readonly workspaceId: string;
  readonly isLocal: boolean;
  /** Reserved names that secrets of this machine are allowed to have. */
  readonly allowReserved: readonly string[];
}

function judgeRequirements(requires: SkillRequirements, found: Found): readonly RequirementItem[] {
  const path = found.base["PATH"] ?? "";
  return [
    ...requires.mcpServers.map((name) => judgeServer(name, found)),
    ...requires.cliTools.map((name) => judgeTool(name, path)),
    ...requires.anyCliTools.map((names) => judgeTools(names, path)),
    ...requires.envVars.map((name) => judgeVariable(name, found)),
  ];
}

function judgeServer(name: string, found: Found): RequirementItem {
  const { mcp, mcpPath } = found;
  const item = { kind: "mcp_server", name } as const;
  switch (mcp.kind) {
    case "broken":
      return { ...item, status: "unknown", detail: `Fix ${mcpPath}: ${mcp.reason}.` };
    case "absent":
      return { ...item, status: "missing", detail: `Add it to mcpServers in a new ${mcpPath}.` };
    case "read": {
      const server = mcp.servers.get(name);
      if (server === undefined) {
        return { ...item, status: "missing", detail: `Add it to mcpServers in ${mcpPath}.` };
      }
      const unset = unsetReferences(server, (key) => hasInEnvironment(key, found));
      if (unset.length === 0) return { ...item, status: "ok" };
      const keys = unset.map((key) => `\${${key}}`).join(", ");
      return {
        ...item,
        status: "ok",
        detail: `The server refers to ${keys}, which is not set. Set a secret with this name.`,
      };
    }
  }
}

/** Returns the variables in a server's entry that nothing sets: `${NAME}` without a default such as `${NAME:-x}`. */
export function unsetReferences(
  server: McpServer,
  isSet: (name: string) => boolean,
): readonly string[] {
  const references = JSON.stringify(server).matchAll(/\$\{([A-Za-z_]\w*)\}/g);
  const names = Array.from(references, ([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !isSet(name));
}

function hasInEnvironment(key: string, { base, secrets, workspaceId }: Found): boolean {
  return Object.hasOwn(base, key) || isVisible(secrets, key, workspaceId);
}

function isVisible(secrets: readonly SecretKey[], key: string, workspaceId: string): boolean {
  return secrets.some(
    (one) => one.key === key && (one.workspaceId === "" || one.workspaceId === workspaceId),
  );
}

function judgeTool(name: string, path: string): RequirementItem {
  const item = { kind: "cli_tool", name } as const;
  if (!isProgramName(name)) {
    return {
      ...item,
      status: "missing",
      detail: "This is not a valid command name. Correct the skill.",
    };
  }
  const place = findProgram(name, path);
  if (place !== undefined) return { ...item, status: "ok", detail: place };
  return {
    ...item,
    status: "missing",
    detail: `Install it, or add its folder to runPath in settings.json. Search path of runs: ${path || "empty"}.`,
  };
}

function judgeTools(names: readonly string[], path: string): RequirementItem {
  const each = names.map((name) => judgeTool(name, path));
  const ok = each.find(({ status }) => status === "ok");
  const item = { kind: "cli_tool", name: names.join(" | ") } as const;
  if (ok?.detail !== undefined) return { ...item, status: "ok", detail: ok.detail };
  return { ...item, status: "missing", detail: `Install one of ${names.join(", ")}.` };
}

function judgeVariable(key: string, found: Found): RequirementItem {
  const { secrets, variables, base, workspaceId, isLocal, allowReserved } = found;
  const item = { kind: "env_var", name: key } as const;
  if (isVisible(secrets, key, workspaceId)) return { ...item, status: "ok", detail: "a secret" };
  const variable = variables.get(key);
  if (variable !== undefined && variable.value !== "") {
    return {
      ...item,
      status: "ok",
      detail: `a ${variable.scope} variable for {{${key}}}. $${key} in the environment is only set for secrets`,
    };
  }
  if ((base[key] ?? "") !== "") {
    return { ...item, status: "ok", detail: "passed on from the worker's environment" };
  }
  const otherWorkspace = isLocal ? secrets.find((one) => one.key === key)?.workspaceId : undefined;
  const canBeSecret = !isReservedSecretName(key) || allowReserved.includes(key);
  const detail = adviseVariable(key, { variable, otherWorkspace, canBeSecret });
  return { ...item, status: "missing", detail };
}

function adviseVariable(
  key: string,
  {
    variable,
    otherWorkspace,
    canBeSecret,
  }: {
    readonly variable: ResolvedVariable | undefined;
    /** Another workspace that has a secret with that name. */
    readonly otherWorkspace: string | undefined;
    readonly canBeSecret: boolean;
  },
): string {
  if (otherWorkspace !== undefined) {
    return `The secret belongs to workspace ${otherWorkspace}, so this run cannot use it. Set it for the whole worker, or run in that workspace.`;
  }
  if (variable !== undefined) {
    return `The ${variable.scope} variable is empty. Set a value.`;
  }
  if (!canBeSecret) {
    return `Run: agent-cli variable set ${key}. A secret cannot have this name. If the value is secret, rename it in the skill.`;
  }
  return `Run: agent-cli secret set ${key}, or agent-cli variable set ${key}.`;
}
