import {
  editSkillText,
  newSkillText,
  ownNeeds,
  putSkillBody,
  type SkillEdit,
  takeSkillText,
} from "@loam/cms-core/browser/skills";

export { newSkillText, putSkillBody as putBody };

/** The lists of requirements, by their keys in the file. */
export const NEEDS = ["cli_tools", "mcp_servers", "env_vars"] as const;

export type Need = (typeof NEEDS)[number];

/** The fields of the SKILL.md form. */
export interface MatterFields {
  /** As written; empty if a derived name is displayed. */
  readonly display_name: string;
  readonly description: string;
  readonly needs: Readonly<Record<Need, readonly string[]>>;
}

/** A parsed SKILL.md. */
export interface SkillText {
  /** Undefined if the front matter is invalid. */
  readonly fields: MatterFields | undefined;
  /** Displayed if there is no display name. */
  readonly derivedName: string | undefined;
  /** Keys that aren't in the form. They are preserved. */
  readonly others: readonly string[];
  /** The prompt, without the empty line above it. */
  readonly body: string;
  /** Line number of the prompt's first line, starting at 1. */
  readonly bodyLine: number;
  /** The error in the front matter. */
  readonly problem: { readonly line: number; readonly message: string } | undefined;
}

const OWN: ReadonlySet<string> = new Set(["name", "display_name", "description", "requires"]);

/** Parses the text of a SKILL.md. */
export function readSkillText(text: string): SkillText {
  const { skill, problem, body, bodyLine } = takeSkillText(text);
  // HQ rejects invalid YAML even if the parser could recover.
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

/** Updates fields in the text. All others are preserved byte for byte. */
export function editMatter(text: string, { needs, ...lines }: Partial<MatterFields>): string {
  const edit: SkillEdit = { ...lines, requires: needs };
  return editSkillText(text, edit);
}

/** Returns the skill name in a text; undefined if it is missing or not a valid folder name. */
export function nameInText(text: string): string | undefined {
  const name = takeSkillText(text).skill?.attributes["name"];
  return typeof name === "string" && /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) ? name : undefined;
}
