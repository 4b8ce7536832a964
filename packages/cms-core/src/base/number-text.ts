const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,4})?$/;

/**
 * The number that a decimal text names, or undefined. Numbers are IEEE doubles: a text whose digits a
 * double cannot keep (`9007199254740993`, `1e400`, `1e-400`) is not one; `-0` is 0.
 */
export function parseNumber(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  if ((text.length > 15 || value === 0) && digits(text) !== digits(String(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** Significant digits alone: without sign, point, exponent and outer zeros. */
function digits(text: string): string {
  const mantissa = text.replace(/[eE].*$/, "").replaceAll(/[-+.]/g, "");
  return mantissa.replace(/^0+/, "").replace(/(?<!0)0+$/, "");
}
