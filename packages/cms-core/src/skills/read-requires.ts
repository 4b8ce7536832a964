import { isMatterMap, type MatterMap, type MatterValue } from "./skill-matter.ts";

/** What a worker must have before a skill runs (spec/skills.md, "requires block"). */
export interface SkillRequirements {
  /** Servers of the worker's MCP file. */
  readonly mcpServers: readonly string[];
  /** Programs on the PATH of the run. */
  readonly cliTools: readonly string[];
  /** Programs of which one of each group is enough. */
  readonly anyCliTools: readonly (readonly string[])[];
  /** Variables or secrets. */
  readonly envVars: readonly string[];
}

/** What may be required, in the words of the specification. */
export const REQUIRES_KEYS = ["mcp_servers", "cli_tools", "env_vars"] as const;

/** The lists of `requires` itself. */
export type OwnNeeds = Readonly<Record<(typeof REQUIRES_KEYS)[number], readonly string[]>>;

/** What `requires` itself says; not what stands in other tools' places. */
export function ownNeeds({ requires }: MatterMap): OwnNeeds {
  const own = isMatterMap(requires) ? requires : {};
  return {
    mcp_servers: list(own["mcp_servers"]),
    cli_tools: list(own["cli_tools"]),
    // Some write the variables alone.
    env_vars: list(Array.isArray(requires) ? requires : own["env_vars"]),
  };
}

/** What a skill asks for by a word that nobody knows, and so would be run without. */
export function unknownRequires({ requires }: MatterMap): readonly string[] {
  const known: readonly string[] = REQUIRES_KEYS;
  return isMatterMap(requires) ? Object.keys(requires).filter((key) => !known.includes(key)) : [];
}

/** Where other tools keep what they ask for, in `metadata`. */
const FOREIGN = ["openclaw", "clawdbot", "clawdis"];

/** What a skill says that it needs, in the specification's words and in those of other tools. */
export function readRequires(attributes: MatterMap): SkillRequirements {
  const { metadata } = attributes;
  const own = ownNeeds(attributes);
  const foreign = FOREIGN.flatMap((name) => {
    const found = isMatterMap(metadata) ? metadata[name] : undefined;
    return isMatterMap(found) && isMatterMap(found["requires"]) ? [found["requires"]] : [];
  });
  const portable = (key: string): readonly string[] =>
    words(isMatterMap(metadata) ? metadata[`requires.${key}`] : undefined);
  return {
    mcpServers: unique([...own.mcp_servers, ...portable("mcp_servers")]),
    cliTools: unique([
      ...own.cli_tools,
      ...portable("cli_tools"),
      ...foreign.flatMap(({ bins }) => list(bins)),
    ]),
    anyCliTools: foreign.flatMap(({ anyBins }) => {
      const group = list(anyBins);
      return group.length === 0 ? [] : [group];
    }),
    envVars: unique([
      ...own.env_vars,
      ...portable("env_vars"),
      ...list(attributes["required_environment_variables"]),
      ...foreign.flatMap(({ env }) => list(env)),
    ]),
  };
}

/** What the tools that a skill allows itself suggest: it may run without them. */
export function readSuggested(attributes: MatterMap): SkillRequirements {
  const allowed = attributes["allowed-tools"];
  const tools = typeof allowed === "string" ? allowed.match(/\w+(?:\([^)]*\))?/g) : list(allowed);
  const servers = (tools ?? []).map((tool) => /^mcp__(.+?)__/.exec(tool)?.[1]);
  const programs = (tools ?? []).map((tool) => /^Bash\(([\w.-]+)[ :)]/.exec(tool)?.[1]);
  return {
    mcpServers: unique(servers.filter((name) => name !== undefined)),
    cliTools: unique(programs.filter((name) => name !== undefined)),
    anyCliTools: [],
    envVars: [],
  };
}

/** A list of names; one name alone is a list, too. Of mappings the key `name` is taken. */
function list(value: MatterValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: MatterValue) => {
    const name = isMatterMap(item) ? item["name"] : item;
    return typeof name === "string" && name.trim() !== "" ? [name.trim()] : [];
  });
}

/** Names in one text: of lines, which may hold spaces, or of words. */
function words(value: MatterValue | undefined): readonly string[] {
  if (typeof value !== "string") return [];
  return list(value.split(value.includes("\n") ? "\n" : /\s+/));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
