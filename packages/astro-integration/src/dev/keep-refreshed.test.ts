import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { keepRefreshed, type Refresher } from "./keep-refreshed.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Returns a refresh function whose first attempts fail. */
function failing(times: number): Refresher & { readonly tries: number; readonly waits: number[] } {
  let tries = 0;
  const waits: number[] = [];
  const kept = keepRefreshed({
    refresh: async () => {
      tries += 1;
      if (tries <= times) throw new Error("no answer");
    },
    onFailed: (_error, againMs) => waits.push(againMs),
  });
  onTestFinished(kept.close);
  return {
    ...kept,
    waits,
    get tries() {
      return tries;
    },
  };
}

test("retries a failure with increasing pauses until it succeeds", async () => {
  const kept = failing(7);
  kept.changed();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(kept.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(kept.tries).toBe(8);
});

test("refreshes immediately after a change instead of waiting", async () => {
  const kept = failing(3);
  kept.changed();
  await vi.advanceTimersByTimeAsync(1500);
  expect(kept.tries).toBe(2);
  kept.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.tries).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept.tries).toBe(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept.tries).toBe(4);
});

test("does nothing after it is closed", async () => {
  const kept = failing(9);
  kept.changed();
  await vi.advanceTimersByTimeAsync(0);
  kept.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept.tries).toBe(1);
});
