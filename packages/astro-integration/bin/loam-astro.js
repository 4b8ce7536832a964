#!/usr/bin/env node
// npm links a command when it installs, and a checkout is built only after that: so this file is linked,
// and the program is in dist.
import { existsSync } from "node:fs";

const program = new URL("../dist/cli/loam-astro.js", import.meta.url);

// The reader of a pipe may stop early, as `head` does: nothing of that is a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
}

if (existsSync(program)) {
  const { loamAstro } = await import(program.href);
  process.exitCode = await loamAstro(process.argv.slice(2));
} else {
  process.stderr.write("loam-astro is not built yet: run `npm run build` first.\n");
  process.exitCode = 1;
}
