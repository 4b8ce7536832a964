import { CmsError } from "@loam/cms-core";
import type { Terminal } from "./terminal.ts";

/** Asks a question on the terminal. Only `y` and `yes` confirm. */
export async function confirm({ ask }: Pick<Terminal, "ask">, question: string): Promise<boolean> {
  const line = await ask?.(`${question} [y/N]`);
  return /^y(?:es)?$/i.test((line ?? "").trim());
}

/** @returns the error for a command that needs confirmation without a terminal */
export function noTerminalToConfirm(): CmsError {
  return new CmsError("invalid", "Cannot ask for confirmation without a terminal. Use --yes.");
}
