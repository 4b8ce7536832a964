import { CmsError, type ErrorCode } from "@loam/cms-core";
import type { Command } from "commander";
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
 * As JSON it is one line: `{"code","message","issues","details"}`.
 */
export function renderFailure(error: unknown, { json }: { readonly json: boolean }): string {
  const { code, message, issues, details } = failureOf(error);
  if (json) return `${JSON.stringify({ code, message, issues, details })}\n`;
  if (code === "invalid_config" && issues.length > 0) {
    return issues.map((issue) => `agent-cli: ${code}: ${oneLine(issue.message)}\n`).join("");
  }
  const places = issues.map(({ path, line, field, message: what }) => {
    const place = [path, line, field].filter((part) => part !== undefined).join(":");
    return `  ${place === "" ? "" : `${place}: `}${oneLine(what)}\n`;
  });
  return `agent-cli: ${code}: ${oneLine(message)}\n${places.join("")}`;
}

function failureOf(error: unknown): CmsError {
  if (error instanceof CmsError) return error;
  if (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOSPC" || error.code === "EDQUOT")
  ) {
    return new CmsError(
      "insufficient_storage",
      `There is no space left: ${oneLine(messageOf(error))}`,
    );
  }
  return new CmsError("internal", oneLine(messageOf(error)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

/** Exit codes of every Loam command (contracts, section 8). */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAuthorised: 4,
  conflict: 5,
  requirementsUnmet: 6,
  unsafe: 7,
  unreachable: 8,
} as const;

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  port_in_use: EXIT.conflict,
  data_dir_locked: EXIT.conflict,
  requirements_unmet: EXIT.requirementsUnmet,
  unsafe_skill: EXIT.unsafe,
  source_unreachable: EXIT.unreachable,
  invalid_config: EXIT.usage,
};

const BY_STATUS: Readonly<Record<number, number>> = {
  401: EXIT.notAuthorised,
  403: EXIT.notAuthorised,
  404: EXIT.notFound,
  409: EXIT.conflict,
  412: EXIT.conflict,
};

/** The exit code that tells a script what went wrong. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CmsError)) return EXIT.failed;
  return BY_CODE[error.code] ?? BY_STATUS[error.status] ?? EXIT.failed;
}
