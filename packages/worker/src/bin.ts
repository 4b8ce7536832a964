import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

enableCompileCache(cacheFolder());
const { runAgentCli } = await import("./cli/run-agent-cli.ts");
const { processTerminal } = await import("@loam/cms-core/program");
process.exitCode = await runAgentCli(process.argv.slice(2), processTerminal());

/**
 * A folder owned by this user. The default is the system's folder for temporary files, where anyone could place
 * compiled code.
 */
function cacheFolder(): string {
  const { XDG_CACHE_HOME: caches } = process.env;
  return join(caches !== undefined && caches !== "" ? caches : join(homedir(), ".cache"), "loam");
}
