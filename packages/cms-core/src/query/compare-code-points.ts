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
