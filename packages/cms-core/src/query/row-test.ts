import type { ValueTest } from "./checked-filter.ts";
import { rowsOfCodes } from "./code-rows.ts";
import type { CodeColumn, NumberColumn } from "./columns.ts";
import {
  type Answering,
  keepAnswered,
  keepBetween,
  keepCode,
  keepCodesBetween,
  keepFlagged,
  keepNumber,
  keepTested,
  NO,
  YES,
} from "./keep-rows.ts";
import type { RowValues, TextValues } from "./row-store.ts";
import { compareWith, isText, type OfNumber, type OfText } from "./test-value.ts";

/** One condition on a row. */
export interface RowTest {
  /** What looking at one row takes, in no unit: cheap conditions are looked at first. */
  readonly cost: number;
  readonly test: (row: number) => boolean;
  /** Those of some rows that pass, or do not. */
  readonly keep: (rows: Uint32Array, negated: boolean) => Uint32Array;
  /** All rows of the store that pass, ascending, where they are few and known without looking. */
  readonly few?: Uint32Array | undefined;
}

const COST = { few: 0, number: 1, list: 4, text: 8, long: 100 } as const;

/** Whether any of a row's values is what `test` says. */
export function makeRowTest(values: RowValues, test: ValueTest): RowTest {
  if (test.kind === "never") return slowTest(0, () => false);
  if (test.kind === "exists") return existenceTest(values);
  switch (values.kind) {
    case "numbers":
      return numberTest(values, test);
    case "codes":
      return textTest(values, test);
    case "texts":
      return textsTest(values, isText(test));
  }
}

function slowTest(cost: number, test: RowTest["test"]): RowTest {
  return { cost, test, keep: (rows, negated) => keepTested(rows, test, negated) };
}

/** Not missing, not `""`, not `[]`; 0 and false exist. */
function existenceTest(values: RowValues): RowTest {
  const { multiple } = values.source;
  switch (values.kind) {
    case "numbers":
      return numbersTest(values, (value) => !Number.isNaN(value));
    case "codes": {
      const empty = multiple ? undefined : values.codeOf("");
      return codesTest(
        values,
        answering(values, (code) => code !== empty),
      );
    }
    case "texts":
      return textsTest(values, multiple ? () => true : (text) => text !== "");
  }
}

function textsTest({ read, source }: TextValues, is: OfText): RowTest {
  const cost = source.type === undefined ? COST.text : COST.long;
  return slowTest(cost, (row) => read(row).some(is));
}

