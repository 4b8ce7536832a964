import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timeMs } from "../support/timing.ts";
import { type GitPlaces, mustGit } from "./git-places.ts";

/** Each function runs once and returns the elapsed milliseconds. */
export interface Pushers {
  readonly push: () => Promise<number>;
  readonly pushPlain: () => Promise<number>;
  readonly fetch: () => Promise<number>;
  readonly fetchPlain: () => Promise<number>;
}

/**
 * Opens clones of developers: one pushes to HQ, one to a plain bare copy of the site, and two fetch what was pushed to
 * HQ.
 */
export async function openPushers({ folder, remote, gitDir }: GitPlaces): Promise<Pushers> {
  const bare = join(folder, "plain.git");
  await mustGit(folder, "clone", "--quiet", "--bare", `file://${gitDir}`, bare);
  const clone = async (from: string, name: string): Promise<string> => {
    const into = join(folder, name);
    await mustGit(folder, "clone", "--quiet", from, into);
    return into;
  };
  const [toHq, toPlain] = [await clone(remote, "to-hq"), await clone(bare, "to-plain")];
  const [ofHq, ofPath] = [await clone(remote, "of-hq"), await clone(`file://${gitDir}`, "of-path")];
  return {
    push: await pusher(toHq),
    pushPlain: await pusher(toPlain),
    fetch: async () => timeMs(async () => mustGit(ofHq, "fetch", "--quiet", "origin", "main")),
    fetchPlain: async () =>
      timeMs(async () => mustGit(ofPath, "fetch", "--quiet", "origin", "main")),
  };
}

/** Returns a function that changes one entry after the other, with a commit each. */
async function pusher(clone: string): Promise<() => Promise<number>> {
  const paths = (await mustGit(clone, "ls-files", "content/posts")).trim().split("\n");
  let count = 0;
  return async () => {
    count += 1;
    const path = join(clone, paths[(count * 97) % paths.length] ?? "");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/^title: .*$/m, `title: Pushed ${count}`));
    await mustGit(clone, "commit", "--quiet", "--all", "--message", `Change ${count}`);
    return timeMs(async () => mustGit(clone, "push", "--quiet", "origin", "main"));
  };
}
