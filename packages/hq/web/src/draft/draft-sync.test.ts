import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BrowserCopy, type HqCopy, DraftSync } from "./draft-sync.ts";
import type { UnsavedEdits } from "./entry-draft.ts";
import { openUnsavedEdits } from "./open-unsaved-edits.ts";

const editsOf = (text: string): UnsavedEdits => ({ base: "b", fields: { text } });

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
        store: async (typed: UnsavedEdits, replaces: string | undefined) => {
          hq.asked += 1;
          await new Promise((done) => setTimeout(done, 10));
          if (hq.mode === "away") return { kind: "later" as const };
          if (hq.copy?.version !== replaces) return { kind: "stale" as const };
          versions += 1;
          hq.copy = { version: `k${versions}`, keptAt: "now", words: typed };
          if (hq.mode === "answer lost") return { kind: "later" as const };
          return { kind: "kept" as const, ...hq.copy };
        },
        remove: async () => {
          hq.copy = undefined;
          return Promise.resolve();
        },
      },
      browser: {
        read: async () => Promise.resolve(browser.copy),
        store: async (copy: BrowserCopy) => {
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

function lengthOf(copy: { readonly words: UnsavedEdits } | undefined): number {
  return String(copy?.words.fields["text"]).length;
}

type Mode = "there" | "away" | "answer lost";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("unsaved edits", () => {
  test("are stored in the browser immediately, then only at HQ within two seconds", async () => {
    const { hq, browser, ports } = makePlaces();
    const sync = new DraftSync({ ...ports, version: undefined });
    for (let key = 1; key <= 30; key += 1) {
      sync.change(editsOf("x".repeat(key)));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(lengthOf(browser.copy)).toBeGreaterThan(26);
    expect(lengthOf(hq.copy)).toBeGreaterThan(10);
    await vi.advanceTimersByTimeAsync(2000);
    expect(hq.copy?.words).toEqual(editsOf("x".repeat(30)));
    expect([browser.copy, sync.state.kind]).toEqual([undefined, "kept"]);
    expect(hq.asked).toBeLessThan(5);
  });

  test("wait in the browser while HQ is unreachable and are sent afterwards", async () => {
    const { hq, browser, ports } = makePlaces();
    hq.mode = "away";
    const sync = new DraftSync({ ...ports, version: undefined });
    sync.change(editsOf("alone"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sync.state.kind).toBe("browser");
    expect(browser.copy?.words).toEqual(editsOf("alone"));
    hq.mode = "there";
    sync.retry();
    await vi.advanceTimersByTimeAsync(100);
    expect([hq.copy?.words, browser.copy]).toEqual([editsOf("alone"), undefined]);
  });

  test("are recognized at HQ if its response was lost", async () => {
    const { hq, ports } = makePlaces();
    hq.mode = "answer lost";
    const sync = new DraftSync({ ...ports, version: undefined });
    sync.change(editsOf("sent"));
    await vi.advanceTimersByTimeAsync(1600);
    hq.mode = "there";
    sync.change(editsOf("sent, and more"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([hq.copy?.words, sync.state.kind]).toEqual([editsOf("sent, and more"), "kept"]);
  });

  test("don't overwrite edits from another device without a decision", async () => {
    const { hq, ports } = makePlaces();
    const sync = new DraftSync({ ...ports, version: undefined });
    hq.copy = { version: "other", keptAt: "then", words: editsOf("elsewhere") };
    sync.change(editsOf("here"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sync.state).toMatchObject({ kind: "elsewhere", copy: { version: "other" } });
    sync.change(editsOf("here, and more"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(hq.copy.words).toEqual(editsOf("elsewhere"));
    sync.keepOurs();
    await vi.advanceTimersByTimeAsync(100);
    expect(hq.copy.words).toEqual(editsOf("here, and more"));
  });

  test("are cleared by a save, including one that overtakes them", async () => {
    const { hq, browser, ports } = makePlaces();
    const sync = new DraftSync({ ...ports, version: undefined });
    sync.change(editsOf("saved"));
    await vi.advanceTimersByTimeAsync(1505);
    sync.change(undefined);
    await vi.advanceTimersByTimeAsync(5000);
    expect([hq.copy, browser.copy, sync.state.kind]).toEqual([undefined, undefined, "clean"]);
  });
});

describe("opening an entry", () => {
  const inBrowser = { replaces: "k1", keptAt: "later", words: editsOf("here") };
  const atHq = { version: "k1", keptAt: "before", words: editsOf("there") };

  test.each([
    ["nothing", undefined, undefined, undefined, "clean"],
    ["what HQ has", atHq, undefined, "there", "kept"],
    ["what the browser alone has", undefined, inBrowser, "here", "browser"],
    ["what the browser has newer", atHq, inBrowser, "here", "browser"],
    ["that another device went on", { ...atHq, version: "k2" }, inBrowser, "here", "elsewhere"],
  ])("%s", async (...[, hqCopy, browserCopy, text, kind]) => {
    const { hq, browser, ports } = makePlaces();
    hq.copy = hqCopy;
    browser.copy = browserCopy;
    const opened = await openUnsavedEdits(ports.hq, ports.browser);
    expect([opened.edits?.fields["text"], opened.state.kind]).toEqual([text, kind]);
  });

  test("returns the browser's edits while HQ is unreachable", async () => {
    const { hq, browser, ports } = makePlaces();
    hq.mode = "away";
    browser.copy = inBrowser;
    expect(await openUnsavedEdits(ports.hq, ports.browser)).toMatchObject({
      version: "k1",
      edits: inBrowser.words,
    });
  });
});
