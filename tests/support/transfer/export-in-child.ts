import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

const CHILD = resolve(import.meta.dirname, "../../integration/export/export-in-child.ts");

/** Exports the site in a folder in a separate process. Returns its peak memory in bytes. */
export function exportInChild(folder: string, file: string): number {
  const site = [join(folder, "site.git"), join(folder, "media"), file];
  const args = ["-C", "@loam/source", CHILD, ...site];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}
