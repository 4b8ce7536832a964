import { readFileSync } from "node:fs";

/** The version of this package, whose folder is equally far above the source and the build. */
export function packageVersion(): string {
  return /"version": "([^"]+)"/.exec(readPackage())?.[1] ?? "unknown version";
}

/** The oldest version of Node with which this package works. */
export function neededNode(): string {
  return /"node": ">=([\d.]+)"/.exec(readPackage())?.[1] ?? "0";
}

function readPackage(): string {
  return readFileSync(new URL("../../package.json", import.meta.url), "utf8");
}
