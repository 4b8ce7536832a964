import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import {
  batch,
  coalesce,
  createKeyedMutex,
  createMutex,
  forEachLimit,
  throttle,
  type ThrottleOptions,
} from "./lock.ts";

describe("createMutex", () => {
  test("starts a task once all previous tasks have ended or failed", async () => {
    const mutex = createMutex();
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const failing = mutex.run(async () => {
      events.push("first");
      await first.promise;
      throw new Error("broken");
    });
    const second = mutex.run(async () => Promise.resolve(events.push("second")));
    await turn();
    expect(events).toEqual(["first"]);
    first.resolve();
    await expect(failing).rejects.toThrow("broken");
    expect(await second).toBe(2);
    expect(events).toEqual(["first", "second"]);
  });

  test("rejects for a task that throws synchronously", async () => {
    const mutex = createMutex();
    const broken = mutex.run(() => {
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await mutex.run(async () => Promise.resolve(1))).toBe(1);
  });
});

test("createKeyedMutex runs tasks with one key in order and other keys in parallel", async () => {
  const mutex = createKeyedMutex<string>();
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, until?: Promise<void>) => async () => {
    events.push(`${name} begins`);
    await until;
    events.push(`${name} ends`);
  };
  const failing = mutex.run("a", async () => {
    await work("a1", first.promise)();
    throw new Error("broken");
  });
  const others = [mutex.run("a", work("a2")), mutex.run("a", work("a3"))];
  await mutex.run("b", work("b"));
  expect(events).toEqual(["a1 begins", "b begins", "b ends"]);
  first.resolve();
  await expect(failing).rejects.toThrow("broken");
  await Promise.all(others);
  expect(events.slice(3)).toEqual(["a1 ends", "a2 begins", "a2 ends", "a3 begins", "a3 ends"]);
});

test("coalesce shares a run that has not started and starts another for later calls", async () => {
  const runs: PromiseWithResolvers<number>[] = [];
  const ask = coalesce(createMutex(), async () => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });
  const [first, second] = [ask(), ask()];
  await turn();
  const later = ask();
  runs[0]?.resolve(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  await turn();
  runs[1]?.resolve(2);
  expect(await later).toBe(2);
  expect(runs).toHaveLength(2);
});

describe("forEachLimit", () => {
  test("processes every item with at most the given number in parallel", async () => {
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    await forEachLimit([1, 2, 3, 4, 5], 2, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await turn();
      underWay -= 1;
      done.push(item);
    });
    expect(done).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test("waits for started items and starts no more after a failure", async () => {
    const started: number[] = [];
    const slow = Promise.withResolvers<void>();
    let failed = false;
    const all = forEachLimit([1, 2, 3, 4], 2, async (item) => {
      started.push(item);
      if (item === 1) await slow.promise;
      else throw new Error("broken");
    }).catch((error: unknown) => {
      failed = true;
      throw error;
    });
    all.catch(() => undefined);
    await turn();
    expect(failed).toBe(false);
    slow.resolve();
    await expect(all).rejects.toThrow("broken");
    expect(started).toEqual([1, 2]);
  });
});

/** Counts questions and lets each wait until it is released. */
function counter() {
  const questions: { readonly key: string; readonly count: number; readonly goOn: () => void }[] =
    [];
  let last = 0;
  const ask = batch<number>(async (key, count) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    questions.push({ key, count, goOn: resolve });
    await promise;
    if (key === "broken") throw new Error("no answer");
    return Array.from({ length: count }, () => (last += 1));
  });
  return { asked: questions, ask };
}

describe("batch", () => {
  test("combines concurrent calls and puts later ones into the next batch", async () => {
    const { asked, ask } = counter();
    const first = [ask("a"), ask("a")];
    await turn();
    expect(asked).toMatchObject([{ key: "a", count: 2 }]);
    const others = [ask("a"), ask("a"), ask("a")];
    await turn();
    expect(asked).toHaveLength(1);
    asked[0]?.goOn();
    expect(await Promise.all(first)).toEqual([1, 2]);
    await turn();
    expect(asked.slice(1)).toMatchObject([{ key: "a", count: 3 }]);
    asked[1]?.goOn();
    expect(await Promise.all(others)).toEqual([3, 4, 5]);
    await turn();
    const later = ask("a");
    await turn();
    expect(asked.slice(2)).toMatchObject([{ key: "a", count: 1 }]);
    asked[2]?.goOn();
    expect(await later).toBe(6);
  });

  test("does not wait for another key", async () => {
    const { asked, ask } = counter();
    const slow = ask("a");
    const other = ask("b");
    await turn();
    asked[1]?.goOn();
    expect(await other).toBe(1);
    asked[0]?.goOn();
    expect(await slow).toBe(2);
  });

  test("rejects only the callers of a failed batch", async () => {
    const { asked, ask } = counter();
    const first = [ask("broken"), ask("broken")];
    await turn();
    const later = ask("broken");
    asked[0]?.goOn();
    for (const one of first) await expect(one).rejects.toThrow("no answer");
    await turn();
    expect(asked).toMatchObject([{ count: 2 }, { count: 1 }]);
    asked[1]?.goOn();
    await expect(later).rejects.toThrow("no answer");
  });
});

const PACE: ThrottleOptions = { everyMs: 500, restShare: 2, maxRestMs: 2000 };

describe("throttle", () => {
  test("runs immediately, then once for all calls within the interval", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const at: number[] = [];
      const start = performance.now();
      const paced = throttle(async () => {
        at.push(performance.now() - start);
        return Promise.resolve();
      }, PACE);
      for (let ms = 0; ms <= 1200; ms += 20) {
        paced.request("s");
        await vi.advanceTimersByTimeAsync(20);
      }
      expect(at).toEqual([0, 500, 1000]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(at).toHaveLength(4);
      await paced.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("pauses in proportion to the run, up to the maximum", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const runs: { from: number; to: number }[] = [];
      let takesMs = 400;
      const paced = throttle(async () => {
        const from = performance.now();
        await new Promise((resolve) => setTimeout(resolve, takesMs));
        runs.push({ from, to: performance.now() });
        takesMs = 3000;
      }, PACE);
      for (let ms = 0; ms <= 12_000; ms += 20) {
        paced.request("s");
        await vi.advanceTimersByTimeAsync(20);
      }
      const rests = runs.slice(1).map(({ from }, index) => from - (runs[index]?.to ?? 0));
      expect(rests).toEqual([800, 2000]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("runs keys independently and closes once running work has ended", async () => {
    const done: string[] = [];
    const paced = throttle(async (key) => {
      await delay(20);
      done.push(key);
    }, PACE);
    paced.request("a");
    paced.request("b");
    await delay(5);
    await paced.close();
    expect(done).toEqual(["a", "b"]);
  });

  test("runs once more for all calls during a long run, and never after closing", async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    const paced = throttle(
      async () => {
        const run = Promise.withResolvers<void>();
        runs.push(run);
        return run.promise;
      },
      { everyMs: 20, restShare: 2, maxRestMs: 50 },
    );
    paced.request("s");
    await expect.poll(() => runs).toHaveLength(1);
    const requestForLong = async (): Promise<void> => {
      for (let count = 0; count < 12; count += 1) {
        paced.request("s");
        await delay(10);
      }
    };
    await requestForLong();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await expect.poll(() => runs).toHaveLength(2);

    await requestForLong();
    expect(runs).toHaveLength(2);
    const closing = paced.close();
    runs[1]?.resolve();
    await closing;
    await delay(100);
    expect(runs).toHaveLength(2);
  });
});
