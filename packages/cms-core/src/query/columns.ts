import { referenceAt } from "./entry-references.ts";
import { eachValue, type ValueSource } from "./entry-values.ts";
import { type GrowingArray, growingFloat64, growingUint32 } from "./growing-array.ts";
import { isStringAt, parseText, stringAt } from "./json-scan.ts";
import { parseTime } from "./parse-time.ts";

/**
 * The values that all rows have for one key. A row's values never change: a changed entry is another
 * row. `starts` says from where to where a row's values go where it may have several; without it, row
 * and value have the same number.
 */
interface ColumnBase {
  readonly source: ValueSource;
  readonly starts: GrowingArray<Uint32Array<ArrayBuffer>> | undefined;
  /** How many rows have been read. */
  readonly rows: number;
  /** Reads the next row. */
  append(json: string): void;
}

/** Numbers, times in milliseconds, and booleans and presence as 0 and 1; NaN for a missing one. */
export interface NumberColumn extends ColumnBase {
  readonly kind: "numbers";
  readonly numbers: GrowingArray<Float64Array<ArrayBuffer>>;
}

/** Texts as numbers of a dictionary; 0 stands for a missing one. */
export interface CodeColumn extends ColumnBase {
  readonly kind: "codes";
  readonly codes: GrowingArray<Uint32Array<ArrayBuffer>>;
  /** By code. */
  readonly texts: readonly string[];
  /** Of dates, by code: milliseconds since 1970, NaN for what is none. */
  readonly times: GrowingArray<Float64Array<ArrayBuffer>> | undefined;
  codeOf(text: string): number | undefined;
}

export type Column = NumberColumn | CodeColumn;

export function createColumn(source: ValueSource): Column {
  const { kind, type } = source;
  const isText = kind === "text" || kind === "label" || kind === "date" || kind === "reference";
  return isText && type !== undefined ? createCodes(source) : createNumbers(source);
}

function createNumbers(source: ValueSource): NumberColumn {
  const numbers = growingFloat64();
  const starts = source.list ? growingUint32() : undefined;
  starts?.push(0);
  const read = READ_NUMBER[source.kind] ?? readPresence;
  const column = {
    kind: "numbers" as const,
    source,
    numbers,
    starts,
    rows: 0,
    append(json: string): void {
      eachValue(json, source, (from, to) => {
        const value = read(json, from, to);
        if (starts === undefined || !Number.isNaN(value)) numbers.push(value);
      });
      starts?.push(numbers.length);
      column.rows += 1;
    },
  };
  return column;
}

type ReadNumber = (json: string, from: number, to: number) => number;

const READ_NUMBER: Partial<Record<ValueSource["kind"], ReadNumber>> = {
  number: (json, from, to) =>
    from === -1 || isStringAt(json, from) ? Number.NaN : Number(json.slice(from, to)),
  instant: (json, from, to) => (from === -1 ? Number.NaN : Date.parse(stringAt(json, from, to))),
  // An unset boolean is false.
  boolean: (json, from) => (from !== -1 && json.startsWith("true", from) ? 1 : 0),
};

function readPresence(_json: string, from: number): number {
  return from === -1 ? Number.NaN : 1;
}

const MISSING = 0;

function createCodes(source: ValueSource): CodeColumn {
  const codes = growingUint32();
  const starts = source.list ? growingUint32() : undefined;
  starts?.push(0);
  const texts: string[] = [""];
  const times = source.kind === "date" ? growingFloat64() : undefined;
  times?.push(Number.NaN);
  const known = new Map<string, number>();
  const codeAt = (json: string, from: number, to: number): number => {
    const text = source.kind === "reference" ? referenceAt(json, from) : textAt(json, from, to);
    if (text === undefined) return MISSING;
    const code = known.get(text);
    if (code !== undefined) return code;
    // A slice would keep the whole entry it was cut from in memory.
    const own = parseText(JSON.stringify(text));
    known.set(own, texts.length);
    times?.push(parseTime(own) ?? Number.NaN);
    return texts.push(own) - 1;
  };
  const column = {
    kind: "codes" as const,
    source,
    codes,
    starts,
    texts,
    times,
    rows: 0,
    codeOf: (text: string) => known.get(text),
    append(json: string): void {
      eachValue(json, source, (from, to) => {
        const code = from === -1 ? MISSING : codeAt(json, from, to);
        if (starts === undefined || code !== MISSING) codes.push(code);
      });
      starts?.push(codes.length);
      column.rows += 1;
    },
  };
  return column;
}

function textAt(json: string, from: number, to: number): string | undefined {
  return isStringAt(json, from) ? stringAt(json, from, to) : undefined;
}
