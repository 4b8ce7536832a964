import { enableCompileCache } from "node:module";

enableCompileCache();
const { runHq } = await import("./cli/run-hq.ts");
const { processTerminal } = await import("./cli/terminal.ts");
process.exitCode = await runHq(process.argv.slice(2), processTerminal());
