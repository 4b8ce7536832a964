import { type Composing, expandReferences, takeTarget } from "./compose-entry.ts";
import { eachElement, eachMember, isArrayAt, isObjectAt } from "./json-scan.ts";
import { bytesOf, byteText, referenceAt } from "./query-entry.ts";

/** Which keys of an object are kept; `true` keeps the whole value. */
export type FieldPick = ReadonlyMap<string, FieldPick | true>;

/**
 * Reads the `fields` parameter: `id,title,author.name`. Of `author` and `author.name` the wider
 * wins. Names that no entry has are no error: a field that was deleted must not break a live site.
 */
export function parseFields(text: string): FieldPick {
  const pick = new Map<string, FieldPick | true>();
  for (const name of text.split(",")) addPath(pick, name.trim().split("."));
  return pick;
}

type MutablePick = Map<string, FieldPick | true>;

function addPath(pick: MutablePick, [key = "", ...rest]: readonly string[]): void {
  const known = pick.get(key);
  if (known === true) return;
  if (rest.length === 0) {
    pick.set(key, true);
    return;
  }
  const inner: MutablePick = new Map(known);
  addPath(inner, rest);
  pick.set(key, inner);
}

export interface Picking {
  readonly pick: FieldPick;
  /** How many levels of references are expanded. */
  readonly depth: number;
  readonly composing: Composing;
}

/**
 * The picked keys of the object that begins at `start`, in its own order. Dotted names reach into
 * references, media and repeat rows, in every element of an array; `id` is not implied (contracts,
 * section 4). What is not picked is not expanded either. JSON is bytes in text, here and in the result.
 */
export function pickFields(json: string, start: number, { pick, ...rest }: Picking): string {
  let picked = "";
  eachMember(json, start, (key, from, to) => {
    const inner = pick.get(key);
    const value =
      inner === undefined ? undefined : pickValue(json, [from, to], { ...rest, pick: inner });
    if (value !== undefined) picked += `${picked === "" ? "" : ","}"${key}":${value}`;
  });
  return `{${picked}}`;
}

type ValuePicking = Omit<Picking, "pick"> & { readonly pick: FieldPick | true };

function pickValue(
  json: string,
  [from, to]: readonly [number, number],
  { pick, depth, composing }: ValuePicking,
): string | undefined {
  if (pick === true) return wholeValue(json.slice(from, to), depth, composing);
  const inner = { pick, depth, composing };
  if (isObjectAt(json, from)) return pickObject(json, from, inner);
  if (!isArrayAt(json, from)) return undefined;
  const elements: string[] = [];
  eachElement(json, from, (element) => {
    if (isObjectAt(json, element)) elements.push(pickObject(json, element, inner));
  });
  return `[${elements.join(",")}]`;
}

/** References are looked for from the second character on, as an entry begins like one. */
function wholeValue(value: string, depth: number, composing: Composing): string {
  return expandReferences(` ${value}`, depth, composing).slice(1);
}

function pickObject(json: string, from: number, { pick, depth, composing }: Picking): string {
  const id = referenceAt(json, from);
  if (id === undefined) return pickFields(json, from, { pick, depth, composing });
  const target = takeTarget(id, depth, composing);
  if (target === undefined) return pickFields(`{"id":"${id}"}`, 0, { pick, depth: 0, composing });
  return pickFields(byteText(bytesOf(target)), 0, { pick, depth: depth - 1, composing });
}
