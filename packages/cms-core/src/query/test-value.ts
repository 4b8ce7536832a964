import type { ValueTest } from "./checked-filter.ts";

export type OfNumber = (value: number) => boolean;
export type OfText = (value: string) => boolean;

/** Compares numbers, or times in milliseconds; nothing compares with NaN. */
export function compareWith(how: "equals" | "less" | "greater", operand: number): OfNumber {
  if (how === "equals") return (value) => value === operand;
  return how === "less" ? (value) => value < operand : (value) => value > operand;
}

/** Whether a text is what a test says; never where the test is of something else than text. */
export function isText(test: ValueTest): OfText {
  if (test.kind !== "text") return () => false;
  const { how, text } = test;
  if (how === "equals") return (value) => value === text;
  return how === "begins" ? (value) => value.startsWith(text) : (value) => value.includes(text);
}
