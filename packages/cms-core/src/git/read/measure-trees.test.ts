import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { change, MAIN, newRepository } from "../repository/repository.fixture.ts";
import type { GitRepository } from "../repository/repository.ts";
import { receivePack } from "../transport/receive-pack.ts";

const LIMITS = { maxBytes: 1_000_000, maxObjects: 1000, signal: new AbortController().signal };

/** Creates a pack of a commit whose folders each name the one below ten times: 10^`levels` files. */
function packOf(levels: number, { gitDir }: GitRepository): { readonly to: string; pack: Buffer } {
  const feed = (args: readonly string[], input: string): Buffer =>
    execFileSync("git", ["--git-dir", gitDir, ...args], { input });
  const oidOf = (args: readonly string[], input: string): string =>
    feed(args, input).toString().trim();
  let entry = `100644 blob ${oidOf(["hash-object", "-w", "--stdin"], "x")}`;
  for (let level = 0; level < levels; level += 1) {
    const lines = Array.from("abcdefghij", (name) => `${entry}\t${name}\n`);
    entry = `040000 tree ${oidOf(["mktree"], lines.join(""))}`;
  }
  const to = oidOf(["commit-tree", "-m", "Many", entry.split(" ")[2] ?? ""], "");
  return { to, pack: feed(["pack-objects", "--stdout", "--revs", "-q"], `${to}\n`) };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test("rejects a few nested folders that amount to a billion files", async () => {
  const elsewhere = await newRepository();
  const store = await newRepository();
  const send = async (levels: number): Promise<void> => {
    const { to, pack } = packOf(levels, elsewhere);
    const incoming = await receivePack(store, oneChunk(pack), LIMITS);
    await incoming.land([{ ref: `refs/heads/levels-${levels}`, from: null, to }]);
    await incoming[Symbol.asyncDispose]();
  };
  // The accepted objects exist already when the others arrive.
  await send(4);
  for (const levels of [7, 12]) {
    await expect(send(levels)).rejects.toMatchObject({ code: "too_large" });
  }
  expect(readdirSync(join(store.gitDir, "loam/incoming"))).toEqual([]);
  await store.commit(MAIN, change({ "a.txt": "one" }));
});
