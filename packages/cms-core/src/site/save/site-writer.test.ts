import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { GitRepository } from "../../git/repository/repository.ts";
import { ann, git, newStore, titled } from "../site-store.fixture.ts";
import { openSiteStoreOn } from "../site-store.ts";
import { createSiteLock } from "./site-writer.ts";

test("does not query the history for save times of entries being saved", async () => {
  const { repository } = await newStore();
  let queries = 0;
  const watched: GitRepository = {
    ...repository,
    lastChanges: async (commit, options) => {
      queries += options.paths.size;
      return repository.lastChanges(commit, options);
    },
  };
  const store = await openSiteStoreOn(watched);
  const saved = await Promise.all(
    Array.from({ length: 24 }, async (_, count) => {
      const input = { type: "posts", slug: `p${count}`, values: titled("x") };
      const { ref } = await store.saveEntry(input, ann);
      await store.refresh();
      return ref;
    }),
  );
  expect((await store.updatedAt(saved)).size).toBe(24);
  expect(queries).toBe(0);
});

test("follows a branch reset to an own commit", async () => {
  const store = await newStore();
  await store.saveEntry({ type: "posts", slug: "a", values: titled("x") }, ann);
  const before = store.head();
  await store.saveEntry({ type: "posts", slug: "b", values: titled("x") }, ann);
  git(store, "update-ref", "refs/heads/main", before);
  await store.refresh();
  expect(store.head()).toBe(before);
  expect(store.findEntry("posts", "b")).toBeUndefined();
});

test("runs changes of one file in parallel and changes of many exclusively, in call order", async () => {
  const lock = createSiteLock();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await setImmediate();
    events.push(`${name} ends`);
  };
  const failing = lock.shared("a", async () => {
    await work("a1")();
    throw new Error("broken");
  });
  const others = [
    lock.shared("b", work("b1")),
    lock.shared("a", work("a2")),
    lock.exclusive(work("all")),
    lock.shared("b", work("b2")),
  ];
  await expect(failing).rejects.toThrow("broken");
  await Promise.all(others);
  expect(events.slice(0, 2)).toEqual(["a1 begins", "b1 begins"]);
  expect(events.indexOf("a2 begins")).toBeGreaterThan(events.indexOf("a1 ends"));
  expect(events.slice(5)).toEqual(["a2 ends", "all begins", "all ends", "b2 begins", "b2 ends"]);
});
