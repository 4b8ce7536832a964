#!/usr/bin/env node
// npm links commands during installation, before a checkout is built. So it links this file, which loads the build.
import { existsSync } from "node:fs";

const program = new URL("../dist/cli/loam-astro.js", import.meta.url);

// A reader that closes the pipe early, like `head`, is not an error.
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
