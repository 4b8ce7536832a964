import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

enableCompileCache(cacheFolder());
const { runHq } = await import("./cli/run-hq.ts");
const { processTerminal } = await import("./platform/terminal/terminal.ts");
process.exitCode = await runHq(process.argv.slice(2), processTerminal());

/**
 * A private folder of this user. The default is in the system's temporary folder, where anyone could plant compiled
 * code for HQ to run.
 */
function cacheFolder(): string {
  const { XDG_CACHE_HOME: caches } = process.env;
  return join(caches !== undefined && caches !== "" ? caches : join(homedir(), ".cache"), "loam");
}
