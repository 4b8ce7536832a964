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
  const refresher = keepRefreshed({
    refresh: async () => {
      tries += 1;
      if (tries <= times) throw new Error("no answer");
    },
    onFailed: (_error, againMs) => waits.push(againMs),
  });
  onTestFinished(refresher.close);
  return {
    ...refresher,
    waits,
    get tries() {
      return tries;
    },
  };
}

test("retries a failure with increasing pauses until it succeeds", async () => {
  const refresher = failing(7);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(refresher.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(refresher.tries).toBe(8);
});

test("refreshes immediately after a change instead of waiting", async () => {
  const refresher = failing(3);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(1500);
  expect(refresher.tries).toBe(2);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(refresher.tries).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refresher.tries).toBe(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refresher.tries).toBe(4);
});

test("does nothing after it is closed", async () => {
  const refresher = failing(9);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(0);
  refresher.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refresher.tries).toBe(1);
});
