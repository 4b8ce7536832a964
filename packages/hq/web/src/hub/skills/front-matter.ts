import {
  editSkillText,
  newSkillText,
  ownNeeds,
  putSkillBody,
  type SkillEdit,
  takeSkillText,
} from "@loam/cms-core/browser/skills";

export { newSkillText, putSkillBody as putBody };

/** The lists of what a skill needs on a machine, by their names in the file. */
export const NEEDS = ["cli_tools", "mcp_servers", "env_vars"] as const;

export type Need = (typeof NEEDS)[number];

/** What the form of a SKILL.md has. */
export interface MatterFields {
  /** As it is written; empty where another one is shown in its place. */
  readonly display_name: string;
  readonly description: string;
  readonly needs: Readonly<Record<Need, readonly string[]>>;
}

/** A SKILL.md as its form shows it. */
export interface SkillText {
  /** Undefined where its front matter cannot be read. */
  readonly fields: MatterFields | undefined;
  /** What is shown where it has no name for people. */
  readonly derivedName: string | undefined;
  /** Keys that the form does not have. They stay as they are. */
  readonly others: readonly string[];
  /** The prompt, without the empty line above it. */
  readonly body: string;
  /** Line of the file in which the prompt begins, from 1. */
  readonly bodyLine: number;
  /** What is wrong with the front matter. */
  readonly problem: { readonly line: number; readonly message: string } | undefined;
}

const OWN: ReadonlySet<string> = new Set(["name", "display_name", "description", "requires"]);

/** Takes the text of a SKILL.md apart. */
export function readSkillText(text: string): SkillText {
  const { skill, problem, body, bodyLine } = takeSkillText(text);
  // What was understood although it is no YAML is not taken by HQ.
  if (skill === undefined || problem !== undefined) {
    const { line = 1, message = "" } = problem ?? {};
    const nothing = { fields: undefined, derivedName: undefined, others: [] };
    return { ...nothing, body, bodyLine, problem: { line, message } };
  }
  const { attributes, displayName } = skill;
  const line = (key: string): string => {
    const value = attributes[key];
    return typeof value === "string" ? value.replace(/\n+$/, "") : "";
  };
  const needs = ownNeeds(attributes);
  return {
    fields: { display_name: line("display_name"), description: line("description"), needs },
    derivedName: line("display_name").trim() === "" ? displayName : undefined,
    others: Object.keys(attributes).filter((key) => !OWN.has(key)),
    body,
    bodyLine,
    problem: undefined,
  };
}

/** The same text with other fields: what is not given stays as it is written, byte by byte. */
export function editMatter(text: string, { needs, ...lines }: Partial<MatterFields>): string {
  const edit: SkillEdit = { ...lines, requires: needs };
  return editSkillText(text, edit);
}

/** The name that a text gives its skill; undefined where it gives none that a folder could have. */
export function nameInText(text: string): string | undefined {
  const name = takeSkillText(text).skill?.attributes["name"];
  return typeof name === "string" && /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) ? name : undefined;
}
