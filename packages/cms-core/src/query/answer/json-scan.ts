// Reads in compact, valid JSON without parsing it: entries are served as they were rendered, and most
// of an entry is text that `indexOf` passes over.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;

/** The offset behind the value that begins at `start`. */
export function valueEnd(json: string, start: number): number {
  const unit = json.charCodeAt(start);
  if (unit === QUOTE) return stringEnd(json, start);
  return isOpening(unit) ? nestedEnd(json, start) : scalarEnd(json, start);
}

export function isObjectAt(json: string, start: number): boolean {
  return json.charCodeAt(start) === OPEN_OBJECT;
}

export function isArrayAt(json: string, start: number): boolean {
  return json.charCodeAt(start) === OPEN_ARRAY;
}

export function isStringAt(json: string, start: number): boolean {
  return json.charCodeAt(start) === QUOTE;
}

/** Where the value of `key` begins in the object that begins at `start`; -1 where it has no such key. */
export function memberStart(json: string, start: number, key: string): number {
  let at = start + 1;
  while (json.charCodeAt(at) === QUOTE) {
    const keyEnd = stringEnd(json, at);
    if (keyEnd - at - 2 === key.length && json.startsWith(key, at + 1)) return keyEnd + 1;
    at = valueEnd(json, keyEnd + 1) + 1;
  }
  return -1;
}

/** A member of an object: its key, and from where to where its value goes. */
export type VisitMember = (key: string, from: number, to: number) => void;

/** Visits the members of the object that begins at `start`. */
export function eachMember(json: string, start: number, visit: VisitMember): void {
  let at = start + 1;
  while (json.charCodeAt(at) === QUOTE) {
    const keyEnd = stringEnd(json, at);
    const to = valueEnd(json, keyEnd + 1);
    visit(json.slice(at + 1, keyEnd - 1), keyEnd + 1, to);
    at = to + 1;
  }
}

/** Visits the elements of the array that begins at `start`. */
export function eachElement(
  json: string,
  start: number,
  visit: (from: number, to: number) => void,
): void {
  let at = start + 1;
  if (json.charCodeAt(at) === CLOSE_ARRAY) return;
  for (;;) {
    const to = valueEnd(json, at);
    visit(at, to);
    if (json.charCodeAt(to) !== COMMA) return;
    at = to + 1;
  }
}

/** The text of the JSON string that stands there. */
export function stringAt(json: string, from: number, to: number): string {
  const escaped = json.indexOf("\\", from);
  if (escaped === -1 || escaped >= to) return json.slice(from + 1, to - 1);
  return parseText(json.slice(from, to));
}

/** The text of a JSON string; a string of its own that keeps nothing larger in memory. */
function parseText(literal: string): string {
  const text: string = JSON.parse(literal);
  return text;
}

function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at === -1 ? json.length : at + 1;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

function nestedEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      at = stringEnd(json, at);
      continue;
    }
    at += 1;
    if (isOpening(unit)) depth += 1;
    else if (isClosing(unit)) depth -= 1;
    if (depth === 0) break;
  }
  return at;
}

function scalarEnd(json: string, start: number): number {
  let at = start;
  while (at < json.length) {
    const unit = json.charCodeAt(at);
    if (unit === COMMA || isClosing(unit)) break;
    at += 1;
  }
  return at;
}

function isOpening(unit: number): boolean {
  return unit === OPEN_OBJECT || unit === OPEN_ARRAY;
}

function isClosing(unit: number): boolean {
  return unit === CLOSE_OBJECT || unit === CLOSE_ARRAY;
}
