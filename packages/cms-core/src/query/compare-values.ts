import type { JsonValue } from "./json-value.ts";

/**
 * Compares strings by code point. JavaScript's `<` compares UTF-16 units, which puts everything
 * above U+FFFF before U+E000.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : surrogateOrder(a);
  }
  return left.length - right.length;
}

/** Of two units of which one is a surrogate: surrogates stand for what is above every other unit. */
function surrogateOrder(a: number): number {
  return isSurrogate(a) ? 1 : -1;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/**
 * Compares two scalar values: numbers as numbers, booleans with `false` first, text by code point.
 * Values of different types, which only a changed schema leaves behind, stand in that order.
 */
export function compareScalars(left: JsonValue, right: JsonValue): number {
  if (typeof left === "string" && typeof right === "string") return compareCodePoints(left, right);
  if (typeof left === "number" && typeof right === "number") return left - right;
  return rank(left) - rank(right);
}

function rank(value: JsonValue): number {
  if (typeof value === "number") return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  return typeof value === "string" ? 3 : 4;
}
