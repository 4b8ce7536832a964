import type { Markdown, ReadMarkdown } from "../../markdown/read-markdown.ts";
import { mergeValue, type Versions } from "../sequence/conflict.ts";
import { SIDES } from "./join-parts.ts";
import { type Mark, type NumberedItem, numberedItems, replaceMarks } from "./list-marks.ts";

/** Texts in which all numbered items have the same number. */
export interface ExtractedNumbers {
  readonly texts: Versions<string>;
  /** Numbers the lists of a merge of these texts in the style of the sides. */
  readonly restore: (merged: string) => Renumbered;
}

interface Renumbered {
  readonly text: string;
  readonly conflict: boolean;
}

const MAY_BE_NUMBERED = /\d[.)](?:\s|$)/;

/**
 * Removes the numbers of list items before a merge: deleting the second of four items renumbers two others without
 * editing them. Returns undefined if there is nothing to remove, or if a text would change its meaning.
 */
export function extractNumbers(
  texts: Versions<string>,
  read: ReadMarkdown,
): ExtractedNumbers | undefined {
  if (!SIDES.some((side) => MAY_BE_NUMBERED.test(texts[side]))) return undefined;
  const [base, ours, theirs] = SIDES.map((side) => withoutNumbers(texts[side], read));
  if (!base || !ours || !theirs) return undefined;
  if ([base, ours, theirs].every(({ lists }) => lists.length === 0)) return undefined;
  const lists = { base: base.lists, ours: ours.lists, theirs: theirs.lists };
  return {
    texts: { base: base.text, ours: ours.text, theirs: theirs.text },
    restore: (merged) => renumber(merged, lists, read),
  };
}

/** A numbered list: its items and their marks. */
interface List {
  readonly items: readonly string[];
  readonly marks: readonly Mark[];
}

type Lists = Versions<readonly List[]>;

function withoutNumbers(
  text: string,
  read: ReadMarkdown,
): { readonly text: string; readonly lists: readonly List[] } | undefined {
  const markdown = read(text);
  if (markdown === undefined) return undefined;
  const items = numberedItems(markdown);
  if (items === undefined) return undefined;
  const plain = replaceMarks(text, items, ({ mark }) => ({
    ...mark,
    number: "1",
    space: reduceToOneSpace(mark),
  }));
  const now = plain === text ? markdown : read(plain);
  if (now === undefined || shapeOf(now) !== shapeOf(markdown)) return undefined;
  return { text: plain, lists: listsOf(items).map(toList) };
}

/** Padding that aligns items depends on the width of their numbers, so it is reduced to one space. A tab stays. */
function reduceToOneSpace({ space }: Mark): string {
  return /^ +$/.test(space) ? " " : space;
}

/** Returns the blocks of a text without their words: kinds and nesting. */
function shapeOf({ leaves }: Markdown): string {
  return leaves.map(({ depth, kind, parent }) => `${depth} ${parent?.kind} ${kind}`).join("\n");
}

function listsOf(items: readonly NumberedItem[]): NumberedItem[][] {
  return [...Map.groupBy(items, ({ list }) => list).values()];
}

function toList(items: readonly NumberedItem[]): List {
  return { items: items.map(({ words }) => words), marks: items.map(({ mark }) => mark) };
}

function renumber(merged: string, lists: Lists, read: ReadMarkdown): Renumbered {
  const markdown = read(merged);
  if (markdown === undefined) return { text: merged, conflict: true };
  const items = numberedItems(markdown);
  if (items === undefined) return { text: merged, conflict: true };
  const find = {
    base: createListFinder(lists.base),
    ours: createListFinder(lists.ours),
    theirs: createListFinder(lists.theirs),
  };
  const marks = new Map<NumberedItem, Mark>();
  let conflict = false;
  for (const list of listsOf(items)) {
    const words = list.map((item) => item.words);
    const known = { base: find.base(words), ours: find.ours(words), theirs: find.theirs(words) };
    const numbered = numbersFor(words, known);
    conflict ||= numbered.conflict;
    for (const [at, item] of list.entries()) {
      marks.set(item, { ...item.mark, ...numbered.marks[at] });
    }
  }
  const text = replaceMarks(merged, items, (item) => marks.get(item) ?? item.mark);
  const now = text === merged ? markdown : read(text);
  const isKept = now !== undefined && shapeOf(now) === shapeOf(markdown);
  return { text, conflict: conflict || !isKept };
}

/**
 * Returns a function that finds the list of a version with the most items in common. An item that occurs in many lists
 * counts for the first one not yet found, and for the one before it.
 */
