import { CmsError, type ErrorCode } from "@loam/cms-core";
import { type Command, InvalidArgumentError } from "commander";
import { outOfSpace } from "../out-of-space.ts";
import { showInLine, type Terminal } from "./terminal.ts";

export interface JsonOption {
  readonly json?: boolean;
}

/** Gives a command the `--json` option that all have. */
export function withJson(command: Command): Command {
  return command.option("--json", "answer as JSON on standard output");
}

/** Prints what a command has to say: its data as JSON, or as lines for people. */
export function answer(
  { out }: Terminal,
  { json }: JsonOption,
  { data, lines }: { readonly data: unknown; readonly lines: readonly string[] },
): void {
  out(json === true ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(""));
}

/** Lines of columns as wide as their widest cell. */
export function columns(given: readonly (readonly string[])[]): readonly string[] {
  const rows = given.map((row) => row.map(showInLine));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/**
 * What a person is told about a failure: one line for each thing that is wrong, never a stack.
 * As JSON it is one line: `{"code","message","issues"}`.
 */
export function renderFailure(error: unknown, { json }: { readonly json: boolean }): string {
  const { code, message, issues } = failureOf(error);
  if (json) return `${JSON.stringify({ code, message, issues })}\n`;
  if (code === "invalid_config" && issues.length > 0) {
    return issues.map((issue) => `hq: ${code}: ${oneLine(issue.message)}\n`).join("");
  }
  const places = issues.map(({ path, line, field, message: what }) => {
    const place = [path, line, field].filter((part) => part !== undefined).join(":");
    return `  ${place === "" ? "" : `${place}: `}${oneLine(what)}\n`;
  });
  return `hq: ${code}: ${oneLine(message)}\n${places.join("")}`;
}

/** On the machine itself it helps to know which file it was. */
function failureOf(error: unknown): CmsError {
  const full = outOfSpace(error);
  if (full !== undefined) {
    return new CmsError(full.code, `There is no space left: ${oneLine(messageOf(error))}`);
  }
  return error instanceof CmsError ? error : new CmsError("internal", oneLine(messageOf(error)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

/** Exit codes of every Loam command (contracts, section 8). */
export const EXIT = { ok: 0, failed: 1, usage: 2, notFound: 3, conflict: 5 } as const;

const CODES: Partial<Record<ErrorCode, number>> = {
  not_found: EXIT.notFound,
  site_not_found: EXIT.notFound,
  content_not_found: EXIT.notFound,
  content_type_not_found: EXIT.notFound,
  name_taken: EXIT.conflict,
  conflict: EXIT.conflict,
  stale: EXIT.conflict,
  data_dir_locked: EXIT.conflict,
  port_in_use: EXIT.conflict,
  invalid_config: EXIT.usage,
};

/** The exit code that tells a script what went wrong. */
export function exitCodeOf(error: unknown): number {
  return error instanceof CmsError ? (CODES[error.code] ?? EXIT.failed) : EXIT.failed;
}

/** An option that is a number from 1 to 1,000. */
export function wholeNumber(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 1000) return number;
  throw new InvalidArgumentError("Give a whole number from 1 to 1000.");
}
