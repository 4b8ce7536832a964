#!/usr/bin/env node
// npm links a command when it installs, and a checkout is built only after that: so this file is linked,
// and the program is in dist.
import { existsSync } from "node:fs";

const program = new URL("../dist/bin.js", import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write("hq is not built yet: run `npm run build` first.\n");
  process.exitCode = 1;
}
