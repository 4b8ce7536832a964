import { isMatterMap, type MatterMap, type MatterValue } from "./skill-matter.ts";

/** Requirements that a worker must meet before a skill runs (spec/skills.md, "requires block"). */
export interface SkillRequirements {
  /** Servers in the worker's MCP file. */
  readonly mcpServers: readonly string[];
  /** Commands on the PATH of the run. */
  readonly cliTools: readonly string[];
  /** Groups of commands of which one is enough. */
  readonly anyCliTools: readonly (readonly string[])[];
  /** Variables or secrets. */
  readonly envVars: readonly string[];
}

/** Keys of `requires`, as named in the specification. */
export const REQUIRES_KEYS = ["mcp_servers", "cli_tools", "env_vars"] as const;

/** The lists in `requires`. */
export type OwnNeeds = Readonly<Record<(typeof REQUIRES_KEYS)[number], readonly string[]>>;

/** Names that the lists can contain. */
export const NEED_NAMES: Readonly<Record<keyof OwnNeeds, RegExp>> = {
  mcp_servers: /^[^\s\p{C}-][^\p{C}]{0,127}$/u,
  cli_tools: /^[A-Za-z0-9][\w.+-]{0,127}$/u,
  env_vars: /^\w{1,128}$/u,
};

/** Returns the content of `requires`, without the places of other tools. */
export function ownNeeds({ requires }: MatterMap): OwnNeeds {
  const own = isMatterMap(requires) ? requires : {};
  return {
    mcp_servers: toNames(own["mcp_servers"]),
    cli_tools: toNames(own["cli_tools"]),
    // Some skills list only the variables.
    env_vars: toNames(Array.isArray(requires) ? requires : own["env_vars"]),
  };
}

/** Returns unknown keys of `requires`. Ignoring them would run a skill without its requirements. */
export function unknownRequires({ requires }: MatterMap): readonly string[] {
  const known: readonly string[] = REQUIRES_KEYS;
  return isMatterMap(requires) ? Object.keys(requires).filter((key) => !known.includes(key)) : [];
}

/** Keys in `metadata` under which other tools keep their requirements. */
const OTHER_TOOL_KEYS = ["openclaw", "clawdbot", "clawdis"];

/** Returns the requirements of a skill, from the specification's keys and those of other tools. */
export function readRequires(attributes: MatterMap): SkillRequirements {
  const { metadata } = attributes;
  const own = ownNeeds(attributes);
  const foreign = OTHER_TOOL_KEYS.flatMap((name) => {
    const found = isMatterMap(metadata) ? metadata[name] : undefined;
    return isMatterMap(found) && isMatterMap(found["requires"]) ? [found["requires"]] : [];
  });
  const portable = (key: string): readonly string[] =>
    splitNames(isMatterMap(metadata) ? metadata[`requires.${key}`] : undefined);
  return {
    mcpServers: unique([...own.mcp_servers, ...portable("mcp_servers")]),
    cliTools: unique([
      ...own.cli_tools,
      ...portable("cli_tools"),
      ...foreign.flatMap(({ bins }) => toNames(bins)),
    ]),
    anyCliTools: foreign.flatMap(({ anyBins }) => {
      const group = toNames(anyBins);
      return group.length === 0 ? [] : [group];
    }),
    envVars: unique([
      ...own.env_vars,
      ...portable("env_vars"),
      ...toNames(attributes["required_environment_variables"]),
      ...foreign.flatMap(({ env }) => toNames(env)),
    ]),
  };
}

/** Returns the requirements suggested by a skill's allowed tools. The skill can run without them. */
export function readSuggested(attributes: MatterMap): SkillRequirements {
  const allowed = attributes["allowed-tools"];
  const tools =
    typeof allowed === "string" ? allowed.match(/\w+(?:\([^)]*\))?/g) : toNames(allowed);
  const servers = (tools ?? []).map((tool) => /^mcp__(.+?)__/.exec(tool)?.[1]);
  const programs = (tools ?? []).map((tool) => /^Bash\(([\w.-]+)[ :)]/.exec(tool)?.[1]);
  return {
    mcpServers: unique(servers.filter((name) => name !== undefined)),
    cliTools: unique(programs.filter((name) => name !== undefined)),
    anyCliTools: [],
    envVars: [],
  };
}

/** Returns a list of names. A single name is a list as well, and mappings stand for their key `name`. */
function toNames(value: MatterValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: MatterValue) => {
    const name = isMatterMap(item) ? item["name"] : item;
    return typeof name === "string" && name.trim() !== "" ? [name.trim()] : [];
  });
}

/** Splits a text into names: by line, with spaces allowed in names, or by word. */
function splitNames(value: MatterValue | undefined): readonly string[] {
  if (typeof value !== "string") return [];
  return toNames(value.split(value.includes("\n") ? "\n" : /\s+/));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
