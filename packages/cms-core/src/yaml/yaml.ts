import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
} from "js-yaml";
import { CmsError, type ErrorCode } from "../base/errors.ts";
import { isPrototypeName } from "../base/reserved-names.ts";
import { LIMITS } from "../model/limits.ts";
import { explainSyntax, findMissingSpaceIn, type SyntaxFault } from "./explain-syntax.ts";

/** Scalars are text: `no`, `010`, and `2024-01-01` are interpreted by the field's type. */
export type YamlValue = string | readonly YamlValue[] | YamlMap;
export type YamlMap = ReadonlyMap<string, YamlValue>;

export interface YamlPlace {
  /** Path used in errors. */
  readonly path?: string;
  /** Line number in the file at which the YAML starts. @default 1 */
  readonly firstLine?: number;
  /** Called with every unquoted scalar, by its mapping or list: an unquoted `4` can be a number. */
  readonly onPlain?: (holder: YamlMap | readonly YamlValue[], key: string | number) => void;
  /** Whether aliases and merge keys are expanded. @default false: they are rejected */
  readonly expand?: boolean;
}

/** Maximum nesting of mappings and lists. */
const MAX_DEPTH = 32;

/** State of the parser. */
interface Reading {
  readonly text: string;
  readonly place: YamlPlace;
  readonly events: readonly Event[];
  /** Whether scalars can contain characters that the decoded file doesn't, which requires escapes. */
  readonly hasEscapes: boolean;
  readonly anchors: Map<string, Anchored>;
  next: number;
  /** Remaining values and characters that aliases can expand to. */
  room: number;
}

interface Anchored {
  readonly value: YamlValue;
  readonly size: number;
}

/** A few lines of nested aliases can expand beyond any memory. */
const MAX_EXPANDED = 1_048_576;

type NodeEvent = Extract<Event, { anchorStart: number; tagStart: number }>;

/**
 * Parses a YAML mapping with the failsafe schema. Anchors, aliases, tags, merge keys (unless expanded), duplicate keys,
 * keys of `Object.prototype`, and nesting deeper than 32 are rejected. An empty text is an empty mapping.
 * @throws CmsError `yaml_syntax`, `yaml_alias`, `yaml_tag`, `yaml_depth`, `yaml_duplicate_key`, `reserved_name`,
 * `invalid_unicode`, or `too_large`, with one issue that has the line
 */
export function readYaml(text: string, place: YamlPlace = {}): YamlMap {
  const hasEscapes = text.includes("\\") || !text.isWellFormed();
  const events = parse(text, place);
  const anchors = new Map<string, Anchored>();
  const reading: Reading = {
    text,
    place,
    events,
    hasEscapes,
    anchors,
    next: 1,
    room: MAX_EXPANDED,
  };
  const first = reading.events[1];
  if (first === undefined || isEmpty(first)) return new Map();
  const value = readValue(reading);
  if (reading.next !== reading.events.length - 1) {
    throw problem(reading, "yaml_syntax", "contains more than one YAML document", text.length);
  }
  if (isYamlMap(value)) return value;
  const fault = typeof value === "string" ? findMissingSpaceIn(text) : undefined;
  if (fault !== undefined) throw syntaxError(reading, fault);
  throw problem(reading, "yaml_syntax", "must be a mapping of keys to values", startOf(first));
}

/** Returns whether a YAML value is a mapping. */
export function isYamlMap(value: YamlValue | undefined): value is YamlMap {
  return value instanceof Map;
}

/** Returns whether a YAML value is a list. `Array.isArray` doesn't narrow readonly arrays. */
export function isYamlList(value: YamlValue | undefined): value is readonly YamlValue[] {
  return Array.isArray(value);
}

function parse(text: string, place: YamlPlace): readonly Event[] {
  const at = { text, place };
  if (text.length > LIMITS.fileBytes) throw problem(at, "too_large", "is too long", 0);
  if (hasTooManyValues(text)) throw problem(at, "too_large", "contains too many values", 0);
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const offset = error.mark?.position ?? 0;
    if (!error.reason.includes("maxDepth")) throw unreadable(at, error.reason, offset);
    throw problem(at, "yaml_depth", `is nested deeper than ${MAX_DEPTH}`, offset);
  }
}

