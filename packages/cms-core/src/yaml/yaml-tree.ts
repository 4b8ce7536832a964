import { commentText, printString } from "./yaml-scalar.ts";

/** What a file should say; printed whole, or written into the file that is there. */
export type YamlTree = YamlLeaf | YamlList | YamlMapping;

export interface YamlLeaf {
  readonly kind: "leaf";
  readonly text: string;
  /** Whether readers may take it for a number, boolean or date: it is one. */
  readonly typed: boolean;
  /** Written behind the value; empty means that none belongs there, undefined that any may stay. */
  readonly comment?: string;
}

interface YamlList {
  readonly kind: "list";
  readonly items: readonly YamlTree[];
}

export interface YamlMapping {
  readonly kind: "mapping";
  readonly entries: ReadonlyMap<string, YamlTree>;
  /** Keys that mean nothing when absent here are removed; all others are not ours and stay. */
  readonly known: (key: string) => boolean;
  /** Texts that mean the same as no key: `required: false`. */
  readonly omitted?: ReadonlyMap<string, string>;
}

export function stringLeaf(text: string): YamlLeaf {
  return { kind: "leaf", text, typed: false };
}

/** A number, boolean or date: printed as it is. */
export function typedLeaf(text: string): YamlLeaf {
  return { kind: "leaf", text, typed: true };
}

/** The id of something else, with its title as a comment. */
export function targetLeaf(id: string, title = ""): YamlLeaf {
  return { kind: "leaf", text: id, typed: true, comment: title };
}

/** Canonical lines of a mapping, each with its line break: block style, nothing folded. */
export function printMapping(mapping: YamlMapping, indent = 0): string {
  const pad = " ".repeat(indent);
  let lines = "";
  for (const [key, value] of mapping.entries) {
    lines += pad + printKey(key) + printUnderKey(value, indent);
  }
  return lines;
}

/** `key:` and its value, canonical, with the last line break. */
export function printPair(key: string, value: YamlTree, indent: number): string {
  return " ".repeat(indent) + printKey(key) + printUnderKey(value, indent);
}

/** A list's item, canonical, from its hyphen at `indent` to its line break. */
export function printItem(item: YamlTree, indent: number): string {
  const start = `${" ".repeat(indent)}- `;
  if (item.kind === "leaf") return `${start}${printLeaf(item, indent)}\n`;
  if (item.kind === "list") return `${start.trimEnd()}${printUnderKey(item, indent)}`;
  if (item.entries.size === 0) return `${start}{}\n`;
  return start + printMapping(item, indent + 2).slice(indent + 2);
}

/** A leaf alone, as it stands behind a key without its comment; a text of many lines is a block. */
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
