import { stringify } from "yaml";
import type { ReadSkillOptions } from "./make-skill.ts";
import { readSkill } from "./read-skill.ts";
import { isMatterMap, type MatterValue } from "./skill-matter.ts";

/** The keys that other tools know at the top; any other makes them refuse the skill. */
const PORTABLE_KEYS = ["license", "compatibility", "allowed-tools"] as const;
/** What stands elsewhere in the portable form. */
const READ_KEYS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "display_name",
  "requires",
  "metadata",
  ...PORTABLE_KEYS,
]);
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

/**
 * A SKILL.md in the form that other tools take: what only Loam knows stands in `metadata`, from where `readSkill` takes
 * it again. Keys that neither knows go there, too, if their values are text.
 *
 * @throws CmsError what `readSkill` throws
 */
export function printPortableSkill(bytes: Uint8Array, options: ReadSkillOptions = {}): string {
  const { name, displayName, description, requires, attributes, body } = readSkill(bytes, options);
  const others = Object.entries(attributes).filter(([key]) => !READ_KEYS.has(key));
  const given = isMatterMap(attributes["metadata"]) ? attributes["metadata"] : {};
  const { mcpServers, cliTools, envVars } = requires;
  const lists = { mcp_servers: mcpServers, cli_tools: cliTools, env_vars: envVars };
  const metadata: Record<string, MatterValue> = {
    ...Object.fromEntries(others.filter(([, value]) => typeof value === "string")),
    ...given,
    display_name: displayName,
  };
  for (const [key, list] of Object.entries(lists)) {
    if (list.length > 0) metadata[`requires.${key}`] = printNames(list);
  }
  const kept = PORTABLE_KEYS.flatMap((key) => {
    const value = attributes[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const needs = [
    ...cliTools,
    ...mcpServers.map((server) => `the MCP server ${server}`),
    ...envVars,
  ];
  const matter = {
    name,
    description: cut(description, MAX_DESCRIPTION),
    ...(needs.length > 0 && { compatibility: cut(`Needs ${needs.join(", ")}`, MAX_COMPATIBILITY) }),
    ...Object.fromEntries(kept),
    metadata,
  };
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n${body}`;
}

/** One text, as other tools have nothing else in metadata: of lines where a name holds a space, else of words. */
function printNames(names: readonly string[]): string {
  return names.some((name) => /\s/.test(name)) ? `${names.join("\n")}\n` : names.join(" ");
}

function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
