const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;

/**
 * Reads one key of an object in compact JSON; undefined if the key is missing. Skips everything else: a query needs one
 * key of every entry, and parsing the whole entries takes three times as long.
 */
export function readMember(json: string, key: string): unknown {
  let at = 1;
  while (json.charCodeAt(at) === QUOTE) {
    const keyEnd = stringEnd(json, at);
    const end = valueEnd(json, keyEnd + 1);
    if (keyEnd - at - 2 === key.length && json.startsWith(key, at + 1)) {
      return JSON.parse(json.slice(keyEnd + 1, end));
    }
    at = end + 1;
  }
  return undefined;
}

/** Returns the position of the comma or bracket after the value that starts at `start`. */
function valueEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const unit = json.charCodeAt(at);
    const isClosing = unit === CLOSE_OBJECT || unit === CLOSE_ARRAY;
    if (depth === 0 && (isClosing || unit === COMMA)) break;
    if (isClosing) depth -= 1;
    else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) depth += 1;
    at = unit === QUOTE ? stringEnd(json, at) : at + 1;
  }
  return at;
}

/** Returns the position after the string that starts at `start`. */
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
