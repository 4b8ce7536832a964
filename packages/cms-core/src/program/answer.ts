import { CmsError, type ErrorCode } from "../base/errors.ts";
import { showInLine, type Terminal } from "./terminal.ts";

export interface JsonOption {
  readonly json?: boolean;
}

/** Adds the common `--json` option to a commander command. */
export function withJson<C extends { option(flags: string, description: string): C }>(
  command: C,
): C {
  return command.option("--json", "Print JSON");
}

interface Answer {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** Message on standard error if there are no lines. */
  readonly none?: string;
}

/** Prints the output of a command: its data as JSON, or as lines for people. */
export function answer(
  { out, err }: Pick<Terminal, "out" | "err">,
  { json }: JsonOption,
  { data, lines, none }: Answer,
): void {
  if (json !== true && lines.length === 0 && none !== undefined) err(`${none}\n`);
  out(json === true ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(""));
}

/** Formats rows as aligned columns. */
export function columns(table: readonly (readonly string[])[]): readonly string[] {
  const rows = table.map((row) => row.map(showInLine));
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

/** How failures are reported. */
interface FailureOptions {
  /** Name of the command. */
  readonly program: string;
  readonly json: boolean;
  /** Returns whether an error without a code was caused by a full disk. */
  readonly isDiskFull: (error: unknown) => boolean;
}

/**
 * Formats a failure: one line per problem, never a stack trace. As JSON, it is one line: `{"code","message","issues"}`,
 * plus `details` if there are any.
 */
export function renderFailure(error: unknown, options: FailureOptions): string {
  const { program, json } = options;
  const { code, message, issues, details } = toFailure(error, options);
  if (json) {
    const more = Object.keys(details).length > 0 ? { details } : {};
    return `${JSON.stringify({ code, message, issues, ...more })}\n`;
  }
  if (code === "invalid_config" && issues.length > 0) {
    return issues.map((issue) => `${program}: ${code}: ${oneLine(issue.message)}\n`).join("");
  }
  const issueLines = issues.filter((issue) => issue.message !== message).map(formatIssue);
  return [`${program}: ${code}: ${oneLine(message)}\n`, ...issueLines].join("");
}

/** Formats an issue with its location, unless the message contains it. */
function formatIssue({ path, line, field, message }: CmsError["issues"][number]): string {
  const place = [path, line, field].filter((part) => part !== undefined).join(":");
  const isSaid = place === "" || (path !== undefined && message.startsWith(path));
  return `  ${isSaid ? "" : `${place}: `}${oneLine(message)}\n`;
}

function toFailure(error: unknown, { isDiskFull }: FailureOptions): CmsError {
  // Linux reports too many watches with the error code of a full disk.
  if (error instanceof Error && "syscall" in error && error.syscall === "watch") {
    const message = `The operating system's limit for watched files is reached. Raise it (Linux: fs.inotify.max_user_watches), or run without --watch: ${oneLine(error.message)}`;
    return new CmsError("unavailable", message);
  }
  if (isDiskFull(error)) {
    // On the server itself, the file name helps.
    const message = `The disk is full: ${oneLine(messageOf(error))}`;
    return new CmsError("insufficient_storage", message);
  }
  return error instanceof CmsError ? error : new CmsError("internal", oneLine(messageOf(error)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

/** Exit codes of all Loam commands (contracts, section 8). */
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

/** Returns the exit code for a failure. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CmsError)) return EXIT.failed;
  return BY_CODE[error.code] ?? BY_STATUS[error.status] ?? EXIT.failed;
}
