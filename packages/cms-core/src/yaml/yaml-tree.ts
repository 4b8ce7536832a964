import { isYamlMap, type YamlMap, type YamlValue } from "./yaml.ts";

/** Target content of a file, printed whole or edited into an existing file. */
export type YamlTree = YamlLeaf | YamlList | YamlMapping;

export interface YamlLeaf {
  readonly kind: "leaf";
  readonly text: string;
  /** Whether readers can treat it as a number, boolean, or date, because it is one. */
  readonly typed: boolean;
  /** Comment after the value. Empty: removes an existing one; undefined: keeps it. */
  readonly comment?: string;
}

interface YamlList {
  readonly kind: "list";
  readonly items: readonly YamlTree[];
}

export interface YamlMapping {
  readonly kind: "mapping";
  readonly entries: ReadonlyMap<string, YamlTree>;
  /** Returns whether a key belongs to Loam. Such keys are removed if absent here; all others stay. */
  readonly known: (key: string) => boolean;
  /** Values that mean the same as a missing key, such as `required: false`. */
  readonly omitted?: ReadonlyMap<string, string>;
}

export function stringLeaf(text: string): YamlLeaf {
  return { kind: "leaf", text, typed: false };
}

/** Creates a leaf for a number, boolean, or date, printed unquoted. */
export function typedLeaf(text: string): YamlLeaf {
  return { kind: "leaf", text, typed: true };
}

/** Creates a leaf with an id and the title of its target as a comment. */
export function targetLeaf(id: string, title = ""): YamlLeaf {
  return { kind: "leaf", text: id, typed: true, comment: title };
}

/** Prints a mapping in canonical block style without line folding. Each line ends with a line break. */
export function printMapping(mapping: YamlMapping, indent = 0): string {
  const pad = " ".repeat(indent);
  let lines = "";
  for (const [key, value] of mapping.entries) {
    lines += pad + printKey(key) + printUnderKey(value, indent);
  }
  return lines;
}

/** Prints `key:` and its value in canonical form, with the last line break. */
export function printPair(key: string, value: YamlTree, indent: number): string {
  return " ".repeat(indent) + printKey(key) + printUnderKey(value, indent);
}

/** Prints a list item in canonical form, from its hyphen at `indent` to its line break. */
export function printItem(item: YamlTree, indent: number): string {
  const start = `${" ".repeat(indent)}- `;
  if (item.kind === "leaf") return `${start}${printLeaf(item, indent)}\n`;
  if (item.kind === "list") return `${start.trimEnd()}${printUnderKey(item, indent)}`;
  if (item.entries.size === 0) return `${start}{}\n`;
  return start + printMapping(item, indent + 2).slice(indent + 2);
}

/** Prints a leaf after its key, without its comment. Multi-line text becomes a block. */
export function printValue(leaf: YamlLeaf): string {
  return leaf.typed ? leaf.text : printString(leaf.text, 0);
}

function printKey(key: string): string {
  return `${printString(key, 0)}:`;
}

function printUnderKey(value: YamlTree, indent: number): string {
  switch (value.kind) {
    case "leaf":
      return ` ${printLeaf(value, indent)}\n`;
    case "list":
      if (value.items.length === 0) return " []\n";
      return `\n${value.items.map((item) => printItem(item, indent + 2)).join("")}`;
    case "mapping":
      return value.entries.size === 0 ? " {}\n" : `\n${printMapping(value, indent + 2)}`;
  }
}

function printLeaf(leaf: YamlLeaf, indent: number): string {
  const printed = leaf.typed ? leaf.text : printString(leaf.text, indent);
  if (leaf.comment === undefined || leaf.comment === "") return printed;
  const comment = commentText(leaf.comment);
  return comment === "" ? printed : `${printed} # ${comment}`;
}

/**
 * Prints a string so that YAML 1.1 and 1.2 parsers with any schema read the same string. `indent` is the column of the
 * parent mapping or list.
 */
export function printString(text: string, indent: number): string {
  if (text.includes("\n") && canBeBlock(text)) return printBlock(text, indent);
  if (!NOT_PLAIN.test(text) && !looksTyped(text) && text !== "") return text;
  if (SPECIAL.test(text)) return printDouble(text);
  return text.includes('"') || text.includes("\\") ? printSingle(text) : `"${text}"`;
}

/** Returns a text for a comment: one line of up to 80 characters, or empty. */
function commentText(text: string): string {
  const line = text.toWellFormed().replaceAll(UNPRINTABLE_OR_SPACE, " ").trim();
  return line.length <= 80 ? line : Array.from(line).slice(0, 80).join("").trimEnd();
}

