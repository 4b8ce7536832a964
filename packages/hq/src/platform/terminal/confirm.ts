import { CmsError } from "@loam/cms-core";
import type { Terminal } from "./terminal.ts";

/** Asks a question on the terminal; only `y` and `yes` are a yes. */
export async function confirm({ ask }: Pick<Terminal, "ask">, question: string): Promise<boolean> {
  const line = await ask?.(`${question} [y/N]`);
  return /^y(?:es)?$/i.test((line ?? "").trim());
}

/** @returns the error where a command has to ask and nobody is at the terminal */
export function nobodyToAsk(): CmsError {
  return new CmsError("invalid", "Cannot ask for confirmation without a terminal. Use --yes.");
}
