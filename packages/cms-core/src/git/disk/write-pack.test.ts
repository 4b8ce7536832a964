import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { createObjectReader } from "../read/object-reader.ts";
import { prepareBlobs, type PreparedChange } from "../repository/batch.ts";
import { createCommitQueue, type CommitQueue } from "../repository/commit-queue.ts";
import { createRefGuard } from "../repository/guard-refs.ts";
import { change, git, MAIN, newRepository } from "../repository/repository.fixture.ts";

const HOUSEKEEPING = ["gc", "gc --prune=now", "repack -ad", "prune"];

interface Interruption extends Disposable {
  /** How many times Git ran its housekeeping. */
  readonly turns: () => number;
}

/** Runs Git's housekeeping after each call of a save, until it is disposed of. */
function interrupted(
  gitDir: string,
  command: string,
  sync: typeof fs.fsync = fs.fsync,
): Interruption {
  let turns = 0;
  const housekeeping = (): void => {
    turns += 1;
    execFileSync("git", ["--git-dir", gitDir, ...command.split(" ")], { stdio: "pipe" });
  };
  const { openSync, writeSync, renameSync, closeSync, fsync } = fs;
  const then =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      const result = call(...args);
      housekeeping();
      return result;
    };
  const patched = {
    openSync: then(openSync),
    writeSync: then(writeSync),
    renameSync: then(renameSync),
    closeSync: then(closeSync),
    fsync: (file: number, done: fs.NoParamCallback) =>
      sync(file, (error) => {
        housekeeping();
        done(error);
      }),
  };
  Object.assign(fs, patched);
  syncBuiltinESMExports();
  const restore = (): void => {
    Object.assign(fs, { openSync, writeSync, renameSync, closeSync, fsync });
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  return { turns: () => turns, [Symbol.dispose]: restore };
}

async function save(text: string): Promise<PreparedChange> {
  const { oids, blobs } = await prepareBlobs(new Map([["folder/new.md", Buffer.from(text)]]));
  return { ...change({}), files: oids, blobs, when: new Date(), trailers: {} };
}

function openQueue(gitDir: string): CommitQueue {
  const objects = createObjectReader(gitDir);
  onTestFinished(async () => objects.close());
  const { moving } = createRefGuard(gitDir, {});
  return createCommitQueue({ gitDir, objects, moving, afterBatch: () => undefined });
}

/** Runs one save with Git's housekeeping at every instant of it. */
async function saveDuringHousekeeping(
  gitDir: string,
  { text, command, sync }: { text: string; command: string; sync?: typeof fs.fsync },
): Promise<string> {
  const queue = openQueue(gitDir);
  const prepared = await save(text);
  using interruption = interrupted(gitDir, command, sync);
  const { commit } = await queue.add(MAIN, prepared, {});
  expect(interruption.turns()).toBeGreaterThan(10);
  return commit;
}

test.each(HOUSEKEEPING)(
  "loses nothing if git %s runs at any instant of a save",
  async (command) => {
    const repository = await newRepository();
    const { gitDir } = repository;
    await repository.commit(MAIN, change({ "folder/old.md": "old" }));
    const commit = await saveDuringHousekeeping(gitDir, { text: "1", command });

    expect(git(gitDir, "fsck", "--full", "--strict")).toBe("");
    expect(git(gitDir, "rev-parse", "main")).toBe(commit);
    expect(git(gitDir, "show", "main:folder/old.md", "main:folder/new.md")).toBe("old1");
    const again = await repository.commit(MAIN, change({ "folder/new.md": "2" }));
    expect(again.parent).toBe(commit);
  },
);

test("keeps objects that a failed save wrote again, because a repack may have dropped the older copy", async () => {
  const repository = await newRepository();
  const { gitDir } = repository;
  await repository.commit(MAIN, change({ "folder/old.md": "same" }));
  const { fsync } = fs;
  const sync = Object.assign((file: number, done: fs.NoParamCallback): void => {
    if (fs.fstatSync(file).isDirectory()) done(new Error("EIO"));
    else fsync(file, done);
  }, fsync);
  const saving = saveDuringHousekeeping(gitDir, { text: "same", command: "repack -ad", sync });
  await expect(saving).rejects.toMatchObject({ code: "storage_failed" });

  expect(git(gitDir, "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  expect(git(gitDir, "show", "main:folder/old.md")).toBe("same");
});
