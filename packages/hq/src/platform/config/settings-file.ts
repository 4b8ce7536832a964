import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";

/**
 * Adds a variable to the `.env` of a folder, from which `readEnvironment` takes it wherever HQ is started there.
 *
 * @returns the file
 * @throws CmsError `storage_failed`
 */
export function addSetting(folder: string, name: string, value: string): string {
  const file = join(folder, ".env");
  try {
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    const lineEnd = before === "" || before.endsWith("\n") ? "" : "\n";
    // Passwords may come to stand in it.
    appendFileSync(file, `${lineEnd}${name}=${value}\n`, { mode: 0o600 });
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