function unreadable(at: Pick<Reading, "text" | "place">, reason: string, offset: number): CmsError {
  return syntaxError(at, explainSyntax(at.text, { reason, offset }));
}

function syntaxError(
  at: Pick<Reading, "text" | "place">,
  { what, advice, offset }: SyntaxFault,
): CmsError {
  return problem(at, "yaml_syntax", [`cannot be read: ${what}`, advice], offset);
}

/**
 * The parser needs a hundred times as much memory for a value as for a character, so a long text cannot consist only of
 * values.
 */
const MAX_VALUES = 1_048_576;

/** Every value starts on a new line or after a comma, unless it opens another one, which the depth limits. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_VALUES) return false;
  let values = 0;
  for (const mark of [",", "\n"]) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      values += 1;
      if (values > MAX_VALUES) return true;
    }
  }
  return false;
}

function readValue(reading: Reading): YamlValue {
  const event = reading.events[reading.next];
  reading.next += 1;
  switch (event?.type) {
    case EVENT_ID.SCALAR: {
      rejectProperties(reading, event);
      const value = getScalarValue(reading.text, event);
      if (reading.hasEscapes) rejectBadText(reading, value, event.valueStart);
      return storeAnchor(reading, event, value);
    }
    case EVENT_ID.MAPPING:
      rejectProperties(reading, event);
      return storeAnchor(reading, event, readMapping(reading));
    case EVENT_ID.SEQUENCE:
      rejectProperties(reading, event);
      return storeAnchor(reading, event, readSequence(reading));
    case EVENT_ID.ALIAS:
      return readAlias(reading, event);
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
    case undefined:
      throw problem(reading, "yaml_syntax", "ends unexpectedly", reading.text.length);
  }
}

/** Stores a value for later aliases. */
function storeAnchor<T extends YamlValue>(reading: Reading, event: NodeEvent, value: T): T {
  if (event.anchorStart !== -1) {
    const name = reading.text.slice(event.anchorStart, event.anchorEnd);
    reading.anchors.set(name, { value, size: sizeOf(value) });
  }
  return value;
}

function sizeOf(value: YamlValue): number {
  if (typeof value === "string") return value.length + 1;
  const items = isYamlMap(value) ? [...value.values()] : value;
  return items.reduce((sum, item) => sum + sizeOf(item), 1);
}

/** Returns the value that an alias refers to. */
function readAlias(
  reading: Reading,
  { anchorStart, anchorEnd }: Extract<Event, { type: typeof EVENT_ID.ALIAS }>,
): YamlValue {
  const name = reading.text.slice(anchorStart, anchorEnd);
  const refuse = (what: Complaint): CmsError =>
    problem(reading, "yaml_alias", what, anchorStart - 1);
  if (reading.place.expand !== true) throw refuse([`uses the alias "*${name}"`, REPLACE_ALIAS]);
  const found = reading.anchors.get(name);
  if (found === undefined)
    throw refuse(`uses the alias "*${name}", and nothing before it has the anchor "&${name}"`);
  reading.room -= found.size;
  if (reading.room < 0) throw refuse("has aliases that expand to too much");
  return found.value;
}

/** Applies `<<`: adds keys that the mapping lacks. Of several mappings, the first one wins. */
function mergeInto(map: Map<string, YamlValue>, merged: readonly YamlMap[]): void {
  for (const [key, value] of merged.flatMap((one) => [...one]))
    if (!map.has(key)) map.set(key, value);
}

function readMerged(reading: Reading, event: Event | undefined): readonly YamlMap[] {
  const value = readValue(reading);
  const maps = isYamlList(value) ? value : [value];
  if (maps.every(isYamlMap)) return maps;
  throw badKey(reading, event, "has a merge key whose value is not a mapping");
}

function isMergeKey(event: Event | undefined, text: string): boolean {
  const isPlainScalar = event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
  return isPlainScalar && text.slice(event.valueStart, event.valueEnd) === "<<";
}

