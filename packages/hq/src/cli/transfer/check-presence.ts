import { CmsError } from "@loam/cms-core";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import type { ImportCommandOptions } from "./import-command-options.ts";

/** @throws CmsError `invalid` when nobody can be asked */
export function checkPresence(
  { stdin }: Terminal,
  { yes = false, dryRun = false }: ImportCommandOptions,
): void {
  if (dryRun || yes || stdin.isTTY === true) return;
  const message =
    "Nobody is there to confirm the content types: look with --dry-run, then use --yes.";
  throw new CmsError("invalid", message);
}