function createListFinder(lists: readonly List[]): (words: readonly string[]) => List | undefined {
  const places = new Map<string, { readonly lists: List[]; next: number }>();
  for (const list of lists) {
    for (const item of new Set(list.items)) {
      const place = places.get(item);
      if (place === undefined) places.set(item, { lists: [list], next: 0 });
      else place.lists.push(list);
    }
  }
  const found = new Set<List>();
  const candidates = (word: string): List[] => {
    const place = places.get(word);
    if (place === undefined) return [];
    while (place.next < place.lists.length && found.has(place.lists[place.next] ?? NO_LIST)) {
      place.next += 1;
    }
    return place.lists.slice(Math.max(place.next - 1, 0), place.next + 1);
  };
  return (words) => {
    const counts = new Map<List, number>();
    for (const list of [...new Set(words)].flatMap(candidates)) {
      counts.set(list, (counts.get(list) ?? 0) + 1);
    }
    const weight = (list: List): number => (counts.get(list) ?? 0) * 2 + (found.has(list) ? 0 : 1);
    const [best] = [...counts.keys()].toSorted((a, b) => weight(b) - weight(a));
    if (best !== undefined) found.add(best);
    return best;
  };
}

const NO_LIST: List = { items: [], marks: [] };

type Numbering = Pick<Mark, "number" | "space">;

interface Numbered {
  readonly marks: readonly Numbering[];
  /** Whether the sides start the list with different numbers, both unlike the base. */
  readonly conflict: boolean;
}

/** Returns the numbers of a merged list: those of a side with the same items, or consecutive ones from its start. */
function numbersFor(words: readonly string[], known: Versions<List | undefined>): Numbered {
  const style = mergeStyles(known);
  const counted = numberItems(words.length, style.merged);
  const same = (["ours", "theirs"] as const).flatMap((side) => {
    const list = known[side];
    return list !== undefined && isSame(list.items, words) ? [list] : [];
  });
  const [mine, other = mine] = same.map(numberingKey);
  const before =
    known.base && isSame(known.base.items, words) ? numberingKey(known.base) : undefined;
  const wanted = mergeValue(before, mine, other).merged;
  const chosen = same.find((list) => numberingKey(list) === wanted);
  const isOwn =
    chosen !== undefined &&
    startOf(chosen) === style.merged.start &&
    (stepOf(chosen) ?? style.merged.step) === style.merged.step;
  return { marks: isOwn ? chosen.marks.map(numberingOf) : counted, conflict: style.conflict };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

function numberingKey({ marks }: List): string {
  return JSON.stringify(marks.map(numberingOf));
}

function numberingOf({ number, space }: Mark): Numbering {
  return { number, space };
}

/** How a list is numbered: its start, its step (1 or 0), and the width in columns. */
interface Style {
  readonly start: string;
  readonly step: 0 | 1;
  readonly space: string;
}

const DEFAULT_STYLE: Style = { start: "1", step: 1, space: " " };

function mergeStyles(known: Versions<List | undefined>): {
  readonly merged: Style;
  readonly conflict: boolean;
} {
  const merge = <T>(
    of: (list: List) => T | undefined,
  ): { merged: T | undefined; conflict: boolean } => {
    const [ours, theirs] = [known.ours && of(known.ours), known.theirs && of(known.theirs)];
    if (ours === undefined || theirs === undefined)
      return { merged: ours ?? theirs, conflict: false };
    return mergeValue<T | undefined>(known.base && of(known.base), ours, theirs);
  };
  const [start, step, space] = [merge(startOf), merge(stepOf), merge(spaceOf)];
  const merged = {
    start: start.merged ?? DEFAULT_STYLE.start,
    step: step.merged ?? DEFAULT_STYLE.step,
    space: space.merged ?? DEFAULT_STYLE.space,
  };
  return { merged, conflict: start.conflict };
}

function startOf({ marks }: List): string | undefined {
  return marks[0]?.number;
}

function stepOf({ marks: [first, second] }: List): 0 | 1 | undefined {
  if (first === undefined || second === undefined) return undefined;
  return Number(first.number) === Number(second.number) ? 0 : 1;
}

function spaceOf({ marks }: List): string | undefined {
  return marks.find(({ space }) => space !== "")?.space;
}

const MAX_NUMBER = 999_999_999;

function numberItems(length: number, { start, step, space }: Style): Numbering[] {
  const digits = start.startsWith("0") ? start.length : 1;
  return Array.from({ length }, (_, at) => {
    const number = Math.min(Number(start) + step * at, MAX_NUMBER)
      .toString()
      .padStart(digits, "0");
    // More than one space aligns the items.
    const width = /^ {2,}$/.test(space) ? start.length + space.length - number.length : 1;
    return { number, space: space.startsWith("\t") ? space : " ".repeat(Math.max(width, 1)) };
  });
}