function readMapping(reading: Reading): YamlMap {
  const start = reading.next;
  const map = new Map<string, YamlValue>();
  const merged: YamlMap[] = [];
  while (!atEnd(reading)) {
    const keyEvent = reading.events[reading.next];
    const key = readValue(reading);
    if (typeof key !== "string") throw badKey(reading, keyEvent, "has a key that is not a string");
    if (map.has(key)) throw duplicateKey(reading, key, start);
    if (reading.place.expand === true && isMergeKey(keyEvent, reading.text)) {
      merged.push(...readMerged(reading, keyEvent));
      continue;
    }
    rejectKey(reading, key, keyEvent);
    if (isPlain(reading)) reading.place.onPlain?.(map, key);
    map.set(key, readValue(reading));
  }
  mergeInto(map, merged);
  return map;
}

function readSequence(reading: Reading): readonly YamlValue[] {
  const items: YamlValue[] = [];
  while (!atEnd(reading)) {
    if (isPlain(reading)) reading.place.onPlain?.(items, items.length);
    items.push(readValue(reading));
  }
  return items;
}

/** Returns whether the next event is an unquoted scalar. */
function isPlain({ events, next }: Reading): boolean {
  const event = events[next];
  return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
}

function atEnd(reading: Reading): boolean {
  if (reading.events[reading.next]?.type !== EVENT_ID.POP) return false;
  reading.next += 1;
  return true;
}

function rejectProperties(reading: Reading, event: NodeEvent): void {
  if (event.anchorStart !== -1 && reading.place.expand !== true) {
    throw problem(reading, "yaml_alias", ["uses an anchor", REPLACE_ALIAS], event.anchorStart - 1);
  }
  if (event.tagStart !== -1) {
    throw problem(reading, "yaml_tag", ["uses a tag", "Remove it."], event.tagStart);
  }
}

function rejectBadText(reading: Reading, value: string, offset: number): void {
  if (value.isWellFormed() && !value.includes("\0")) return;
  throw problem(reading, "invalid_unicode", "has a value that is not Unicode text", offset);
}

function rejectKey(reading: Reading, key: string, event: Event | undefined): void {
  if (isPrototypeName(key)) {
    throw badKey(reading, event, `has the reserved key "${key}"`, "reserved_name");
  }
  if (isMergeKey(event, reading.text)) {
    const what = ["uses a merge key", "Repeat the values instead."] as const;
    throw badKey(reading, event, what, "yaml_alias");
  }
}

function duplicateKey(reading: Reading, key: string, start: number): CmsError {
  const repeated = reading.events[reading.next - 1];
  const first = findKey({ ...reading, next: start }, key);
  const line = lineAt(reading, first === undefined ? 0 : startOf(first));
  const what = `has the key "${key}" twice, first in line ${line}`;
  return badKey(reading, repeated, what, "yaml_duplicate_key");
}

function findKey(reading: Reading, wanted: string): Event | undefined {
  while (!atEnd(reading)) {
    const event = reading.events[reading.next];
    if (readValue(reading) === wanted) return event;
    readValue(reading);
  }
  return undefined;
}

function badKey(
  reading: Reading,
  event: Event | undefined,
  what: Complaint,
  code: ErrorCode = "yaml_syntax",
): CmsError {
  return problem(reading, code, what, event === undefined ? 0 : startOf(event));
}

/** A problem, or a problem and a sentence on how to fix it. */
type Complaint = string | readonly [what: string, advice: string | undefined];

const REPLACE_ALIAS = "Repeat the value instead, or put it in quotes.";

function problem(
  at: Pick<Reading, "text" | "place">,
  code: ErrorCode,
  complaint: Complaint,
  offset: number,
): CmsError {
  const [what, advice] = typeof complaint === "string" ? [complaint] : complaint;
  const line = lineAt(at, offset);
  const column = offset - (at.text.lastIndexOf("\n", offset - 1) + 1) + 1;
  const { path } = at.place;
  const sentence = `${path ?? "The YAML"} ${what} (line ${line}, column ${column}).`;
  const message = advice === undefined ? sentence : `${sentence} ${advice}`;
  const issue = { code, message, line, ...(path === undefined ? {} : { path }) };
  return new CmsError(code, message, { issues: [issue] });
}

function lineAt({ text, place }: Pick<Reading, "text" | "place">, offset: number): number {
  let line = place.firstLine ?? 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}

function startOf(event: Event): number {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return Math.max(event.valueStart, 0);
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return 0;
  }
}

function isEmpty(event: Event): boolean {
  if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false;
  return event.valueStart === event.valueEnd && event.anchorStart === -1 && event.tagStart === -1;
}