function numberTest(column: NumberColumn, test: ValueTest): RowTest {
  switch (test.kind) {
    case "number":
      return comparedTest(column, test.how, test.number);
    case "time":
      return comparedTest(column, test.how, test.time);
    case "boolean":
      return comparedTest(column, "equals", Number(test.boolean));
    case "text": {
      const is = isText(test);
      const isTime = (value: number): boolean => !Number.isNaN(value) && is(isoTime(value));
      return numbersTest(column, isTime);
    }
    case "exists":
    case "never":
    case "reference":
      return slowTest(0, () => false);
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

function comparedTest(
  column: NumberColumn,
  how: "equals" | "less" | "greater",
  operand: number,
): RowTest {
  const tested = numbersTest(column, compareWith(how, operand));
  if (column.starts !== undefined) return tested;
  const { values } = column.numbers;
  if (how === "equals") {
    return {
      ...tested,
      keep: (rows, negated) => keepNumber(rows, values, { number: operand, negated }),
    };
  }
  const between = boundsOf(how, operand);
  return { ...tested, keep: (rows, negated) => keepBetween(rows, values, { ...between, negated }) };
}

function boundsOf(how: "less" | "greater", operand: number) {
  return how === "less" ? { low: -Infinity, high: operand } : { low: operand, high: Infinity };
}

/** Whether any number of a row is what `is` says. */
function numbersTest({ numbers, starts }: NumberColumn, is: OfNumber): RowTest {
  const { values } = numbers;
  if (starts === undefined) return slowTest(COST.number, (row) => is(values[row] ?? Number.NaN));
  const ends = starts.values;
  return slowTest(COST.list, (row) => {
    const to = ends[row + 1] ?? 0;
    for (let at = ends[row] ?? 0; at < to; at += 1) if (is(values[at] ?? 0)) return true;
    return false;
  });
}

function textTest(column: CodeColumn, test: ValueTest): RowTest {
  if (test.kind === "text" && test.how === "equals") {
    const code = column.codeOf(test.text);
    const tested = codesTest(column, { code: code ?? NO_CODE });
    return withFew(tested, column, code === undefined ? [] : [code]);
  }
  if (test.kind === "time") {
    return timesTest(column, test);
  }
  const is = isText(test);
  return codesTest(
    column,
    answering(column, (code) => is(column.texts[code] ?? "")),
  );
}

/** Of a dictionary that many rows share every time is compared with another at once, of a large one those met. */
function timesTest(
  column: CodeColumn,
  { how, time }: Pick<Extract<ValueTest, { kind: "time" }>, "how" | "time">,
): RowTest {
  const { times, texts, codes, starts } = column;
  const is = compareWith(how, time);
  const isOf = (code: number): boolean => is(times?.values[code] ?? Number.NaN);
  const tested = codesTest(column, answering(column, isOf));
  if (starts !== undefined) return tested;
  if (how !== "equals" && times !== undefined) {
    const place = { codes: codes.values, numbers: times.values };
    const between = boundsOf(how, time);
    return {
      ...tested,
      keep: (rows, negated) => keepCodesBetween(rows, place, { ...between, negated }),
    };
  }
  if (texts.length > column.rows / SHARED) return tested;
  return {
    ...tested,
    keep: (rows, negated) => {
      const flags = new Uint8Array(texts.length);
      for (let code = 1; code < flags.length; code += 1) flags[code] = Number(isOf(code));
      return keepFlagged(rows, codes.values, { flags, negated });
    },
  };
}

/** Rows that have the same text on average, for it to be worth while to ask about texts that no row has. */
const SHARED = 2;

/** Which codes are wanted: one, or those that are answered with yes. */
export type WantedCodes = { readonly code: number } | Answering;

/** The same test, which knows the rows that have one of the wanted codes, where they are few. */
function withFew(test: RowTest, column: CodeColumn, codes: Iterable<number>): RowTest {
  const few = rowsOfCodes(column, codes);
  return few === undefined ? test : { ...test, few, cost: COST.few };
}

const NO_CODE = 0xffff_ffff;

/** Asks once for each text of a column's dictionary, however many rows have it; never for a missing one. */
export function answering({ texts }: CodeColumn, is: (code: number) => boolean): WantedCodes {
  const answers = new Uint8Array(texts.length);
  answers[0] = NO;
  return {
    answers,
    ask: (code) => {
      const answer = is(code) ? YES : NO;
      answers[code] = answer;
      return answer;
    },
  };
}

/** Whether any of a row's codes is one of these. */
export function anyCodeTest(column: CodeColumn, codes: ReadonlySet<number>): RowTest {
  const wanted = answering(column, (code) => codes.has(code));
  return withFew(codesTest(column, wanted), column, codes);
}

/** Whether any of a row's codes is wanted. */
export function codesTest({ codes, starts }: CodeColumn, wanted: WantedCodes): RowTest {
  const { values } = codes;
  const is = isWanted(wanted);
  const cost = "code" in wanted ? COST.number : COST.text;
  if (starts !== undefined) {
    const ends = starts.values;
    return slowTest(cost + COST.list, (row) => {
      const to = ends[row + 1] ?? 0;
      for (let at = ends[row] ?? 0; at < to; at += 1) if (is(values[at] ?? 0)) return true;
      return false;
    });
  }
  return {
    cost,
    test: (row) => is(values[row] ?? 0),
    keep: (rows, negated) =>
      "code" in wanted
        ? keepCode(rows, values, { code: wanted.code, negated })
        : keepAnswered(rows, values, { ...wanted, negated }),
  };
}

function isWanted(wanted: WantedCodes): (code: number) => boolean {
  if ("code" in wanted) return (code) => code === wanted.code;
  const { answers, ask } = wanted;
  return (code) => (answers[code] || ask(code)) === YES;
}
