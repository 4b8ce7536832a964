import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { CmsError } from "../../base/errors.ts";
import { type GitRepository, openRepository } from "../../git/repository/repository.ts";
import { changingPublished } from "./commit-published.ts";

async function newRepository(): Promise<GitRepository> {
  const folder = mkdtempSync(join(tmpdir(), "loam-queue-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  return repository;
}

test("changes run one after the other, in the order of the calls", async () => {
  const repository = await newRepository();
  const done: string[] = [];
  const change = async (name: string): Promise<string> =>
    changingPublished(repository, async () => {
      done.push(`begin ${name}`);
      await setImmediate();
      done.push(`end ${name}`);
      return name;
    });
  expect(await Promise.all([change("a"), change("b")])).toEqual(["a", "b"]);
  expect(done).toEqual(["begin a", "end a", "begin b", "end b"]);
});

const good = async (): Promise<string> => Promise.resolve("done");
const bad = async (): Promise<string> => Promise.reject(new Error("no"));

test("one that fails fails alone", async () => {
  const repository = await newRepository();
  const all = [good, bad, good].map(async (one) => changingPublished(repository, one));
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: "done" },
    { reason: { message: "no" } },
    { value: "done" },
  ]);
});

test("a branch that somebody else moved is looked at anew, a few times", async () => {
  const repository = await newRepository();
  let times = 0;
  const moved = (untilTime: number) => async (): Promise<number> => {
    times += 1;
    if (times < untilTime) throw new CmsError("stale", "Moved.");
    return Promise.resolve(times);
  };
  expect(await changingPublished(repository, moved(3))).toBe(3);
  times = 0;
  await expect(changingPublished(repository, moved(Infinity))).rejects.toThrow("Moved.");
  expect(times).toBe(8);
});
