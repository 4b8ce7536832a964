import { type FilterCursor, isAt, unitAt } from "./filter-cursor.ts";
import { invalidFilters } from "./filter-problem.ts";

const ESCAPABLE: ReadonlySet<string> = new Set(["(", ")", "[", "]", "\\"]);

/**
 * Reads a value: up to `[and]`, `[or]`, the `)` that closes the group around it, or the end. Balanced
 * parentheses belong to it with all that is in them; a backslash escapes `( ) [ ] \` and is itself
 * before anything else.
 *
 * @throws CmsError `invalid_filters`
 */
export function readFilterValue(cursor: FilterCursor): string {
  const start = cursor.at;
  const value = readParts(cursor);
  if (value === "") throw invalidFilters("A value is expected here.", { position: start });
  return value;
}

function readParts(cursor: FilterCursor): string {
  const open: number[] = [];
  let value = "";
  let from = cursor.at;
  for (let unit = unitAt(cursor); !Number.isNaN(unit); unit = unitAt(cursor)) {
    const character = String.fromCharCode(unit);
    if (character === "\\" && isEscape(cursor)) {
      value += cursor.text.slice(from, cursor.at);
      from = cursor.at + 1;
      cursor.at += 1;
    } else if (character === "(") {
      open.push(cursor.at);
    } else if (endsValue(cursor, character, open)) {
      break;
    }
    cursor.at += 1;
  }
  const [position] = open;
  if (position === undefined) return value + cursor.text.slice(from, cursor.at);
  throw invalidFilters("This ( is never closed; write \\( where it belongs to a value.", {
    position,
  });
}

function isEscape(cursor: FilterCursor): boolean {
  cursor.reads += 1;
  return ESCAPABLE.has(cursor.text.charAt(cursor.at + 1));
}

/** Whether the value ends here; takes a `)` that closes one of its own. */
function endsValue(cursor: FilterCursor, character: string, open: number[]): boolean {
  if (character === ")") return open.pop() === undefined;
  if (open.length > 0 || (character !== "[" && character !== "]")) return false;
  if (isAt(cursor, "[and]") || isAt(cursor, "[or]")) return true;
  throw invalidFilters(`Write \\${character} where it belongs to a value.`, {
    position: cursor.at,
  });
}
