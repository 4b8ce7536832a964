#!/usr/bin/env node
// npm links a command when it installs, and a checkout is built only after that: so this file is linked,
// and the program is in dist. Any Node can read this file; not every one can run the program.
import { existsSync, readFileSync } from "node:fs";

const packageFile = new URL("../package.json", import.meta.url);
const { engines } = JSON.parse(readFileSync(packageFile, "utf8"));
const oldest = engines.node.replace(">=", "");
const program = new URL("../dist/bin.js", import.meta.url);

if (process.versions.node.localeCompare(oldest, "en", { numeric: true }) < 0) {
  fail(
    `hq needs Node ${oldest} or newer, and this is ${process.versions.node}. In a clone, npx takes the one that npm ci installed.`,
  );
} else if (existsSync(program)) {
  if (process.argv[2] === "start") limitYoungHeap();
  await import(program.href);
} else {
  fail("hq is not built yet: run `npm run build` first.");
}

/**
 * A server's heap for young objects grows to 50 MB of garbage and stays there. V8 takes its size only at the start of
 * a process, so this one is replaced: the same id, the same streams. Not every system's `env` could pass the flag on
 * from the first line of this file.
 */
function limitYoungHeap() {
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  if (asked.includes("semi-space") || process.connected) return;
  if (process.execve === undefined || process.platform === "win32") return;
  const { execPath, execArgv, argv, env } = process;
  process.execve(
    execPath,
    [execPath, ...execArgv, "--max-semi-space-size=8", ...argv.slice(1)],
    env,
  );
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
