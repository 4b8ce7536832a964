import { readFileSync } from "node:fs";

/** Returns the version of this package. Its folder is equally far above source and build. */
export function packageVersion(): string {
  return /"version": "([^"]+)"/.exec(readPackage())?.[1] ?? "unknown version";
}

/** Returns the oldest Node version that this package supports. */
export function neededNode(): string {
  return /"node": ">=([\d.]+)"/.exec(readPackage())?.[1] ?? "0";
}

function readPackage(): string {
  return readFileSync(new URL("../../package.json", import.meta.url), "utf8");
}
