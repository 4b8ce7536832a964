import { isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { lineStart, nodeEnd } from "../yaml/yaml-places.ts";
import { printString } from "../yaml/yaml-tree.ts";
import {
  findPair,
  insertIntoBraces,
  insertLine,
  type Matter,
  pairEnd,
  removePair,
  replaceValue,
  splice,
} from "./matter-places.ts";
import type { OwnNeeds } from "./read-requires.ts";
import { isMatterMap, type MatterMap } from "./skill-matter.ts";

/** Replaces the names in a list of `requires` with as few changes to the text as possible. */
export function editNeeds(
  matter: Matter,
  need: keyof OwnNeeds,
  names: readonly string[],
): string | undefined {
  const requires = findPair(matter.root, "requires");
  if (requires === undefined) return insertRequires(matter, `${need}: ${printNames(names)}`);
  const { value: map } = requires;
  if (!isMap(map)) return undefined;
  const pair = findPair(map, need);
  if (pair === undefined) return insertNeed(matter, map, `${need}: ${printNames(names)}`);
  if (names.length === 0) {
    return removePair(matter, map.items.length === 1 ? requires : pair);
  }
  const edited = isSeq(pair.value) ? editSeq(matter, pair.value, names) : undefined;
  return edited ?? replaceValue(matter, pair, printNames(names));
}

/** Prints all of `requires` in braces, including additional keys. */
export function printAllNeeds({ requires }: MatterMap, all: OwnNeeds): string {
  const unknown = Object.entries(isMatterMap(requires) ? requires : {}).filter(
    ([key]) => !(key in all),
  );
  const lists = Object.entries(all).filter(([, names]) => names.length > 0);
  const parts = [
    ...lists.map(([key, names]: [string, readonly string[]]) => `${key}: ${printNames(names)}`),
    ...unknown.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`),
  ];
  return `{${parts.join(", ")}}`;
}

function printNames(names: readonly string[]): string {
  return `[${names.map(printName).join(", ")}]`;
}

function printName(name: string): string {
  return /[,[\]{}\n]/.test(name) ? JSON.stringify(name) : printString(name, 0);
}

function insertRequires(matter: Matter, printed: string): string | undefined {
  const { root } = matter;
  const last = root?.items.at(-1);
  if (root === undefined || root.flow === true || last === undefined) return undefined;
  const text = `requires:\n  ${printed}`;
  return insertLine(matter, { at: pairEnd(matter, last), like: root.items[0], text });
}

function insertNeed(matter: Matter, map: YAMLMap, printed: string): string | undefined {
  if (map.flow === true) return insertIntoBraces(matter, map, printed);
  const last = map.items.at(-1);
  if (last === undefined) return undefined;
  return insertLine(matter, { at: pairEnd(matter, last), like: map.items[0], text: printed });
}

/** A name with its position in a list. */
interface Item {
  readonly name: string;
  readonly source: string;
  readonly node: Node;
  readonly start: number;
}

/** Names that remain keep their notation; new ones follow. */
function editSeq(matter: Matter, seq: YAMLSeq, names: readonly string[]): string | undefined {
  const items = seq.items.map((item) => locateItem(matter, item));
  if (!items.every((item) => item !== undefined)) return undefined;
  const remaining = items.filter(({ name }) => names.includes(name));
  const added = names.filter((name) => !items.some((item) => item.name === name));
  const newNames = [...remaining.map(({ name }) => name), ...added];
  if (newNames.join("\n") !== names.join("\n")) return undefined;
  return seq.flow === true
    ? editFlow(matter, seq, [...remaining.map(({ source }) => source), ...added.map(printName)])
    : editBlock(matter, items, { remaining: new Set(remaining), added });
}

function locateItem({ yaml }: Matter, node: unknown): Item | undefined {
  if (!isScalar(node) || typeof node.value !== "string" || node.range == null) return undefined;
  const [start, end] = node.range;
  return { name: node.value.trim(), source: yaml.slice(start, end).trimEnd(), node, start };
}

function editFlow(matter: Matter, seq: YAMLSeq, sources: readonly string[]): string | undefined {
  const [start, end] = seq.range ?? [0, 0];
  const inner = matter.yaml.slice(start + 1, end - 1);
  if (/[#\n]/.test(inner)) return undefined;
  const [before = ""] = /^[ \t]*/.exec(inner) ?? [];
  const [after = ""] = inner.trim() === "" ? [""] : (/[ \t]*$/.exec(inner) ?? []);
  return splice(matter, { start, end, text: `[${before}${sources.join(", ")}${after}]` });
}

function editBlock(
  matter: Matter,
  items: readonly Item[],
  {
    remaining,
    added,
  }: { readonly remaining: ReadonlySet<Item>; readonly added: readonly string[] },
): string | undefined {
  const { yaml, lineBreak } = matter;
  const lines = items.map((item) => {
    const start = lineStart(yaml, item.start);
    return { item, start, end: nodeEnd(yaml, item.node), lead: yaml.slice(start, item.start) };
  });
  const [first] = lines;
  if (first === undefined || !lines.every(({ lead }) => /^ *- +$/.test(lead))) return undefined;
  let text = "";
  let at = first.start;
  for (const { item, start, end } of lines) {
    text += yaml.slice(at, start) + (remaining.has(item) ? yaml.slice(start, end) : "");
    at = end;
  }
  text += added.map((name) => `${first.lead}${printName(name)}${lineBreak}`).join("");
  return splice(matter, { start: first.start, end: at, text });
}
