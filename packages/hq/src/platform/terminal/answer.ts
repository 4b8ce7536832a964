import { renderFailure as renderProgramFailure } from "@loam/cms-core/program";
import { InvalidArgumentError } from "commander";
import { outOfSpace } from "../out-of-space.ts";

/** Renders a failure of an `hq` command for the user. */
export function renderFailure(error: unknown, { json }: { readonly json: boolean }): string {
  return renderProgramFailure(error, { program: "hq", json, isDiskFull });
}

function isDiskFull(error: unknown): boolean {
  return outOfSpace(error) !== undefined;
}

/** Parses an option with a number from 1 to 1,000. */
export function wholeNumber(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 1000) return number;
  throw new InvalidArgumentError("Enter a whole number from 1 to 1000.");
}
