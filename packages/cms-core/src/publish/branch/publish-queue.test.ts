import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { CmsError } from "../../base/errors.ts";
import { type GitRepository, openRepository } from "../../git/repository/repository.ts";
import { enqueueChange, enqueueParallelChange, type PlannedChange } from "./publish-queue.ts";

async function newRepository(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-queue-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  return repository;
}

/** Returns changes that record their progress. */
async function recorded(): Promise<{
  readonly done: string[];
  readonly together: (name: string, claims?: Record<string, string | undefined>) => Promise<string>;
  readonly alone: (name: string) => Promise<string>;
  /** Starts changes that are still running when this resolves. */
  readonly underWay: (name: string) => Promise<readonly Promise<string>[]>;
}> {
  const repository = await newRepository();
  const done: string[] = [];
  const commit = async (name: string): Promise<string> => {
    await setImmediate();
    done.push(`commit ${name}`);
    return name;
  };
  const together = async (
    name: string,
    claims: Record<string, string | undefined> = {},
  ): Promise<string> =>
    enqueueParallelChange(repository, async () => {
      await setImmediate();
      done.push(`plan ${name}`);
      return { claims: new Map(Object.entries(claims)), commit: async () => commit(name) };
    });
  return {
    done,
    together,
    underWay: async (name) => {
      const first = together(name);
      await setImmediate();
      return [first];
    },
    alone: async (name) => enqueueChange(repository, async () => commit(name)),
  };
}

test("decides all waiting changes before any of them is committed", async () => {
  const { done, together, underWay } = await recorded();
  const first = await underWay("a");
  const made = await Promise.all([...first, together("b"), together("c")]);
  expect(made).toEqual(["a", "b", "c"]);
  expect(done.slice(0, 2)).toEqual(["plan a", "commit a"]);
  expect(done.slice(2).map((text) => text.split(" ")[0])).toEqual([
    "plan",
    "plan",
    "commit",
    "commit",
  ]);
});

test("decides the later of two changes with an exclusive claim again, after the first", async () => {
  const { done, together, underWay } = await recorded();
  const first = await underWay("first");
  const all = [...first, together("a", { x: undefined }), together("b", { x: undefined })];
  await Promise.all(all);
  expect(done.slice(2)).toEqual(["plan a", "plan b", "commit a", "plan b", "commit b"]);
});

test("does not serialize changes with equal claims", async () => {
  const { done, together, underWay } = await recorded();
  const first = await underWay("first");
  await Promise.all([...first, together("a", { x: "1" }), together("b", { x: "1" })]);
  expect(done.slice(2)).toEqual(["plan a", "plan b", "commit a", "commit b"]);
});

test("serializes changes with different claims", async () => {
  const { done, together, underWay } = await recorded();
  const first = await underWay("first");
  await Promise.all([...first, together("a", { x: "1" }), together("b", { x: "2" })]);
  expect(done.slice(2)).toEqual(["plan a", "plan b", "commit a", "plan b", "commit b"]);
});

test("runs an exclusive change without others, in call order", async () => {
  const { done, together, alone, underWay } = await recorded();
  const first = await underWay("first");
  await Promise.all([...first, together("a"), alone("b"), together("c")]);
  expect(done.slice(2)).toEqual(["plan a", "commit a", "commit b", "plan c", "commit c"]);
});

async function undecided(): Promise<PlannedChange<string>> {
  return Promise.reject(new Error("no"));
}

test("rejects only the change that cannot be decided", async () => {
  const repository = await newRepository();
  const good = { claims: new Map(), commit: async () => Promise.resolve("done") };
  const plan = async (): Promise<PlannedChange<string>> => Promise.resolve(good);
  const all = [plan, undecided, plan].map(async (one) => enqueueParallelChange(repository, one));
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: "done" },
    { reason: { message: "no" } },
    { value: "done" },
  ]);
  expect(await enqueueChange(repository, async () => Promise.resolve("after"))).toBe("after");
});

test("retries a few times if someone else moved the branch", async () => {
  const repository = await newRepository();
  let times = 0;
  const moved = (untilTime: number) => async (): Promise<PlannedChange<number>> => {
    times += 1;
    return Promise.resolve({
      claims: new Map(),
      commit: async () => {
        if (times < untilTime) throw new CmsError("stale", "Moved.");
        return Promise.resolve(times);
      },
    });
  };
  expect(await enqueueParallelChange(repository, moved(3))).toBe(3);
  times = 0;
  await expect(enqueueParallelChange(repository, moved(Infinity))).rejects.toThrow("Moved.");
  expect(times).toBe(8);
});
