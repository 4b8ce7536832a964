import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** As programs are called; anything else could mean a path or an option to somebody. */
const NAME = /^\w[\w.+@-]{0,127}$/;

export function isProgramName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Where `which` would find a program on a search path. Nothing is started, and what is not absolute in the path is
 * passed over: it would be another place for each project.
 */
export function findProgram(name: string, searchPath: string): string | undefined {
  if (!isProgramName(name)) return undefined;
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** Whether a path is that of a program. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
