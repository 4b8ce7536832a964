import { InvalidArgumentError } from "commander";

/** An option that is a number from 1 to 1,000. */
export function wholeNumber(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 1000) return number;
  throw new InvalidArgumentError("Give a whole number from 1 to 1000.");
}