// Characters that a plain scalar cannot start with, end with, or contain.
const NOT_PLAIN =
  /^[\s\-?:,[\]{}#&*!|>'"%@`~=<]|[\s:]$|:\s|\s#|[\u0000-\u001F\u007F-\u009F\uFEFF\u2028\u2029\uFFFE\uFFFF]/; // oxlint-disable-line no-control-regex

// Characters that require a double-quoted scalar. A line break is among them.
const SPECIAL = /[\u0000-\u001F\u007F-\u009F\uFEFF\u2028\u2029\uFFFE\uFFFF]/; // oxlint-disable-line no-control-regex
const SPECIALS = new RegExp(`${SPECIAL.source}|["\\\\]`, "g");
const NOT_BLOCK = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\u2028\u2029\uFFFE\uFFFF]/; // oxlint-disable-line no-control-regex
const UNPRINTABLE_OR_SPACE = /[\s\u0000-\u001F\u007F-\u009F\uFEFF\u2028\u2029\uFFFE\uFFFF]+/g; // oxlint-disable-line no-control-regex

// Parsers differ on whether a last line of spaces belongs to the block.
const BLANK_END = /\n[ \t]+\n*$/;

const WORD = /^(?:null|true|false|yes|no|on|off|y|n|[-+]?\.(?:inf|nan))$/i;

// Numbers, dates, times, and base-60 numbers of either version, and a few more.
const NUMERIC = /^[-+.]*\d[\da-fxo_.:+\-tz ]*$|^[-+]?e[-+]?\d+$/i;

function looksTyped(text: string): boolean {
  return (text.length <= 5 && WORD.test(text)) || NUMERIC.test(text);
}

function canBeBlock(text: string): boolean {
  return !NOT_BLOCK.test(text) && /[^\s]/.test(text) && !BLANK_END.test(text);
}

/** Prints a literal block, with an indentation indicator if the text's first line is ambiguous. */
function printBlock(text: string, indent: number): string {
  const indicator = /^[ \t\n]/.test(text) ? "2" : "";
  const chomping = text.endsWith("\n") ? (text.endsWith("\n\n") ? "+" : "") : "-";
  const content = text.endsWith("\n") ? text.slice(0, -1) : text;
  const pad = " ".repeat(indent + 2);
  const lines = content.split("\n").map((line) => (line === "" ? "" : pad + line));
  return `|${indicator}${chomping}\n${lines.join("\n")}`;
}

function printSingle(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": String.raw`\n`,
  "\t": String.raw`\t`,
  '"': String.raw`\"`,
  "\\": String.raw`\\`,
};

function printDouble(text: string): string {
  return `"${text.replaceAll(SPECIALS, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return ESCAPES[character] ?? String.raw`\u${hex}`;
}

/** Returns whether the value of a top-level key already means what it should; undefined to compare its text. */
export type SameAt = (key: string, value: YamlValue) => boolean | undefined;

/** Returns whether a parsed value equals a tree, ignoring unknown keys. */
export function isSame(value: YamlValue | undefined, tree: YamlTree, sameAt?: SameAt): boolean {
  if (value === undefined) return false;
  switch (tree.kind) {
    case "leaf":
      return value === tree.text;
    case "list":
      return isSameList(value, tree.items);
    case "mapping":
      return isYamlMap(value) && isSameMapping(value, tree, sameAt);
  }
}

function isSameList(value: YamlValue, items: readonly YamlTree[]): boolean {
  if (typeof value === "string" || isYamlMap(value) || value.length !== items.length) return false;
  return items.every((item, index) => isSame(value[index], item));
}

function isSameMapping(map: YamlMap, tree: YamlMapping, sameAt: SameAt | undefined): boolean {
  for (const [key, wanted] of tree.entries) {
    const value = map.get(key);
    if (value === undefined) return false;
    if (!(sameAt?.(key, value) ?? isSame(value, wanted))) return false;
  }
  return [...map].every(([key, value]) => !isSurplus(key, value, tree, sameAt));
}

/** Returns whether a known key of the file should be removed. */
export function isSurplus(
  key: string,
  value: YamlValue | undefined,
  tree: YamlMapping,
  sameAt?: SameAt,
): boolean {
  if (tree.entries.has(key) || !tree.known(key) || value === undefined) return false;
  return tree.omitted?.get(key) !== value && sameAt?.(key, value) !== true;
}
