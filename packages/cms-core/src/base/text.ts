// Characters below U+0300 never change under NFC, and most texts contain no others. V8 knows that of single-byte
// strings without scanning them, while `normalize` would copy them.
const MAY_CHANGE = /[\u0300-\uffff]/;

/** Unicode normalization form C. */
export function composeText(text: string): string {
  return MAY_CHANGE.test(text) ? text.normalize("NFC") : text;
}

/** Counts Unicode code points after NFC, which is the meaning of "characters" in every limit. */
export function characterCount(text: string): number {
  const composed = composeText(text);
  let count = composed.length;
  for (let index = 0; index < composed.length; index += 1) {
    if ((composed.codePointAt(index) ?? 0) > 0xff_ff) count -= 1;
  }
  return count;
}

/** Normalizes a text for storage: NFC with `\n` as the only line break. */
export function normalizeText(text: string): string {
  const composed = composeText(text);
  return composed.includes("\r") ? composed.replaceAll(/\r\n?/g, "\n") : composed;
}

/** Control characters that stored texts cannot contain: all except tab and line breaks. */
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/; // oxlint-disable-line no-control-regex
const CONTROLS = new RegExp(CONTROL, "g");

/** Replaces control characters, which cannot be stored. */
export function withoutControls(text: string, replacement: string = " "): string {
  return CONTROL.test(text) ? text.replaceAll(CONTROLS, replacement) : text;
}

/** Returns the ASCII letters and digits of a text in lowercase, joined by hyphens; an empty string if it has none. */
export function asciiWords(text: string): string {
  const letters = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

/** Removes what would end a name in Git's author line: angle brackets and control characters. */
export function authorText(text: string): string {
  return text.replaceAll(/[<>\p{Cc}]/gu, "");
}

/** Compares by UTF-16 code units, independent of locale. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns why a text cannot be stored, as the end of a sentence, or undefined. */
export function textProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return "contains an unpaired surrogate, which is not valid Unicode";
  const control = CONTROL.exec(text)?.[0];
  if (control === undefined) return undefined;
  const hex = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `contains the control character U+${hex}`;
}

/** Parses JSON; undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Decodes a percent-encoded part of a URL. Invalid encodings are text. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses a whole number in decimal digits up to `max`; undefined for any other text. */
export function parseWholeNumber(text: string, max: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  return value <= max ? value : undefined;
}

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,4})?$/;

/**
 * Parses a decimal number, or returns undefined. Numbers are IEEE doubles: a text that a double cannot represent
 * (`9007199254740993`, `1e400`, `1e-400`) isn't accepted; `-0` is 0.
 */
export function parseNumber(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  if ((text.length > 15 || value === 0) && digits(text) !== digits(String(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** Returns the significant digits only, without sign, point, exponent, and outer zeros. */
function digits(text: string): string {
  const mantissa = text.replace(/[eE].*$/, "").replaceAll(/[-+.]/g, "");
  return mantissa.replace(/^0+/, "").replace(/(?<!0)0+$/, "");
}
