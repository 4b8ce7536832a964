import type { ValueTest } from "./checked-filter.ts";
import type { CodeColumn, NumberColumn } from "./columns.ts";
import { parseTime } from "./parse-time.ts";
import type { RowValues, TextValues } from "./row-store.ts";

/** One condition on a row. */
export interface RowTest {
  /** What looking at one row takes, in no unit: cheap conditions are looked at first. */
  readonly cost: number;
  readonly test: (row: number) => boolean;
}

const COST = { number: 1, code: 2, list: 4, text: 8, long: 100 } as const;

/** Whether any of a row's values is what `test` says. */
export function makeRowTest(values: RowValues, test: ValueTest): RowTest {
  if (test.kind === "never") return { cost: 0, test: () => false };
  if (test.kind === "exists") return existenceTest(values);
  switch (values.kind) {
    case "numbers":
      return numberTest(values, numberIs(values, test));
    case "codes":
      return codeTest(values, test);
    case "texts":
      return { cost: costOfTexts(values), test: textsTest(values, textIs(test)) };
  }
}

function costOfTexts({ source }: TextValues): number {
  return source.type === undefined ? COST.text : COST.long;
}

type OfNumber = (value: number) => boolean;
type OfText = (value: string) => boolean;

function numberIs({ source }: NumberColumn, test: ValueTest): OfNumber {
  switch (test.kind) {
    case "number":
      return compareWith(test.how, test.number);
    case "time":
      return compareWith(test.how, test.time);
    case "boolean":
      return compareWith("equals", test.boolean ? 1 : 0);
    case "text": {
      const is = textIs(test);
      return source.kind === "instant"
        ? (value) => !Number.isNaN(value) && is(new Date(value).toISOString())
        : () => false;
    }
    case "exists":
    case "never":
    case "reference":
      return () => false;
  }
}

function compareWith(how: "equals" | "less" | "greater", operand: number): OfNumber {
  if (how === "equals") return (value) => value === operand;
  return how === "less" ? (value) => value < operand : (value) => value > operand;
}

function textIs(test: ValueTest): OfText {
  switch (test.kind) {
    case "text":
      return compareText(test.how, test.text);
    case "time": {
      const is = compareWith(test.how, test.time);
      return (value) => is(parseTime(value) ?? Number.NaN);
    }
    case "reference":
    case "exists":
    case "never":
    case "number":
    case "boolean":
      return () => false;
  }
}

function compareText(how: "equals" | "contains" | "begins", operand: string): OfText {
  if (how === "equals") return (value) => value === operand;
  return how === "begins"
    ? (value) => value.startsWith(operand)
    : (value) => value.includes(operand);
}

function numberTest({ numbers, starts }: NumberColumn, is: OfNumber): RowTest {
  const { values } = numbers;
  if (starts === undefined) {
    return { cost: COST.number, test: (row) => is(values[row] ?? Number.NaN) };
  }
  const ends = starts.values;
  return {
    cost: COST.list,
    test: (row) => {
      const to = ends[row + 1] ?? 0;
      for (let at = ends[row] ?? 0; at < to; at += 1) if (is(values[at] ?? 0)) return true;
      return false;
    },
  };
}

function codeTest(column: CodeColumn, test: ValueTest): RowTest {
  if (test.kind === "text" && test.how === "equals") {
    const code = column.codeOf(test.text);
    if (code === undefined) return { cost: 0, test: () => false };
    return testCodes(column, { is: (one) => one === code, cost: COST.number });
  }
  const is = textIs(test);
  return testCodes(column, { is: onceForEach(column, is), cost: COST.text });
}

export interface CodeTest {
  readonly is: (code: number) => boolean;
  readonly cost: number;
}

/** Whether any of a row's codes, but that of a missing value, is what `is` says. */
export function testCodes({ codes, starts }: CodeColumn, { is, cost }: CodeTest): RowTest {
  const { values } = codes;
  if (starts === undefined) {
    return {
      cost,
      test: (row) => {
        const code = values[row] ?? 0;
        return code !== 0 && is(code);
      },
    };
  }
  const ends = starts.values;
  return {
    cost: cost + COST.list,
    test: (row) => {
      const to = ends[row + 1] ?? 0;
      for (let at = ends[row] ?? 0; at < to; at += 1) if (is(values[at] ?? 0)) return true;
      return false;
    },
  };
}

/** Asks once for each text of the dictionary, however many rows have it. */
export function onceForEach({ texts }: CodeColumn, is: OfText): (code: number) => boolean {
  const answers = new Uint8Array(texts.length);
  return (code) => {
    let answer = answers[code] ?? 0;
    if (answer === 0) {
      answer = is(texts[code] ?? "") ? 1 : 2;
      answers[code] = answer;
    }
    return answer === 1;
  };
}

/** Not missing, not `""`, not `[]`; 0 and false exist. */
function existenceTest(values: RowValues): RowTest {
  const { source } = values;
  if (values.kind === "texts") {
    const read = textsTest(values, source.multiple ? () => true : (text) => text !== "");
    return { cost: costOfTexts(values), test: read };
  }
  if (values.kind === "numbers") return numberTest(values, (value) => !Number.isNaN(value));
  const empty = source.multiple ? undefined : values.codeOf("");
  return testCodes(values, { is: (code) => code !== empty, cost: COST.number });
}

function textsTest({ read }: TextValues, is: OfText): (row: number) => boolean {
  return (row) => read(row).some(is);
}
