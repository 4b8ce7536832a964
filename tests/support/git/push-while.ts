import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { git, type GitAnswer } from "./git-client.ts";

/** Pushes, and runs an action after Git has read the server's refs, before it sends anything. */
export async function pushWhile(
  folder: string,
  work: () => Promise<unknown>,
  ...args: readonly string[]
): Promise<GitAnswer> {
  const hook = join(folder, ".git/hooks/pre-push");
  const flag = join(folder, ".git/waiting");
  const script = `#!/bin/sh\ntouch '${flag}'\nwhile [ -e '${flag}' ]; do sleep 0.02; done\n`;
  await writeFile(hook, script, { mode: 0o755 });
  const pushing = git(folder, "push", ...args);
  // It can fail before it gets there.
  const ended = pushing.then(() => "ended");
  while (!existsSync(flag)) if ((await Promise.race([ended, wait(10)])) === "ended") break;
  await work();
  await rm(flag, { force: true });
  const pushed = await pushing;
  await rm(hook);
  return pushed;
}
