import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Valid command names; anything else could be interpreted as a path or an option. */
const NAME = /^\w[\w.+@-]{0,127}$/;

export function isProgramName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Finds an executable on a search path like `which`. Starts nothing, and skips relative parts of the path, which would
 * mean another place for each project.
 */
export function findProgram(name: string, searchPath: string): string | undefined {
  if (!isProgramName(name)) return undefined;
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** Whether a path is an executable file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
