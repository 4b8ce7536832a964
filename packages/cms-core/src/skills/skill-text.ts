import { isCmsError, type Issue } from "../base/errors.ts";
import { splitFrontMatter } from "../yaml/front-matter.ts";
import { printValue, stringLeaf } from "../yaml/yaml-tree.ts";
import { editNeeds, printAllNeeds } from "./edit-needs.ts";
import { makeSkill, type Skill } from "./make-skill.ts";
import {
  findPair,
  insertIntoBraces,
  insertLine,
  type Matter,
  openMatter,
  pairEnd,
  replaceValue,
  splice,
} from "./matter-places.ts";
import { ownNeeds, type OwnNeeds, REQUIRES_KEYS } from "./read-requires.ts";
import { type MatterMap, splitSkillMatter } from "./skill-matter.ts";

/** Changes to a skill's front matter. Omitted values stay unchanged. */
export interface SkillEdit {
  readonly display_name?: string | undefined;
  readonly description?: string | undefined;
  readonly requires?: Partial<OwnNeeds> | undefined;
}

/** The parts of a SKILL.md. */
export interface SkillParts {
  /** Undefined if its front matter cannot be parsed. */
  readonly skill: Skill | undefined;
  /** A problem of the front matter, even if it could be parsed. */
  readonly problem: Issue | undefined;
  /** The prompt, without the blank line above it. */
  readonly body: string;
  /** Line number in the file at which the prompt starts, from 1. */
  readonly bodyLine: number;
}

/** Splits a SKILL.md into its parts. Syntax errors are returned, not thrown. */
export function takeSkillText(text: string): SkillParts {
  const { before, body } = splitText(text);
  const bodyLine = before.split("\n").length;
  try {
    const matter = splitSkillMatter(plainText(text), "SKILL.md");
    return { skill: makeSkill(matter), problem: matter.warnings[0], body, bodyLine };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const [issue] = error.issues;
    const problem = issue ?? { code: error.code, message: error.message, line: 1 };
    return { skill: undefined, problem, body, bodyLine };
  }
}

/** Replaces the prompt of a text. */
export function putSkillBody(text: string, body: string): string {
  return splitText(text).before + body;
}

/** Returns the initial SKILL.md of a new skill. */
export function newSkillText({ name, ...lines }: SkillEdit & { readonly name: string }): string {
  return editSkillText(`---\nname: ${name}\n---\n\n`, lines);
}

/**
 * Replaces values in the front matter of a text. Only the bytes of changed values differ: comments, unknown keys,
 * spacing, line breaks, and the order of everything else stay. A text whose front matter cannot be parsed stays
 * unchanged.
 */
export function editSkillText(text: string, edit: SkillEdit): string {
  let edited = text;
  for (const key of ["display_name", "description"] as const) {
    const value = edit[key];
    if (value !== undefined) edited = putLine(edited, key, value);
  }
  for (const need of REQUIRES_KEYS) {
    const names = edit.requires?.[need];
    if (names !== undefined) edited = putNames(edited, need, names);
  }
  return edited;
}

interface Edits {
  readonly key: string;
  /** Possible edits, smallest change first. */
  readonly attempts: readonly (() => string | undefined)[];
  readonly isRight: (attributes: MatterMap) => boolean;
}

/** Returns the first edit that sets the wanted value and doesn't change the meaning of anything else. */
function findFirstValid(text: string, { key, attempts, isRight }: Edits): string {
  const before = attributesOf(text);
  if (before === undefined || isRight(before)) return text;
  for (const edit of attempts) {
    const edited = edit();
    const after = edited === undefined ? undefined : attributesOf(edited);
    if (edited === undefined || after === undefined || !isRight(after)) continue;
    if (isEqual(withoutKey(after, key), withoutKey(before, key))) return edited;
  }
  return text;
}

function attributesOf(text: string): MatterMap | undefined {
  try {
    return splitSkillMatter(plainText(text), "").attributes;
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

function withoutKey(attributes: MatterMap, key: string): unknown {
  return Object.entries(attributes).filter(([name]) => name !== key);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Normalizes a text as when reading a file. */
function plainText(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

function putLine(text: string, key: string, value: string): string {
  const matter = openMatter(text);
  const pair = findPair(matter.root, key);
  const printed = matter.root?.flow === true ? JSON.stringify(value) : printLine(value);
  const attempts = [
    () => pair && replaceValue(matter, pair, printed),
    () => (pair === undefined ? insertKey(matter, key, printed) : undefined),
    // For invalid YAML that tolerant parsing accepted, such as an unquoted colon.
    () => replaceLines(matter, key, printed),
  ];
  return findFirstValid(text, {
    key,
    attempts,
    isRight: (attributes) => attributes[key] === value,
  });
}

/** Prints a value on one line. */
function printLine(value: string): string {
  const printed = printValue(stringLeaf(value));
  return printed.includes("\n") ? JSON.stringify(value) : printed;
}

/** Replaces the line of a key and the indented lines below it. */
function replaceLines(matter: Matter, key: string, printed: string): string | undefined {
  const lines = String.raw`^${key}[ \t]*:[^\r\n]*(?:\r?\n[ \t]+[^\s][^\r\n]*)*`;
  const found = new RegExp(lines, "m").exec(matter.yaml);
  if (found === null) return undefined;
  const end = found.index + found[0].length;
  return splice(matter, { start: found.index, end, text: `${key}: ${printed}` });
}

/** Inserts a missing key after the one that it should follow. */
function insertKey(matter: Matter, key: string, printed: string): string | undefined {
  const { root, yaml } = matter;
  if (root?.flow === true) return insertIntoBraces(matter, root, `${key}: ${printed}`);
  const names = key === "requires" ? [] : ["display_name", "name"];
  const before = names.map((name) => findPair(root, name)).find((pair) => pair !== undefined);
  const last = before ?? root?.items.at(-1);
  const at = last === undefined ? yaml.length : pairEnd(matter, last);
  return insertLine(matter, { at, like: root?.items[0], text: `${key}: ${printed}` });
}

function putNames(text: string, need: keyof OwnNeeds, names: readonly string[]): string {
  const matter = openMatter(text);
  const pair = findPair(matter.root, "requires");
  const attributes = attributesOf(text) ?? {};
  const all = { ...ownNeeds(attributes), [need]: names };
  const printed = printAllNeeds(attributes, all);
  const attempts = [
    () => editNeeds(matter, need, names),
    // The existing notation cannot be kept.
    () => pair && replaceValue(matter, pair, printed),
    () => (pair === undefined ? insertKey(matter, "requires", printed) : undefined),
  ];
  const isRight = (after: MatterMap): boolean => isEqual(ownNeeds(after), all);
  return findFirstValid(text, { key: "requires", attempts, isRight });
}

/**
 * Splits a text into front matter (with its fences and the blank line below) and prompt. Without front matter, all of
 * it is prompt.
 */
function splitText(text: string): { readonly before: string; readonly body: string } {
  try {
    const { body: rest, yamlLine } = splitFrontMatter(text.replace(/^\uFEFF/, ""));
    if (yamlLine === 1) return { before: "", body: text };
    const [gap = ""] = /^\r?\n/.exec(rest) ?? [];
    const body = rest.slice(gap.length);
    return { before: text.slice(0, text.length - body.length), body };
  } catch (error) {
    if (isCmsError(error)) return { before: "", body: text };
    throw error;
  }
}
