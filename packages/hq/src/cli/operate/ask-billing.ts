import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { readEnvironment } from "../../platform/config/config.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";

const QUESTION = `How will this HQ be used?
  1  My own server, for me, my team, or my company
  2  A service for customers: workspaces have plans, and need a payment method to publish
Enter 1 or 2 [1]:`;

const ANSWERS: Readonly<Record<string, "none" | "manual">> = { "": "none", 1: "none", 2: "manual" };
const ATTEMPTS = 3;

/**
 * Asks on the terminal how HQ will be used, and stores the answer for later starts. Doesn't ask if `LOAM_BILLING` is
 * set or a server is running, because the decision has been made then.
 *
 * @returns what was stored and where; undefined if it didn't ask
 * @throws CmsError `invalid` without an answer, `storage_failed`
 */
export async function askBilling(terminal: Terminal): Promise<string | undefined> {
  const { ask, hq, environment, folder } = terminal;
  if (ask === undefined || hq !== undefined) return undefined;
  if (readEnvironment(folder, environment)["LOAM_BILLING"] !== undefined) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const line = await ask(QUESTION);
    if (line === undefined) break;
    const billing = ANSWERS[line.trim()];
    if (billing === undefined) continue;
    return `Wrote LOAM_BILLING=${billing} to ${addSetting(folder, "LOAM_BILLING", billing)}.`;
  }
  throw new CmsError("invalid", "Nothing was set up. Run hq init again, and enter 1 or 2.");
}

/**
 * Adds a variable to the `.env` file of a folder, which `readEnvironment` reads when HQ starts there.
 *
 * @returns path of the file
 * @throws CmsError `storage_failed`
 */
function addSetting(folder: string, name: string, value: string): string {
  const file = join(folder, ".env");
  try {
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    const lineEnd = before === "" || before.endsWith("\n") ? "" : "\n";
    // Private, because passwords might be added later. On disk before success is reported.
    appendFileSync(file, `${lineEnd}${name}=${value}\n`, { mode: 0o600, flush: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError(
      "storage_failed",
      `${file} cannot be written (${why}). Set ${name}=${value} in the environment of HQ instead.`,
      { cause },
    );
  }
  return file;
}

/** Whether this instance has neither plans nor payment methods, so that commands don't mention them. */
export function isWithoutBilling({ hq, environment, folder }: Terminal): boolean {
  if (hq !== undefined) return hq.config.billing === "none";
  try {
    return readEnvironment(folder, environment)["LOAM_BILLING"]?.trim() === "none";
  } catch {
    // Invalid settings are reported by the command itself.
    return false;
  }
}
