import type { Issue } from "../base/errors.ts";
import { asciiWords } from "../base/text.ts";
import {
  readRequires,
  readSuggested,
  REQUIRES_KEYS,
  type SkillRequirements,
  unknownRequires,
} from "./read-requires.ts";
import { isMatterMap, type MatterMap, type MatterValue, type SkillMatter } from "./skill-matter.ts";

/** A parsed skill, regardless of the tool it was written for. */
export interface Skill {
  /** Consists of `a-z`, `0-9`, and hyphens. */
  readonly name: string;
  readonly displayName: string;
  /** One line. */
  readonly description: string;
  readonly requires: SkillRequirements;
  /** Requirements suggested by its allowed tools. The skill can run without them. */
  readonly suggested: SkillRequirements;
  /** The prompt before variables are expanded. */
  readonly body: string;
  /** The complete front matter. */
  readonly attributes: MatterMap;
  /** Deviations from the specification that were tolerated. */
  readonly warnings: readonly Issue[];
}

export interface ReadSkillOptions {
  /** Path of the file, for messages. @default "SKILL.md" */
  readonly path?: string;
  /** Name of its folder, used if the skill has no name. */
  readonly folder?: string;
}

const SKILL_NAME = /^[a-z0-9-]+$/;

/**
 * Creates a skill from its front matter and prompt, including those written for other tools. Missing values are taken
 * from the places that other tools use, with a warning.
 */
export function makeSkill(
  { attributes, body, warnings }: Pick<SkillMatter, "attributes" | "body" | "warnings">,
  { path = "SKILL.md", folder }: ReadSkillOptions = {},
): Skill {
  const found: Issue[] = [...warnings];
  const warn = (field: string, message: string): void => {
    found.push({ code: "invalid_skill", message: `${path}: ${message}`, path, field });
  };
  const name = readName(attributes["name"], folder);
  if (attributes["name"] !== name) {
    warn(
      "name",
      `name should be "${name}": lowercase letters, digits, and hyphens, the same as the folder name.`,
    );
  }
  const displayName = toLine(attributes["display_name"]) ?? deriveTitle(attributes, body, name);
  if (attributes["display_name"] === undefined) {
    warn("display_name", `display_name is missing. "${displayName}" is shown instead.`);
  }
  const description = toLine(attributes["description"]) ?? "";
  if (description === "")
    warn("description", "description is missing. Describe in one line what the skill does.");
  for (const key of unknownRequires(attributes)) {
    warn(
      `requires.${key}`,
      `requires.${key} is ignored. Supported keys: ${REQUIRES_KEYS.join(", ")}.`,
    );
  }
  return {
    name,
    displayName,
    description,
    requires: readRequires(attributes),
    suggested: readSuggested(attributes),
    body,
    attributes,
    warnings: found,
  };
}

/** Returns whether the skill's display name was derived from other values. */
export function isNameDerived({ attributes }: Pick<Skill, "attributes">): boolean {
  return toLine(attributes["display_name"]) === undefined;
}

function readName(name: MatterValue | undefined, folder: string | undefined): string {
  for (const known of [name, folder]) {
    if (typeof known === "string" && SKILL_NAME.test(known)) return known;
  }
  const rawName = typeof name === "string" && name.trim() !== "" ? name : (folder ?? "skill");
  return nameOf(rawName);
}

/** Returns a name made of the lowercase letters and digits of a text, joined by hyphens. */
export function nameOf(words: string): string {
  return asciiWords(words) || "skill";
}

/**
 * Returns a display name from the places that other tools use, otherwise the first heading, otherwise the words of the
 * name.
 */
function deriveTitle(attributes: MatterMap, body: string, name: string): string {
  const { metadata, displayName } = attributes;
  const { display_name: portable, title } = isMatterMap(metadata) ? metadata : {};
  return (
    toLine(portable) ??
    toLine(title) ??
    toLine(displayName) ??
    firstHeading(body) ??
    titleOfName(name)
  );
}

function firstHeading(body: string): string | undefined {
  let fence: string | undefined;
  for (const text of body.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined;
    const heading = fence === undefined ? /^# +(.*?)[ #]*$/.exec(text)?.[1] : undefined;
    if (heading !== undefined && heading !== "") return heading;
  }
  return undefined;
}

function titleOfName(name: string): string {
  const words = name.split("-").filter((word) => word !== "");
  return words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join(" ") || name;
}

/** Returns a value as one line; undefined if it is empty or not text. */
function toLine(value: MatterValue | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const folded = value.trim().replaceAll(/\s+/g, " ");
  return folded === "" ? undefined : folded;
}
