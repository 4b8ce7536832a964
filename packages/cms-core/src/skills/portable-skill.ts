import { stringify } from "yaml";
import type { ReadSkillOptions } from "./make-skill.ts";
import { readSkill } from "./read-skill.ts";
import { isMatterMap, type MatterValue } from "./skill-matter.ts";

/** Keys that other tools accept at the top level. Any other key makes them reject the skill. */
const PORTABLE_KEYS = ["license", "compatibility", "allowed-tools"] as const;
/** Keys that move to another place in the portable form. */
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
 * Prints a SKILL.md in the form that other tools accept. Values that only Loam uses are in `metadata`, where
 * `readSkill` finds them. Unknown keys are also moved there if their values are text.
 *
 * @throws CmsError the errors of `readSkill`
 */
export function printPortableSkill(bytes: Uint8Array, options: ReadSkillOptions = {}): string {
  const { name, displayName, description, requires, attributes, body } = readSkill(bytes, options);
  const others = Object.entries(attributes).filter(([key]) => !READ_KEYS.has(key));
  const ownMetadata = isMatterMap(attributes["metadata"]) ? attributes["metadata"] : {};
  const { mcpServers, cliTools, envVars } = requires;
  const lists = { mcp_servers: mcpServers, cli_tools: cliTools, env_vars: envVars };
  const metadata: Record<string, MatterValue> = {
    ...Object.fromEntries(others.filter(([, value]) => typeof value === "string")),
    ...ownMetadata,
    display_name: displayName,
  };
  for (const [key, list] of Object.entries(lists)) {
    if (list.length > 0) metadata[`requires.${key}`] = printNames(list);
  }
  const portable = PORTABLE_KEYS.flatMap((key) => {
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
    description: truncate(description, MAX_DESCRIPTION),
    ...(needs.length > 0 && {
      compatibility: truncate(`Needs ${needs.join(", ")}`, MAX_COMPATIBILITY),
    }),
    ...Object.fromEntries(portable),
    metadata,
  };
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n${body}`;
}

/**
 * Prints names as a single text, because other tools only allow text in metadata: one per line if a name contains a
 * space, otherwise separated by spaces.
 */
function printNames(names: readonly string[]): string {
  return names.some((name) => /\s/.test(name)) ? `${names.join("\n")}\n` : names.join(" ");
}

function truncate(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
