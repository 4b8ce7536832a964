import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";

/** Keys of mappings and indexes of lists, from the root. */
export type YamlPath = readonly (string | number)[];

/**
 * Returns the line of the node at `path`, or of its nearest existing parent. Only for errors: it parses the text again.
 * @param firstLine line number in the file at which the text starts
 */
export function yamlLine(text: string, path: YamlPath, firstLine: number): number {
  const cursor: Cursor = { text, events: parseEvents(text, {}), next: 1, found: 0 };
  if (cursor.events.length > 1) seek(cursor, path);
  let line = firstLine;
  for (
    let at = text.indexOf("\n");
    at !== -1 && at < cursor.found;
    at = text.indexOf("\n", at + 1)
  ) {
    line += 1;
  }
  return line;
}

/** Returns the offsets of the items in these top-level lists, by key and in order. The text must be valid. */
export function itemStarts(
  text: string,
  keys: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const cursor: Cursor = { text, events: parseEvents(text, {}), next: 2, found: 0 };
  const starts = new Map<string, readonly number[]>();
  for (let event = cursor.events[2]; event !== undefined; event = cursor.events[cursor.next]) {
    if (event.type === EVENT_ID.POP) break;
    const key = keyOf(cursor, event) ?? "";
    skip(cursor);
    const isList = cursor.events[cursor.next]?.type === EVENT_ID.SEQUENCE;
    if (isList && keys.has(key)) starts.set(key, listStarts(cursor));
    else skip(cursor);
  }
  return starts;
}

/** Moves past the list at the cursor. */
function listStarts(cursor: Cursor): readonly number[] {
  const starts: number[] = [];
  cursor.next += 1;
  for (
    let event = cursor.events[cursor.next];
    event !== undefined;
    event = cursor.events[cursor.next]
  ) {
    if (event.type === EVENT_ID.POP) break;
    starts.push(offsetOf(event) ?? 0);
    skip(cursor);
  }
  cursor.next += 1;
  return starts;
}

interface Cursor {
  readonly text: string;
  readonly events: readonly Event[];
  next: number;
  /** Offset of the deepest node on the path so far. */
  found: number;
}

function seek(cursor: Cursor, path: YamlPath): void {
  const [step, ...rest] = path;
  const event = cursor.events[cursor.next];
  if (step === undefined || event === undefined) return;
  if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) return;
  cursor.next += 1;
  for (let index = 0; cursor.events[cursor.next]?.type !== EVENT_ID.POP; index += 1) {
    const start = cursor.events[cursor.next];
    if (start === undefined) return;
    const name = event.type === EVENT_ID.SEQUENCE ? index : keyOf(cursor, start);
    if (event.type === EVENT_ID.MAPPING) skip(cursor);
    if (name === step) {
      cursor.found = offsetOf(start) ?? cursor.found;
      seek(cursor, rest);
      return;
    }
    skip(cursor);
  }
}

function keyOf(cursor: Cursor, event: Event): string | undefined {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(cursor.text, event) : undefined;
}

function offsetOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart < 0 ? undefined : event.valueStart;
  return "start" in event ? event.start : undefined;
}

/** Moves past the node at the cursor, including its content. */
function skip(cursor: Cursor): void {
  let depth = 0;
  do {
    const type = cursor.events[cursor.next]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
    if (type === EVENT_ID.POP) depth -= 1;
    cursor.next += 1;
  } while (depth > 0 && cursor.next < cursor.events.length);
}
