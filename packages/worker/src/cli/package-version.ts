import { readFileSync } from "node:fs";

/** The version of this package, whose folder is equally far above the source and the build. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? "of no known version";
}
