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
    `agent-cli needs Node.js ${oldest} or later, but this is ${process.versions.node}. In a clone, npx uses the version that npm ci installed.`,
  );
} else if (existsSync(program)) {
  await import(program.href);
} else {
  fail("agent-cli is not built yet: run `npm run build` first.");
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
