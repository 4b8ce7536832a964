import { decodeNamedCharacterReference } from "decode-named-character-reference";

/** Source offsets of the start and end of each character; `plain` if the source equals the text. */
export type SourceMap =
  | "plain"
  | { readonly starts: readonly number[]; readonly ends: readonly number[] };

const ESCAPE = /^\\([!-/:-@[-`{-~])/;
const REFERENCE = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{0,31}));/;
const LONGEST_REFERENCE = 40;

/** A soft line break, which becomes one space in the document. */
const SOFT_BREAK = /[ \t]*(?:\r\n?|\n)/g;
const VALUE_BREAK = /[ \t]*(?:\r\n?|\n)/y;
/** In the source, the next line starts with the prefix of its containers. */
const SPACES = /[ \t]*/y;
const SOURCE_BREAK = /[ \t]*(?:\r\n?|\n)[ \t>]*/y;

export function joinLines(value: string): string {
  return value.replaceAll(SOFT_BREAK, " ");
}

/** Maps the characters of a text node to its source; undefined if they can't be matched. */
export function mapSource(value: string, source: string): SourceMap | undefined {
  return mapSteps(value, source, (place) => writtenStep(place) ?? plainStep(place));
}

/** Like `mapSource`, for code, which has no escapes. */
export function mapCode(value: string, source: string): SourceMap | undefined {
  return mapSteps(value, source, plainStep);
}

function mapSteps(
  value: string,
  source: string,
  nextStep: (place: Place) => Step | undefined,
): SourceMap | undefined {
  if (value === source && !/[\r\n]/.test(source)) return "plain";
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (let index = 0; index < value.length;) {
    const step = nextStep({ value, index, source, at });
    if (step === undefined) return undefined;
    for (let count = 0; count < step.shown; count += 1) {
      starts.push(at);
      ends.push(at + step.length);
    }
    at += step.length;
    index += step.taken;
  }
  return at === source.length ? { starts, ends } : undefined;
}

interface Place {
  readonly value: string;
  readonly index: number;
  readonly source: string;
  readonly at: number;
}

interface Step {
  /** Number of characters in the source, in the parser's value, and in the document. */
  readonly length: number;
  readonly taken: number;
  readonly shown: number;
}

/** Matches a line break or a literal character. */
function plainStep({ value, index, source, at }: Place): Step | undefined {
  const line = matchAt(VALUE_BREAK, value, index);
  if (line === undefined) {
    return source[at] === value[index] ? { length: 1, taken: 1, shown: 1 } : undefined;
  }
  const found = matchAt(SOURCE_BREAK, source, at);
  if (found === undefined) return undefined;
  // Code keeps any indentation beyond its containers' prefix. The parser expands tabs to spaces.
  const kept = matchAt(SPACES, value, index + line.length) ?? "";
  return found.endsWith(kept)
    ? { length: found.length - kept.length, taken: line.length, shown: 1 }
    : { length: found.length, taken: line.length + kept.length, shown: 1 + kept.length };
}

/** Matches an escape or a character reference. */
function writtenStep({ value, index, source, at }: Place): Step | undefined {
  const rest = source.slice(at, at + LONGEST_REFERENCE);
  const [escape, escaped] = ESCAPE.exec(rest) ?? [];
  if (escape !== undefined && escaped === value[index]) return { length: 2, taken: 1, shown: 1 };
  const reference = REFERENCE.exec(rest);
  const decoded = reference === null ? undefined : decodeReference(reference);
  if (reference === null || decoded === undefined || !value.startsWith(decoded, index)) {
    return undefined;
  }
  return { length: reference[0].length, taken: decoded.length, shown: decoded.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function decodeReference([, decimal, hex, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return decodeNamedCharacterReference(name) || undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}
