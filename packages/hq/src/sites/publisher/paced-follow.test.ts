import { expect, test, vi } from "vitest";
import { createPacedFollow } from "./paced-follow.ts";

test("follows a site at once, then for all who asked meanwhile, no more often than twice a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const at: number[] = [];
    const start = performance.now();
    const paced = createPacedFollow(async () => {
      at.push(performance.now() - start);
      return Promise.resolve();
    });
    for (let ms = 0; ms <= 1200; ms += 20) {
      paced.follow("s");
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

test("rests twice as long as a run took, and never more than two seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const runs: { from: number; to: number }[] = [];
    let takesMs = 400;
    const paced = createPacedFollow(async () => {
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      runs.push({ from, to: performance.now() });
      takesMs = 3000;
    });
    for (let ms = 0; ms <= 12_000; ms += 20) {
      paced.follow("s");
      await vi.advanceTimersByTimeAsync(20);
    }
    const rests = runs.slice(1).map(({ from }, index) => from - (runs[index]?.to ?? 0));
    expect(rests).toEqual([800, 2000]);
  } finally {
    vi.useRealTimers();
  }
});

test("one site does not wait for another, and who closes waits for what is under way", async () => {
  const done: string[] = [];
  const paced = createPacedFollow(async (siteId) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push(siteId);
  });
  paced.follow("a");
  paced.follow("b");
  await new Promise((resolve) => setTimeout(resolve, 5));
  await paced.close();
  expect(done).toEqual(["a", "b"]);
});

test("what is asked for during a long run is one more run after it, and none begins after the end", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const paced = createPacedFollow(async () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  paced.follow("s");
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const askForLong = async (): Promise<void> => {
    for (let count = 0; count < 12; count += 1) {
      paced.follow("s");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await askForLong();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 4000 });

  await askForLong();
  expect(runs).toHaveLength(2);
  const closing = paced.close();
  runs[1]?.resolve();
  await closing;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(runs).toHaveLength(2);
});
