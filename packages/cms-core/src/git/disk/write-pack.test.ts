import { execFileSync } from "node:child_process";
import { fstatSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { halfOf } from "../../../../../tests/support/depth.ts";
import { createObjectReader } from "../read/object-reader.ts";
import { prepareBlobs, type PreparedChange } from "../repository/batch.ts";
import { createCommitQueue, type CommitQueue } from "../repository/commit-queue.ts";
import { createRefGuard } from "../repository/guard-refs.ts";
import { change, git, MAIN, newRepository } from "../repository/repository.fixture.ts";
import { POOLED, type FileCalls } from "./durable-file.ts";

const HOUSEKEEPING = ["gc", "gc --prune=now", "repack -ad", "prune"];

/** The calls of a save, with git's housekeeping after each of them. */
function interrupted(gitDir: string, command: string): FileCalls {
  const housekeeping = (): void => {
    execFileSync("git", ["--git-dir", gitDir, ...command.split(" ")], { stdio: "pipe" });
  };
  const then = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = await work();
    housekeeping();
    return result;
  };
  return {
    open: async (...call) => then(() => POOLED.open(...call)),
    write: async (...call) => then(() => POOLED.write(...call)),
    rename: async (...call) => then(() => POOLED.rename(...call)),
    close: async (...call) => then(() => POOLED.close(...call)),
    sync: async (...call) => then(() => POOLED.sync(...call)),
  };
}

async function save(text: string): Promise<PreparedChange> {
  const { oids, blobs } = await prepareBlobs(new Map([["folder/new.md", Buffer.from(text)]]));
  return { ...change({}), files: oids, blobs, when: new Date(), trailers: {} };
}

function queueWith(gitDir: string, calls: FileCalls): CommitQueue {
  const objects = createObjectReader(gitDir);
  onTestFinished(async () => objects.close());
  const { moving } = createRefGuard(gitDir, {});
  return createCommitQueue({ gitDir, objects, calls, moving, afterBatch: () => undefined });
}

test.each(halfOf(HOUSEKEEPING))(
  "git %s at any instant of a save takes nothing away",
  async (command) => {
    const repository = await newRepository();
    const { gitDir } = repository;
    await repository.commit(MAIN, change({ "folder/old.md": "old" }));
    const queue = queueWith(gitDir, interrupted(gitDir, command));
    const { commit } = await queue.add(MAIN, await save("1"), {});

    expect(git(gitDir, "fsck", "--full", "--strict")).toBe("");
    expect(git(gitDir, "rev-parse", "main")).toBe(commit);
    expect(git(gitDir, "show", "main:folder/old.md", "main:folder/new.md")).toBe("old1");
    const again = await repository.commit(MAIN, change({ "folder/new.md": "2" }));
    expect(again.parent).toBe(commit);
  },
);

test("what a failed save wrote again is not taken away, since a repack may have dropped the older copy", async () => {
  const repository = await newRepository();
  const { gitDir } = repository;
  await repository.commit(MAIN, change({ "folder/old.md": "same" }));
  const calls: FileCalls = {
    ...interrupted(gitDir, "repack -ad"),
    sync: (file) => {
      if (fstatSync(file).isDirectory()) throw new Error("EIO");
    },
  };
  await expect(queueWith(gitDir, calls).add(MAIN, await save("same"), {})).rejects.toMatchObject({
    code: "storage_failed",
  });

  expect(git(gitDir, "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  expect(git(gitDir, "show", "main:folder/old.md")).toBe("same");
});
