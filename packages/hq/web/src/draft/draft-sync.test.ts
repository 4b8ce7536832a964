import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BrowserCopy, type HqCopy, Keeper } from "./draft-sync.ts";
import type { TypedWords } from "./entry-draft.ts";
import { openWords } from "./open-unsaved-edits.ts";

const words = (text: string): TypedWords => ({ base: "b", fields: { text } });

/** In-memory storage that behaves like HQ and a browser. */
function makePlaces() {
  const hq = { copy: undefined as HqCopy | undefined, mode: "there" as Mode, asked: 0 };
  const browser = { copy: undefined as BrowserCopy | undefined };
  let versions = 0;
  return {
    hq,
    browser,
    ports: {
      hq: {
        read: async () => (hq.mode === "away" ? Promise.reject(new TypeError()) : hq.copy),
        keep: async (typed: TypedWords, replaces: string | undefined) => {
          hq.asked += 1;
          await new Promise((done) => setTimeout(done, 10));
          if (hq.mode === "away") return { kind: "later" as const };
          if (hq.copy?.version !== replaces) return { kind: "stale" as const };
          versions += 1;
          hq.copy = { version: `k${versions}`, keptAt: "now", words: typed };
          if (hq.mode === "answer lost") return { kind: "later" as const };
          return { kind: "kept" as const, ...hq.copy };
        },
        drop: async () => {
          hq.copy = undefined;
          return Promise.resolve();
        },
      },
      browser: {
        read: async () => Promise.resolve(browser.copy),
        write: async (copy: BrowserCopy) => {
          browser.copy = copy;
          return Promise.resolve();
        },
        remove: async () => {
          browser.copy = undefined;
          return Promise.resolve();
        },
      },
    },
  };
}

function lengthOf(copy: { readonly words: TypedWords } | undefined): number {
  return String(copy?.words.fields["text"]).length;
}

type Mode = "there" | "away" | "answer lost";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what is typed", () => {
  test("is in the browser at once, at HQ within two seconds, and then there alone", async () => {
    const { hq, browser, ports } = makePlaces();
    const keeper = new Keeper({ ...ports, version: undefined });
    for (let key = 1; key <= 30; key += 1) {
      keeper.change(words("x".repeat(key)));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(lengthOf(browser.copy)).toBeGreaterThan(26);
    expect(lengthOf(hq.copy)).toBeGreaterThan(10);
    await vi.advanceTimersByTimeAsync(2000);
    expect(hq.copy?.words).toEqual(words("x".repeat(30)));
    expect([browser.copy, keeper.state.kind]).toEqual([undefined, "kept"]);
    expect(hq.asked).toBeLessThan(5);
  });

  test("waits in the browser while HQ is away, and is sent when it is back", async () => {
    const { hq, browser, ports } = makePlaces();
    hq.mode = "away";
    const keeper = new Keeper({ ...ports, version: undefined });
    keeper.change(words("alone"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(keeper.state.kind).toBe("browser");
    expect(browser.copy?.words).toEqual(words("alone"));
    hq.mode = "there";
    keeper.retry();
    await vi.advanceTimersByTimeAsync(100);
    expect([hq.copy?.words, browser.copy]).toEqual([words("alone"), undefined]);
  });

  test("is recognised where HQ has it and its answer was lost", async () => {
    const { hq, ports } = makePlaces();
    hq.mode = "answer lost";
    const keeper = new Keeper({ ...ports, version: undefined });
    keeper.change(words("sent"));
    await vi.advanceTimersByTimeAsync(1600);
    hq.mode = "there";
    keeper.change(words("sent, and more"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([hq.copy?.words, keeper.state.kind]).toEqual([words("sent, and more"), "kept"]);
  });

  test("elsewhere meanwhile is not overwritten before its writer says so", async () => {
    const { hq, ports } = makePlaces();
    const keeper = new Keeper({ ...ports, version: undefined });
    hq.copy = { version: "other", keptAt: "then", words: words("elsewhere") };
    keeper.change(words("here"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(keeper.state).toMatchObject({ kind: "elsewhere", copy: { version: "other" } });
    keeper.change(words("here, and more"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(hq.copy.words).toEqual(words("elsewhere"));
    keeper.overrule();
    await vi.advanceTimersByTimeAsync(100);
    expect(hq.copy.words).toEqual(words("here, and more"));
  });

  test("goes with the save, also one that overtakes it", async () => {
    const { hq, browser, ports } = makePlaces();
    const keeper = new Keeper({ ...ports, version: undefined });
    keeper.change(words("saved"));
    await vi.advanceTimersByTimeAsync(1505);
    keeper.change(undefined);
    await vi.advanceTimersByTimeAsync(5000);
    expect([hq.copy, browser.copy, keeper.state.kind]).toEqual([undefined, undefined, "clean"]);
  });
});

describe("opening finds", () => {
  const here = { replaces: "k1", keptAt: "later", words: words("here") };
  const there = { version: "k1", keptAt: "before", words: words("there") };

  test.each([
    ["nothing", undefined, undefined, undefined, "clean"],
    ["what HQ has", there, undefined, "there", "kept"],
    ["what the browser alone has", undefined, here, "here", "browser"],
    ["what the browser has newer", there, here, "here", "browser"],
    ["that another device went on", { ...there, version: "k2" }, here, "here", "elsewhere"],
  ])("%s", async (...[, hqCopy, browserCopy, text, kind]) => {
    const { hq, browser, ports } = makePlaces();
    hq.copy = hqCopy;
    browser.copy = browserCopy;
    const opened = await openWords(ports.hq, ports.browser);
    expect([opened.words?.fields["text"], opened.state.kind]).toEqual([text, kind]);
  });

  test("the browser's words while HQ is away", async () => {
    const { hq, browser, ports } = makePlaces();
    hq.mode = "away";
    browser.copy = here;
    expect(await openWords(ports.hq, ports.browser)).toMatchObject({
      version: "k1",
      words: here.words,
    });
  });
});
