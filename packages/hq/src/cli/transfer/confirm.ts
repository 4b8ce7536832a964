import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import type { Terminal } from "../../platform/terminal/terminal.ts";

/** Asks a question on the terminal; only `y` and `yes` are a yes. */
export async function confirm({ stdin, err }: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input: stdin });
  err(`${question} [y/N] `);
  const [line] = await Promise.race([once(lines, "line"), once(lines, "close").then(() => [""])]);
  lines.close();
  return /^y(?:es)?$/i.test(String(line).trim());
}
