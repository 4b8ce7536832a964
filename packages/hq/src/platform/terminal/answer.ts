import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

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
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
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
